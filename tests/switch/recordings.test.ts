import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import {
  newAgent,
  newConferenceRoom,
  newParkLot,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import type { PlacedCall } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const LONG = { timeout: 20_000 }
/** How long a caller speaks before and after a transfer, in seconds, and is quiet in between. */
const [FIRST, SECOND, QUIET_MS] = [6, 4, 4000]

const { office } = await openAttendedOffice(TEST_APP.url)
const { tenant, desk, lobby, workshop, east, ids, did, number } = office
await office.signIn()
await insertRow('park_lots', await newParkLot({ tenant_id: tenant.id, timeout: 30 }))
afterEach(office.rest)

const folder = join(office.freeswitch.folder, 'storage/trunkline-calls', tenant.id)
const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
/** What waits in the park lot. */
const parked = () => office.freeswitch.events.api(`valet_info 5900@${tenant.domain}`)
const room = async (given: { number: string; record?: boolean }) =>
  (await insertRow('conference_rooms', await newConferenceRoom({ tenant_id: tenant.id, ...given }))).id

/** The recordings that the app has, by the number that their calls dialed; only of calls that have a record. */
const delivered = () =>
  query<{ id: string; dialed: string }>(
    `select r.id, c.to_number as dialed from public.call_recordings r join public.cdr c on c.id = r.id
     where r.tenant_id = $1`,
    [tenant.id],
  )

/** After this long FreeSWITCH parks a caller in a space from which another was taken (TOKEN_FREQ in mod_valet_parking.c). */
const FREED_MS = 6000

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

describe('a call whose phone transfers it to another one, both of which record, on a FreeSWITCH', () => {
  beforeAll(async () => {
    const of = { tenant_id: tenant.id }
    for (const [group, extension] of [
      ['6000', '1002'],
      ['6001', '1003'],
    ] as const) {
      const { id } = await insertRow('ring_groups', await newRingGroup({ ...of, number: group }))
      const member = { ...of, ring_group_id: id, extension_id: ids[extension] }
      await insertRow('ring_group_members', await newRingGroupMember(member))
      if (group === '6000') await number(5, id)
    }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8001' }))
    const settings = { ...of, extension_id: ids['1003'], status: 'Available' }
    const agent = await insertRow('call_center_agents', await newAgent(settings))
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await room({ number: '3592', record: true })
    const phones = [ids['1002'], ids['1003']]
    await query("update public.extensions set recording = 'inbound' where id = any ($1)", [phones])
    await pause(SAVED_MS)
    return () => query("update public.extensions set recording = 'none' where id = any ($1)", [phones])
  })

  /** How many seconds of a call's recording are loud, in the first so many seconds and after them. */
  async function loudSeconds(call: string, first: number) {
    const [kept] = await query<{ duration_ms: number; peaks: number[] }>(
      'select duration_ms, peaks from public.call_recordings where id = $1',
      [call],
    )
    const { duration_ms: whole = 0, peaks = [] } = kept ?? {}
    const slice = whole / 1000 / peaks.length
    const loud = peaks.flatMap((peak, at) => (peak > 10 ? [at * slice] : []))
    const before = loud.filter((second) => second < first).length
    return [before, loud.length - before].map((slices) => slices * slice)
  }

  /** The calls whose recordings the app gets from now on. */
  async function arriving() {
    const before = (await delivered()).map(({ id }) => id)
    return async () => (await delivered()).map(({ id }) => id).filter((id) => !before.includes(id))
  }

  const rung = () => expect.poll(() => workshop.calls.length, LONG).toBe(1)
  const takesIt = async () => {
    await expect.poll(parked, LONG).toContain('5901')
    expect((await workshop.call('5901')).status).toBe(200)
  }

  test.each([
    ['in a group', '6001', rung],
    ['of a queue', '8001', rung],
    ['that takes it from a park lot', '5901', takesIt],
  ])('%s has both talks in one recording', async (_where, transferredTo, isTaken) => {
    const added = await arriving()
    const call = await east.call(did(5), CALLER)
    expect(call.status).toBe(200)
    await call.speak(FIRST)
    await lobby.transfer(transferredTo)
    await isTaken()
    await pause(QUIET_MS)
    await call.speak(SECOND)
    expect(recordings()).toHaveLength(1)
    await office.rest()
    await expect.poll(added, LONG).toHaveLength(1)
    const [first, second] = await loudSeconds((await added())[0] ?? '', FIRST + 1)
    expect(first).toBeGreaterThan(FIRST - 1)
    expect(second).toBeGreaterThan(SECOND - 1)
  })

  test('to a room that records has both talks in its own recording; the room’s goes on with the next call', async () => {
    const added = await arriving()
    const call = await east.call(did(5), CALLER)
    expect(call.status).toBe(200)
    await call.speak(FIRST)
    await lobby.transfer('3592')
    await expect.poll(() => office.freeswitch.events.api('conference list'), LONG).toContain('3592')
    const next = await desk.call('3592')
    expect(next.status).toBe(200)
    await call.speak(SECOND)
    expect(recordings()).toHaveLength(2)
    call.hangUp()
    await expect.poll(added, LONG).toHaveLength(1)
    const [own = ''] = await added()
    const [first, second] = await loudSeconds(own, FIRST + 1)
    expect(first).toBeGreaterThan(FIRST - 1)
    expect(second).toBeGreaterThan(SECOND - 2)
    expect((await workshop.call('3592')).status).toBe(200)
    await next.speak(FIRST)
    await office.rest()
    await expect.poll(added, LONG).toHaveLength(2)
    const [room = ''] = (await added()).filter((id) => id !== own)
    const [during, after] = await loudSeconds(room, SECOND)
    expect(during).toBeGreaterThan(SECOND - 2)
    expect(after).toBeGreaterThan(FIRST - 2)
  })
})

describe('a call that an extension picks up on a FreeSWITCH', () => {
  beforeAll(async () => {
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
    await pause(FREED_MS)
    lobby.manner = 'answers'
    expect((await east.call(did(3), CALLER)).status).toBe(200)
    await lobby.transfer('5901')
    await expect.poll(parked, LONG).toContain('5901')
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

  test('is recorded with the record of the number that says so', async () => {
    await query('update public.dids set record = true where number = $1', [did(3)])
    await recording('none')
    await expectRecorded(pickedUp, [did(3)])
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
