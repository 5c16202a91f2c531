import { describe, expect, test, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { CALLER } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const SOON = { timeout: 60_000 }

const { office, health } = await openAttendedOffice(TEST_APP.url)
await office.number(1, office.ids['1001'])
await office.signIn()
// The carriers of the office change every tenant, so on a busy machine its number takes a while to reach the agent.
const reached = async () => (await office.east.call(office.did(1), CALLER)).status
await vi.waitFor(async () => expect(await reached()).toBe(200), { ...SOON, interval: 500 })
await office.rest()

const calls = () =>
  query<{ state: string }>('select state from public.live_call_list where tenant_id = $1', [office.tenant.id])
const registered = async () =>
  (
    await query<{ extension: string }>(
      `select e.extension from public.registrations r join public.extensions e on e.id = r.extension_id
       where r.tenant_id = $1 and r.lost_at is null order by 1`,
      [office.tenant.id],
    )
  ).map(({ extension }) => extension)
async function callIsShown() {
  const call = await office.east.call(office.did(1), CALLER)
  expect(call.status).toBe(200)
  await expect.poll(calls, SOON).toEqual([{ state: 'talking' }])
  return call
}

describe('a switch with an agent', () => {
  test('that is killed has no calls any more, and its phones and calls are followed again once it is back', async () => {
    const all = ['1001', '1002', '1003']
    await expect.poll(registered, SOON).toEqual(all)
    await callIsShown()
    await office.freeswitch.restart()
    await expect.poll(calls, SOON).toEqual([])
    // It has kept its registrations on disk.
    expect(await registered()).toEqual(all)
    const call = await callIsShown()
    call.hangUp()
    await expect.poll(calls, SOON).toEqual([])
  })

  test('that hangs is reported as away within a minute or two, and followed again when it goes on', async () => {
    const call = await callIsShown()
    office.freeswitch.hang()
    await expect.poll(health, { timeout: 120_000, interval: 500 }).toMatchObject({ app: true, switch: false })
    office.freeswitch.resume()
    await expect.poll(health, { timeout: 120_000, interval: 500 }).toMatchObject({ switch: true })
    call.hangUp()
    await expect.poll(calls, SOON).toEqual([])
    ;(await callIsShown()).hangUp()
    await expect.poll(calls, SOON).toEqual([])
  })
})
