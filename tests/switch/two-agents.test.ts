import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const here = await openAttendedOffice()
const there = await openAttendedOffice()

const SOON = { timeout: 60_000 }

describe('two switches, each with its agent, that serve the same tenant', () => {
  test('take its registrations and calls side by side, and each gets the commands for its own', async () => {
    const { tenant, ids, did, number, passwordOf, desk, east } = here.office
    const phone = there.office.desk
    await number(1, ids['1001'])
    await pause(SAVED_MS)
    const password = await passwordOf('1001')
    for (const one of [desk, phone])
      await expect.poll(() => one.register('1001', tenant.domain, password), SOON).toBe(200)
    const registrations = () =>
      query<{ switch: string }>(
        `select s.name as switch from public.registrations r join public.switches s on s.id = r.switch_id
         where r.extension_id = $1 and r.lost_at is null order by s.name`,
        [ids['1001']],
      )
    const both = [here, there].map(({ office }) => ({ switch: office.account.name }))
    both.sort((one, other) => one.switch.localeCompare(other.switch))
    await expect.poll(registrations, SOON).toEqual(both)

    const staying = await east.call(did(1), CALLER)
    const ending = await there.office.east.call(did(1), '+12085550142')
    expect([staying.status, ending.status]).toEqual([200, 200])
    expect([desk.calls.length, phone.calls.length]).toEqual([1, 1])
    const calls = () =>
      query<{ id: string; caller_number: string }>(
        'select id, caller_number from public.live_call_list where tenant_id = $1 order by caller_number',
        [tenant.id],
      )
    await expect
      .poll(calls, SOON)
      .toMatchObject([{ caller_number: CALLER }, { caller_number: '+12085550142' }])

    const { client } = await callerOf('tech')
    const call = (await calls()).find(({ caller_number }) => caller_number === '+12085550142')?.id ?? ''
    await client.rpc('command_call', { call, command: 'hang_up' }).throwOnError()
    await ending.ended
    await expect.poll(calls, SOON).toMatchObject([{ caller_number: CALLER }])
    staying.hangUp()
    await expect.poll(calls, SOON).toEqual([])
    const records = () =>
      query(
        'select from_number from public.cdr where tenant_id = $1 and direction = $2 order by from_number',
        [tenant.id, 'inbound'],
      )
    await expect.poll(records, SOON).toEqual([{ from_number: CALLER }, { from_number: '+12085550142' }])
  })
})
