import { expect, test } from 'vitest'
import type { App } from '@/switch/app-client'
import type { Mirror } from '@/switch/mirror'
import { mirrorStore } from '@/switch/store'

test('a switch is given the gateways that were fetched for its rescan, without asking a slow app again', async () => {
  let now = 0
  let asked = 0
  const ask = async () => [{ name: `gateway-${++asked}` }]
  const app: App = { ask: ask as App['ask'], post: ask as App['post'], put: async () => undefined }
  const own = { name: 'pbx-1', digest: 'a'.repeat(64) }
  const store = mirrorStore(
    own,
    {} as Mirror,
    app,
    async () => undefined,
    () => now,
  )
  const given = async () => (await store.gateways()).map(({ name }) => name)

  expect(await given()).toEqual(['gateway-1'])
  now += 60_000
  await store.fetchGateways()
  now += 4000
  expect(await given()).toEqual(['gateway-2'])
  now += 4000
  expect(await given()).toEqual(['gateway-3'])
})
