import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { SwitchEvent } from '@/switch/event-socket'
import { query } from '../support/database'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { newCallBlockRule } from '../support/factories/numbers'
import { newIvrMenu } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

const office = await openOffice({ prompts: true })
const { tenant, desk, lobby, workshop, east, ids, did, number } = office
const { events } = office.freeswitch
const executed: SwitchEvent[] = []
events.onEvent((event) => executed.push(event))
await events.command('event json CHANNEL_EXECUTE')
await office.signIn()
afterEach(office.rest)

const of = { tenant_id: tenant.id }
const SOON = { timeout: 30_000 }

interface Result {
  status: string
  answered: boolean
  talk_seconds: number
  ring_seconds: number
  extension: string | null
  hangup_cause: string
}

/** The records of the calls to one of the tenant's numbers. */
const recordsOf = (n: number) =>
  query<Result>(
    `select status, answer_at is not null as answered, talk_seconds, ring_seconds, extension, hangup_cause
     from public.cdr where tenant_id = $1 and to_number = $2 order by start_at`,
    [tenant.id, did(n)],
  )

async function recordOf(n: number): Promise<Result | undefined> {
  await expect.poll(async () => (await recordsOf(n)).length, SOON).toBe(1)
  return (await recordsOf(n))[0]
}

/** A number that answers with a menu, which soon sends callers who press nothing on. */
async function menuTo(n: number, exit_destination_id: string | undefined): Promise<void> {
  const menu = await insertRow(
    'ivr_menus',
    await newIvrMenu({ ...of, number: `70${n}0`, timeout_ms: 500, max_timeouts: 1, exit_destination_id }),
  )
  await number(n, menu.id)
  await pause(SAVED_MS)
}

async function queueWith(extension: string, number: string, caller_id_name_prefix = '') {
  const queue = await insertRow(
    'call_center_queues',
    await newQueue({ ...of, number, caller_id_name_prefix }),
  )
  const extension_id = ids[extension]
  const agent = await insertRow(
    'call_center_agents',
    await newAgent({ ...of, extension_id, status: 'Available', wrap_up_time: 1 }),
  )
  await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
  return queue
}

describe('a call that a menu has answered', () => {
  test('is missed when nobody picks up in the group that it goes to', async () => {
    const group = await insertRow(
      'ring_groups',
      await newRingGroup({ ...of, number: '6300', call_timeout: 5 }),
    )
    const member = { ...of, ring_group_id: group.id, extension_id: ids['1001'] }
    await insertRow('ring_group_members', await newRingGroupMember(member))
    await menuTo(1, group.id)
    desk.manner = 'rings'
    const call = await east.call(did(1), CALLER)
    expect(call.status).toBe(200)
    await call.ended
    expect(desk.calls).toHaveLength(1)
    expect(await recordOf(1)).toMatchObject({
      status: 'missed',
      answered: false,
      talk_seconds: 0,
      extension: '1001',
    })
  })

  test('is answered from the moment a phone picks up', async () => {
    await menuTo(2, ids['1001'])
    desk.manner = 'rings'
    const call = await east.call(did(2), CALLER)
    await expect.poll(() => desk.calls.length, SOON).toBe(1)
    await pause(3000)
    desk.pickUp()
    await expect.poll(() => desk.methods, SOON).toContain('ACK')
    await pause(2000)
    call.hangUp()
    const record = await recordOf(2)
    expect(record).toMatchObject({ status: 'answered', answered: true, extension: '1001' })
    expect(record?.ring_seconds).toBeGreaterThanOrEqual(3)
    expect(record?.talk_seconds).toBeLessThan(4)
  })

  test('is busy when the extension that it goes to is, and the caller hears so', async () => {
    await query('update public.extensions set voicemail_enabled = false where id = $1', [ids['1002']])
    await menuTo(3, ids['1002'])
    lobby.manner = 486
    executed.length = 0
    const call = await east.call(did(3), CALLER)
    expect(call.status).toBe(200)
    await call.ended
    const heard = executed.filter(({ Application }) => Application === 'playback')
    expect(heard.map((event) => event['Application-Data'])).toEqual([expect.stringMatching(/480,620/)])
    expect(await recordOf(3)).toMatchObject({ status: 'busy', answered: false, talk_seconds: 0 })
    await query('update public.extensions set voicemail_enabled = true where id = $1', [ids['1002']])
  })
})

describe('a call in a queue', () => {
  test('is missed when the caller hangs up, and answered from the moment an agent picks up', async () => {
    const queue = await queueWith('1002', '8300')
    await number(4, queue.id)
    await pause(SAVED_MS)
    lobby.manner = 'rings'
    const impatient = await east.call(did(4), CALLER)
    await expect.poll(() => lobby.calls.length, SOON).toBe(1)
    await pause(2000)
    impatient.hangUp()
    expect(await recordOf(4)).toMatchObject({ status: 'missed', answered: false, talk_seconds: 0 })

    lobby.calls.length = 0
    const patient = await east.call(did(4), CALLER)
    await expect.poll(() => lobby.calls.length, SOON).toBe(1)
    await pause(3000)
    lobby.methods.length = 0
    lobby.pickUp()
    await expect.poll(() => lobby.methods, SOON).toContain('ACK')
    await pause(2000)
    patient.hangUp()
    await expect.poll(async () => (await recordsOf(4)).length, SOON).toBe(2)
    const record = (await recordsOf(4))[1]
    expect(record).toMatchObject({ status: 'answered', answered: true })
    expect(record?.ring_seconds).toBeGreaterThanOrEqual(3)
    expect(record?.talk_seconds).toBeLessThan(4)
  })

  test('shows the agent each prefix of the caller’s name once', async () => {
    const queue = await queueWith('1003', '8301', 'Help ')
    await query("update public.dids set destination_id = $2, caller_id_prefix = 'Sales ' where number = $1", [
      did(0),
      queue.id,
    ])
    await pause(SAVED_MS)
    expect((await east.call(did(0), CALLER)).status).toBe(200)
    await expect.poll(() => workshop.calls.length, SOON).toBe(1)
    expect(workshop.calls[0]?.headers.from).toMatch(/^"Sales Help \W*1?\W*207\W*555\W*0123" /)
  })
})

describe('a call to a mailbox', () => {
  const box = async () =>
    (
      await query<{ id: string }>(
        `select id from public.destinations where tenant_id = $1 and kind = 'voicemails' and number = '1001'`,
        [tenant.id],
      )
    )[0]?.id

  test('is one to voicemail, too, if the message ends by #', async () => {
    await number(5, await box())
    await pause(SAVED_MS)
    const call = await east.call(did(5), CALLER)
    expect(call.status).toBe(200)
    await call.speak(5)
    call.press('#')
    await call.ended
    expect(await recordOf(5)).toMatchObject({ status: 'voicemail', answered: true })
  })

  test('is one to voicemail if the caller hangs up while recording', async () => {
    await number(6, await box())
    await pause(SAVED_MS)
    const call = await east.call(did(6), CALLER)
    await call.speak(4)
    call.hangUp()
    expect(await recordOf(6)).toMatchObject({ status: 'voicemail', answered: true })
  })
})

describe('a caller whom a rule hangs up on', () => {
  test('is answered first, and the call counts as failed', async () => {
    const blocked = '+12075550177'
    await insertRow('call_block_rules', await newCallBlockRule({ ...of, number: blocked, action: 'hangup' }))
    await number(7, ids['1001'])
    await pause(SAVED_MS)
    const call = await east.call(did(7), blocked)
    expect(call.status).toBe(200)
    await call.ended
    expect(desk.calls).toEqual([])
    expect(await recordOf(7)).toMatchObject({
      status: 'failed',
      answered: false,
      talk_seconds: 0,
      hangup_cause: 'NORMAL_CLEARING',
    })
  })
})
