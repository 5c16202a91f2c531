import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
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

test('an extension with two phones that follows its owner rings both, and the other phone after its delay', async () => {
  const [destination] = await query<{ id: string }>(
    "select id from public.destinations where tenant_id = $1 and kind = 'extensions' and record_id = $2",
    [tenant.id, ids['1002']],
  )
  const target = { ...of, extension_id: ids['1001'], target_destination_id: destination?.id }
  const { id } = await insertRow('extension_follow_me', await newFollowMe({ ...target, delay: 3, timeout: 5 }))
  await query('update public.extensions set follow_me_enabled = true where id = $1', [ids['1001']])
  await pause(SAVED_MS)
  manners('rings', 'rings', 'answers')
  const calling = workshop.call('1001')
  await expect.poll(ringing, SOON).toEqual([1, 1, 0])
  expect((await calling).status).toBe(200)
  expect(ringing()).toEqual([1, 1, 1])
  await query('update public.extensions set follow_me_enabled = false where id = $1', [ids['1001']])
  await query('delete from public.extension_follow_me where id = $1', [id])
  await pause(SAVED_MS)
})
