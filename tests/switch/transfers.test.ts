import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { CALLER, leaveMessage, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url, { prompts: true })
const { tenant, desk, lobby, east, west, ids, did, number } = office
await number(1, ids['1001'])
await pause(SAVED_MS)
await office.signIn()
afterEach(office.rest)

const LONG = { timeout: 60_000 }

describe('a caller whom a phone transfers to one that still rings', () => {
  /** Somebody outside calls the desk, which calls another number, and hands the caller over before anybody answers there. */
  async function handedOver(number = '1002', called = lobby) {
    const caller = await west.call(did(1), CALLER)
    expect(caller.status).toBe(200)
    called.manner = 'rings'
    const consulting = desk.call(number)
    await expect.poll(() => called.calls.length, LONG).toBe(1)
    await expect.poll(() => desk.ringing?.headers.to, LONG).toContain(number)
    await desk.transfer(desk.ringingPlace)
    return { caller, consulting }
  }

  test('leaves a message as who they are if nobody answers', async () => {
    const { caller, consulting } = await handedOver()
    await expect.poll(() => lobby.methods, LONG).toContain('CANCEL')
    await leaveMessage(office, caller)
    await expect
      .poll(
        () =>
          query('select from_number from public.voicemail_messages where extension_id = $1', [ids['1002']]),
        LONG,
      )
      .toEqual([{ from_number: CALLER }])
    await consulting.catch(() => undefined)
    const records = () =>
      query(
        'select direction, from_number, to_number, status from public.cdr where tenant_id = $1 order by start_at',
        [tenant.id],
      )
    await expect.poll(records, LONG).toEqual([
      { direction: 'inbound', from_number: CALLER, to_number: did(1), status: 'voicemail' },
      { direction: 'local', from_number: '1001', to_number: '1002', status: 'missed' },
    ])
  })

  test('is hung up as who they are if an outside number is busy, which is not called again', async () => {
    // Records have whole seconds.
    const since = new Date(Date.now() - 1000)
    const { caller, consulting } = await handedOver('13035550142', east)
    await expect.poll(() => desk.methods, LONG).toContain('NOTIFY')
    east.reject(486)
    await caller.ended
    await consulting.catch(() => undefined)
    expect([...east.calls, ...west.calls]).toHaveLength(1)
    const paths = () =>
      query('select path from public.cdr where tenant_id = $1 and start_at >= $2 and from_number = $3', [
        tenant.id,
        since,
        CALLER,
      ])
    await expect.poll(async () => JSON.stringify(await paths()), LONG).toContain('number routed')
    expect(JSON.stringify(await paths())).not.toContain('gateways failed')
  })
})
