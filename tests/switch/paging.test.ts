import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { newPagingGroup, newPagingGroupMember } from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { openOffice, SAVED_MS } from '../support/switch/test-pbx'

const office = await openOffice()
const { freeswitch, tenant, desk, lobby, workshop, ids } = office
await office.signIn()
afterEach(office.rest)

const LONG = { timeout: 20_000 }

interface Member {
  caller_id_number: string
  flags: { can_speak: boolean; can_hear: boolean }
}

/** The members of the only conference; empty if there is none. */
async function members(): Promise<Member[]> {
  const said = await freeswitch.events.api('conference json_list')
  return said.startsWith('[') ? ((JSON.parse(said) as { members: Member[] }[])[0]?.members ?? []) : []
}

describe('a paging group on a FreeSWITCH', () => {
  test.each([
    ['paging', '6900', false],
    ['an intercom', '6901', true],
  ])('calls its phones, which auto-answer, until the caller hangs up: %s', async (_what, dialed, two_way) => {
    const group = await insertRow(
      'paging_groups',
      await newPagingGroup({ tenant_id: tenant.id, number: dialed, two_way }),
    )
    for (const extension of ['1001', '1002', '1003']) {
      const member = { tenant_id: tenant.id, paging_group_id: group.id, extension_id: ids[extension] }
      await insertRow('paging_group_members', await newPagingGroupMember(member))
    }
    await pause(SAVED_MS)
    const call = await desk.call(dialed)
    expect(call.status).toBe(200)
    await expect.poll(async () => (await members()).length, LONG).toBe(3)
    expect(desk.calls).toHaveLength(0)
    for (const phone of [lobby, workshop]) {
      expect(phone.calls).toHaveLength(1)
      expect(phone.calls[0]?.headers['call-info']).toMatch(/answer-after=0/)
      expect(phone.calls[0]?.headers['alert-info']).toMatch(/info=alert-autoanswer;delay=0/)
    }
    const heard = (await members()).filter(({ flags }) => flags.can_speak)
    expect(heard).toHaveLength(two_way ? 3 : 1)
    call.hangUp()
    await expect.poll(async () => (await members()).length, LONG).toBe(0)
    await office.expectPath(two_way ? /the caller talks with them/ : /speaks from 2 phones/)
  })

  test('shows a caller who withholds the number as anonymous', async () => {
    const group = await insertRow(
      'paging_groups',
      await newPagingGroup({ tenant_id: tenant.id, number: '6902' }),
    )
    const member = { tenant_id: tenant.id, paging_group_id: group.id, extension_id: ids['1002'] }
    await insertRow('paging_group_members', await newPagingGroupMember(member))
    await office.number(1, group.id)
    await pause(SAVED_MS)
    expect((await office.east.call(office.did(1), 'anonymous')).status).toBe(200)
    await expect.poll(() => lobby.calls, LONG).toHaveLength(1)
    expect(lobby.calls[0]?.headers.from).toMatch(/^"anonymous" <sip:anonymous@/)
  })

  test('stops ringing a phone that does not auto-answer', async () => {
    const group = await insertRow(
      'paging_groups',
      await newPagingGroup({ tenant_id: tenant.id, number: '6903' }),
    )
    const member = { tenant_id: tenant.id, paging_group_id: group.id, extension_id: ids['1002'] }
    await insertRow('paging_group_members', await newPagingGroupMember(member))
    await pause(SAVED_MS)
    lobby.manner = 'rings'
    expect((await desk.call('6903')).status).toBe(200)
    await expect.poll(() => lobby.methods, LONG).toContain('CANCEL')
  })
})
