import { expect, test } from 'vitest'
import type { App } from '@/switch/app-client'
import type { Mirror } from '@/switch/mirror'
import { mirrorStore } from '@/switch/store'

const storeOf = (ask: () => Promise<unknown>, clock?: () => number) => {
  const app: App = { ask: ask as App['ask'], post: ask as App['post'], put: async () => undefined }
  const own = { name: 'pbx-1', digest: 'a'.repeat(64) }
  const store = mirrorStore(own, {} as Mirror, app, async () => undefined, clock)
  return { store, given: async () => (await store.gateways()).map(({ name }) => name) }
}

test('a switch is given the gateways that were fetched for its rescan, without asking a slow app again', async () => {
  let now = 0
  let asked = 0
  const { store, given } = storeOf(
    async () => [{ name: `gateway-${++asked}` }],
    () => now,
  )
  expect(await given()).toEqual(['gateway-1'])
  now += 60_000
  await store.fetchGateways()
  now += 4000
  expect(await given()).toEqual(['gateway-2'])
  now += 4000
  expect(await given()).toEqual(['gateway-3'])
})

test('a switch is not given gateways from an answer that was overtaken by a later one', async () => {
  const answers: ((gateways: unknown) => void)[] = []
  const { store, given } = storeOf(() => new Promise((done) => answers.push(done)))
  const [slow, quick] = [store.fetchGateways(), store.fetchGateways()]
  answers[1]?.([{ name: 'as it is now' }])
  await quick
  answers[0]?.([{ name: 'as it was' }])
  await slow
  expect(await given()).toEqual(['as it is now'])
})
