import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { CALLER, leaveMessage, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url, { prompts: true })
const { tenant, desk, lobby, east, ids, did, number } = office
await number(1, ids['1001'])
await pause(SAVED_MS)
await office.signIn()
afterEach(office.rest)

const LONG = { timeout: 60_000 }

describe('a caller whom a phone transfers to one that still rings', () => {
  /** Somebody outside calls the desk, which calls the lobby, and hands the caller over before anybody answers there. */
  async function handedOver() {
    const caller = await east.call(did(1), CALLER)
    expect(caller.status).toBe(200)
    lobby.manner = 'rings'
    const consulting = desk.call('1002')
    await expect.poll(() => lobby.calls.length, LONG).toBe(1)
    await expect.poll(() => desk.ringing?.headers.to, LONG).toContain('1002')
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
})
