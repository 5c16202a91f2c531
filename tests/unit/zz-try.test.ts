import { test } from 'vitest'
import { startSwitch } from '/work/wt-endpoint/tests/support/switch/freeswitch'
test('x', async () => {
  const t=Date.now()
  const s = await startSwitch({  configuration: { url: 'http://127.0.0.1:9/x', credentials: 'a:b' } })
  console.log(Date.now()-t, await s.events.api('version'), await s.events.api('show modules').then(x=>x.split('\n').length))
  console.log(s.log().slice(0,3000))
  await s.stop()
}, 60000)
