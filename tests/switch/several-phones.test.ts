import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { wavFile } from '../support/audio-files'
import { query } from '../support/database'
import { newRingGroup, newRingGroupMember } from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { newFollowMe } from '../support/factories/telephony'
import type { SipEndpoint } from '../support/switch/phone'
import { SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url)
const { tenant, desk, lobby, workshop, ids } = office
const of = { tenant_id: tenant.id }
/** A second phone of the extension of the desk, 1001. */
const softphone = await office.newPhone()
const SOON = { timeout: 20_000 }

const ringing = () => [desk, softphone, lobby].map(({ calls }) => calls.length)
const manners = (...[one, other, third]: SipEndpoint['manner'][]) => {
  desk.manner = one ?? 'rings'
  softphone.manner = other ?? 'rings'
  lobby.manner = third ?? 'rings'
}

beforeAll(async () => {
  await office.signIn()
  expect(await softphone.register('1001', tenant.domain, await office.passwordOf('1001'))).toBe(200)
  const group = await insertRow('ring_groups', await newRingGroup({ ...of, number: '6300' }))
  for (const [at, extension] of ['1001', '1002'].entries()) {
    const member = { ...of, ring_group_id: group.id, extension_id: ids[extension], position: at + 1 }
    await insertRow('ring_group_members', await newRingGroupMember({ ...member, timeout: 8 }))
  }
  const [destination] = await query<{ id: string }>(
    "select id from public.destinations where tenant_id = $1 and kind = 'extensions' and record_id = $2",
    [tenant.id, ids['1001']],
  )
  const target = { ...of, extension_id: ids['1002'], target_destination_id: destination?.id }
  await insertRow('extension_follow_me', await newFollowMe({ ...target, delay: 3, timeout: 5 }))
  await query('update public.extensions set follow_me_enabled = true where id = $1', [ids['1002']])
  await query('update public.extensions set voicemail_enabled = false where id = $1', [ids['1001']])
  await pause(SAVED_MS)
})
afterEach(office.rest)

describe('a group whose member has two phones', () => {
  test('rings both, and the others stop when one answers', async () => {
    manners('rings', 'rings', 'rings')
    const calling = workshop.call('6300')
    await expect.poll(ringing, SOON).toEqual([1, 1, 1])
    await office.rest()
    expect((await calling).status).not.toBe(200)

    manners('rings', 'answers', 'rings')
    expect((await workshop.call('6300')).status).toBe(200)
    expect(ringing()).toEqual([1, 1, 1])
    for (const { methods } of [desk, lobby]) await expect.poll(() => methods, SOON).toContain('CANCEL')
    expect(softphone.methods).not.toContain('CANCEL')
  })

  test('reaches the one while the other is dead', async () => {
    manners('is dead', 'answers', 'rings')
    expect((await workshop.call('6300')).status).toBe(200)
    manners('answers', 'is dead', 'rings')
    expect((await workshop.call('6300')).status).toBe(200)
  })
})

test('follow me rings both phones of its target after its delay', async () => {
  manners('rings', 'answers', 'rings')
  const calling = workshop.call('1002')
  await expect.poll(ringing, SOON).toEqual([0, 0, 1])
  expect((await calling).status).toBe(200)
  expect(ringing()).toEqual([1, 1, 1])
})

describe('a member of a group who answers at the end of the ring and is asked to accept', () => {
  const RINGS_SECONDS = 6
  beforeAll(async () => {
    const group = await insertRow('ring_groups', await newRingGroup({ ...of, number: '6301' }))
    const member = { ...of, ring_group_id: group.id, extension_id: ids['1002'] }
    const asked = { timeout: RINGS_SECONDS, confirm: true }
    await insertRow('ring_group_members', await newRingGroupMember({ ...member, ...asked }))
    // Without a prompt, nobody can be asked.
    const { freeswitch } = office
    mkdirSync(join(freeswitch.folder, 'ivr'))
    writeFileSync(join(freeswitch.folder, 'ivr/ivr-to_accept_press_one.wav'), wavFile({ seconds: 1 }))
    await freeswitch.events.api(`global_setvar sound_prefix=${freeswitch.folder}`)
    await pause(SAVED_MS)
  })

  async function answered() {
    manners('rings', 'rings', 'rings')
    const calling = workshop.call('6301')
    await expect.poll(ringing, SOON).toEqual([0, 0, 1])
    await pause((RINGS_SECONDS - 1) * 1000)
    lobby.pickUp()
    const picked = performance.now()
    return { calling, seconds: () => (performance.now() - picked) / 1000 }
  }
  async function presses(digit: string) {
    const { rows = [] } = JSON.parse(await office.freeswitch.events.api('show channels as json')) as {
      rows?: { uuid: string; direction: string }[]
    }
    const called = rows.find(({ direction }) => direction === 'outbound')
    await office.freeswitch.events.api(`uuid_recv_dtmf ${called?.uuid} ${digit}`)
  }

  test('is connected by accepting after it', async () => {
    const { calling } = await answered()
    await pause(5000)
    await presses('1')
    expect((await calling).status).toBe(200)
    expect(lobby.methods).not.toContain('BYE')
  })

  test('is hung up after ten seconds without doing so', async () => {
    const { calling, seconds } = await answered()
    expect((await calling).status).not.toBe(200)
    expect(seconds()).toBeGreaterThan(9)
    expect(seconds()).toBeLessThan(14)
  })
})

describe('an extension with two phones that may have', () => {
  const limit = async (calls: number) => {
    await query('update public.extensions set concurrent_limit = $1 where id = $2', [calls, ids['1001']])
    await pause(SAVED_MS)
  }
  const usage = () => office.freeswitch.events.api(`limit_usage hash ${tenant.id} extensions.${ids['1001']}`)

  test('one call rings both, is called by nobody else meanwhile, and is busy while either talks', async () => {
    await limit(1)
    manners('rings', 'rings')
    const calling = workshop.call('1001')
    await expect.poll(ringing, SOON).toEqual([1, 1, 0])
    expect(await usage()).toBe('1')
    expect((await lobby.call('1001')).status).toBe(486)
    await office.rest()
    await calling
    await expect.poll(usage, SOON).toBe('0')

    for (const answering of [desk, softphone]) {
      manners('rings', 'rings')
      answering.manner = 'answers'
      expect((await workshop.call('1001')).status).toBe(200)
      expect(ringing()).toEqual([1, 1, 0])
      await expect.poll(usage, SOON).toBe('1')
      expect((await lobby.call('1001')).status).toBe(486)
      expect(ringing()).toEqual([1, 1, 0])
      await office.rest()
    }
  })

  test('two calls is rung by a second one on both, also by a group and while the first still rings', async () => {
    await limit(2)
    manners('rings', 'rings')
    const first = workshop.call('1001')
    await expect.poll(ringing, SOON).toEqual([1, 1, 0])
    const second = lobby.call('6300')
    // The lobby, a member of the group, is its caller.
    await expect.poll(ringing, SOON).toEqual([2, 2, 0])
    expect(await usage()).toBe('2')
    await office.rest()
    await Promise.all([first, second])
    await limit(5)
  })

  test('five is not busy while one of its phones is and the other rings', async () => {
    for (const [one, other] of [
      [486, 'rings'],
      ['rings', 486],
    ] as const) {
      manners(one, other)
      expect((await workshop.call('1001')).status).not.toBe(200)
    }
    const latest = () =>
      query(
        "select status, hangup_cause from public.cdr where tenant_id = $1 and to_number = '1001' order by start_at desc limit 2",
        [tenant.id],
      )
    const missed = { status: 'missed', hangup_cause: 'NO_ANSWER' }
    await expect.poll(latest, SOON).toEqual([missed, missed])
  })

  test('five rings while its first phone is unreachable', async () => {
    manners('is dead', 'answers')
    expect((await workshop.call('1001')).status).toBe(200)
    await expect.poll(usage, SOON).toBe('1')
  })
})
