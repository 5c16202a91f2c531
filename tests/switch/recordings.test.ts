import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { newAgent, newConferenceRoom, newParkLot, newQueue, newTier } from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import type { PlacedCall } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const LONG = { timeout: 20_000 }

const { office } = await openAttendedOffice(TEST_APP.url)
const { tenant, desk, lobby, workshop, east, ids, did, number } = office
await office.signIn()
afterEach(office.rest)

const folder = join(office.freeswitch.folder, 'storage/trunkline-calls', tenant.id)
const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
const room = async (given: { number: string; record?: boolean }) =>
  (await insertRow('conference_rooms', await newConferenceRoom({ tenant_id: tenant.id, ...given }))).id

/** The recordings that the app has, by the number that their calls dialed; only of calls that have a record. */
const delivered = () =>
  query<{ id: string; dialed: string }>(
    `select r.id, c.to_number as dialed from public.call_recordings r join public.cdr c on c.id = r.id
     where r.tenant_id = $1`,
    [tenant.id],
  )

/** Holds a conversation, and waits until its recordings are with the records of calls that dialed these numbers. */
async function expectRecorded(conversation: () => Promise<PlacedCall>, dialed: string[]) {
  const before = (await delivered()).map(({ id }) => id)
  const call = await conversation()
  expect(call.status).toBe(200)
  await call.speak(2)
  expect(recordings()).toHaveLength(dialed.length)
  await office.rest()
  const added = async () =>
    (await delivered()).filter(({ id }) => !before.includes(id)).map((recording) => recording.dialed)
  await expect.poll(added, LONG).toEqual(dialed)
  await expect.poll(recordings, LONG).toEqual([])
}

describe('a conference on a FreeSWITCH', () => {
  beforeAll(async () => {
    await number(1, await room({ number: '3590' }))
    await number(2, await room({ number: '3591', record: true }))
    await query('update public.dids set record = true where number = any ($1)', [[did(1), did(2)]])
    await pause(SAVED_MS)
  })

  test('that is not recorded has the calls recorded whose number says so', async () => {
    await expectRecorded(() => lobby.call('3590'), [])
    await expectRecorded(() => east.call(did(1), CALLER), [did(1)])
  })

  test('that is recorded has one recording', async () => {
    await expectRecorded(() => east.call(did(2), CALLER), [did(2)])
  })
})

describe('a call in a queue that records, on a FreeSWITCH', () => {
  beforeAll(async () => {
    const of = { tenant_id: tenant.id }
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ ...of, number: '8000', record: true }),
    )
    const settings = { ...of, extension_id: ids['1002'], status: 'Available' }
    const agent = await insertRow('call_center_agents', await newAgent(settings))
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await number(4, queue.id)
    await pause(SAVED_MS)
  })

  async function waiting() {
    lobby.manner = 'rings'
    lobby.calls.length = 0
    const call = await east.call(did(4), CALLER)
    expect(call.status).toBe(200)
    await expect.poll(() => lobby.calls.length, LONG).toBe(1)
    await call.speak(4)
    return call
  }
  const records = () =>
    query<{ recording_path: string | null }>(
      'select recording_path from public.cdr where tenant_id = $1 and to_number = $2',
      [tenant.id, did(4)],
    )

  test('is not recorded if the caller gives up', async () => {
    const call = await waiting()
    expect(recordings()).toEqual([])
    call.hangUp()
    await expect.poll(records, LONG).toEqual([{ recording_path: null }])
    expect(recordings()).toEqual([])
  })

  test('is recorded from when an agent answers', async () => {
    await expectRecorded(async () => {
      const call = await waiting()
      expect(recordings()).toEqual([])
      lobby.pickUp()
      await expect.poll(recordings, LONG).toHaveLength(1)
      return call
    }, [did(4)])
  })
})

describe('a call that an extension picks up on a FreeSWITCH', () => {
  beforeAll(async () => {
    await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, timeout: 30 }))
    await number(3, ids['1002'])
  })
  const recording = async (kind: string) => {
    await query('update public.extensions set recording = $2 where id = $1', [ids['1003'], kind])
    await pause(SAVED_MS)
  }

  async function pickedUp() {
    lobby.manner = 'rings'
    const calling = east.call(did(3), CALLER)
    await expect.poll(() => lobby.calls.length, LONG).toBe(1)
    const call = await workshop.call('**1002')
    expect((await calling).status).toBe(200)
    return call
  }
  async function takenFromLot() {
    lobby.manner = 'answers'
    expect((await east.call(did(3), CALLER)).status).toBe(200)
    await lobby.transfer('5901')
    await expect
      .poll(() => office.freeswitch.events.api(`valet_info 5900@${tenant.domain}`), LONG)
      .toContain('5901')
    return workshop.call('5901')
  }

  test.each([
    ['ringing', '**1002', pickedUp],
    ['parked', did(3), takenFromLot],
  ])('%s is recorded from then on if that records inbound calls', async (_call, dialed, conversation) => {
    await recording('none')
    await expectRecorded(conversation, [])
    await recording('inbound')
    await expectRecorded(conversation, [dialed])
  })

  test('is not recorded where there is none to pick up', async () => {
    await recording('inbound')
    const call = await workshop.call('**1001')
    await call.ended
    await pause(1000)
    expect(recordings()).toEqual([])
    expect(desk.calls).toEqual([])
  })
})
