import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { newQueue, newRingGroup, newRingGroupMember } from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url)
const { freeswitch, tenant, lobby, workshop, east, west, ids, did, number } = office
const LONG = { timeout: 20_000 }

const talking = async () => {
  const said = await freeswitch.events.api('show bridged_calls as json')
  return (JSON.parse(said) as { row_count: number }).row_count
}
const waiting = async () =>
  (await freeswitch.events.api(`callcenter_config queue count members 8300@${tenant.domain}`)).trim()

beforeAll(async () => {
  await office.signIn()
  const of = { tenant_id: tenant.id }
  const queue = await insertRow(
    'call_center_queues',
    await newQueue({ ...of, number: '8300', max_wait_time_with_no_agent: 0 }),
  )
  const group = await insertRow(
    'ring_groups',
    await newRingGroup({ ...of, timeout_destination_id: queue.id }),
  )
  for (const extension of ['1002', '1003']) {
    const member = { ...of, ring_group_id: group.id, extension_id: ids[extension], timeout: 12 }
    await insertRow('ring_group_members', await newRingGroupMember(member))
  }
  await number(1, group.id)
  await pause(SAVED_MS)
})
afterEach(office.rest)

test('*8 picks up the call that rings, although a later one to the group has been answered', async () => {
  lobby.manner = 'rings'
  workshop.manner = 'rings'
  const calling = east.call(did(1), CALLER)
  await expect.poll(() => lobby.calls.length, LONG).toBe(1)
  lobby.manner = 'answers'
  expect((await west.call(did(1), '+12075550999')).status).toBe(200)
  await expect.poll(talking, LONG).toBe(1)
  expect((await workshop.call('*8')).status).toBe(200)
  expect((await calling).status).toBe(200)
  await expect.poll(talking, LONG).toBe(2)
})

test('**1002 leaves a call its own record, answered by who picked it up, beside the picker’s', async () => {
  await number(2, ids['1002'])
  await pause(SAVED_MS)
  lobby.manner = 'rings'
  const calling = east.call(did(2), CALLER)
  await expect.poll(() => lobby.calls.length, LONG).toBe(1)
  const picking = await workshop.call('**1002')
  const call = await calling
  await pause(2000)
  call.hangUp()
  await picking.ended
  const records = () =>
    query<{ talk_seconds: number }>(
      `select to_number, direction, status, extension, talk_seconds, path -> -1 ->> 'why' as why from public.cdr
       where tenant_id = $1 and to_number = any ($2) order by start_at`,
      [tenant.id, [did(2), '**1002']],
    )
  await expect.poll(async () => (await records()).length, LONG).toBe(2)
  const stored = await records()
  const answered = { status: 'answered', extension: '1003' }
  expect(stored).toMatchObject([
    { to_number: did(2), direction: 'inbound', ...answered, why: 'extension rings' },
    { to_number: '**1002', direction: 'local', ...answered, why: 'feature code' },
  ])
  for (const { talk_seconds } of stored) expect(talk_seconds).toBeGreaterThanOrEqual(2)
})

test('*8 leaves a call alone that rang and waits in a queue now', async () => {
  lobby.manner = 'rings'
  workshop.manner = 'rings'
  const call = await east.call(did(1), CALLER)
  expect(call.status).toBe(200)
  await expect.poll(waiting, LONG).toBe('1')
  for (const code of ['*8', '**1002']) {
    const picking = await workshop.call(code)
    expect(picking.status).toBe(200)
    // It has nobody to connect.
    await picking.ended
  }
  expect(await waiting()).toBe('1')
})

test('*8 picks up one call, and leaves the next one alone once that one has ended', async () => {
  lobby.manner = 'rings'
  workshop.manner = 'rings'
  const first = east.call(did(1), CALLER)
  await expect.poll(() => lobby.calls.length, LONG).toBe(1)
  let answered = false
  void west.call(did(1), '+12075550999').then(({ status }) => (answered = status === 200))
  await expect.poll(() => lobby.calls.length, LONG).toBe(2)
  const picking = await workshop.call('*8')
  expect(picking.status).toBe(200)
  await expect.poll(talking, LONG).toBe(1)
  const call = await first
  call.hangUp()
  await picking.ended
  expect(answered).toBe(false)
})
