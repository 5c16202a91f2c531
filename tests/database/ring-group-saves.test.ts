import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newRingGroup, newRingGroupMember } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newDestination, newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const SERVICE_STATES = [{}, { enabled: false }, { suspended: true }, { do_not_disturb: true }]

const tenantId = async () => (await insertRow('tenants', await newTenant())).id

describe('saving a ring group', () => {
  const save = (
    id: string,
    tenant: string,
    expected_version: number | null,
    values: Given<'ring_groups'>,
    rows: Given<'ring_group_members'>[],
  ) =>
    callers.tech.client.rpc('save_record', {
      target_table: 'ring_groups',
      record: id,
      tenant,
      expected_version: expected_version as number,
      record_values: values,
      children: { ring_group_members: { parent: 'ring_group_id', rows } },
    })
  const membersOf = (id: string) =>
    query<{ id: string; extension_id: string | null; external_number: string | null }>(
      'select id, extension_id, external_number from public.ring_group_members where ring_group_id = $1 order by position',
      [id],
    )

  test('stores it with its members in one step, or not at all', async () => {
    const tenant = await tenantId()
    const extension = await insertRow('extensions', await newExtension({ tenant_id: tenant }))
    const id = newId()
    const group = { name: 'Sales', number: '6000' }
    const member = { id: newId(), extension_id: extension.id, position: 1 }
    const refused = await save(id, tenant, null, group, [
      member,
      { id: newId(), external_number: '12', position: 2 },
    ])
    expect(refused.error?.code).toBe('23514')
    expect(await storedRow('ring_groups', id)).toBeUndefined()

    const outside = { id: newId(), external_number: '+12075550123', position: 2 }
    const saved = await save(id, tenant, null, group, [member, outside])
    expect(saved.error).toBeNull()
    expect((await membersOf(id)).map((row) => row.id)).toEqual([member.id, outside.id])

    const reordered = await save(id, tenant, 1, {}, [
      { ...outside, position: 1 },
      { ...member, position: 2 },
    ])
    expect(reordered.data).toMatchObject({ version: 2 })
    expect((await membersOf(id)).map((row) => row.id)).toEqual([outside.id, member.id])

    const stale = await save(id, tenant, 1, { name: 'Late' }, [])
    expect(stale.error?.code).toBe('TR409')
    expect(await membersOf(id)).toHaveLength(2)
  })

  test('replaces a member with the same extension', async () => {
    const member = await insertRow('ring_group_members', await newRingGroupMember())
    const { id, tenant_id, ring_group_id, extension_id } = member
    const again = { id: newId(), extension_id, position: 1 }
    const saved = await save(ring_group_id, tenant_id, 2, {}, [again])
    expect(saved.error).toBeNull()
    expect(await storedRow('ring_group_members', id)).toBeUndefined()
    expect(await storedRow('ring_group_members', again.id)).toMatchObject({ ring_group_id, tenant_id })
  })

  test('records changes of its members in its history', async () => {
    const member = await insertRow('ring_group_members', await newRingGroupMember())
    await save(member.ring_group_id, member.tenant_id, 2, {}, [
      { id: member.id, extension_id: member.extension_id, delay: 15, position: 1 },
    ])
    const { data } = await callers.tech.client.rpc('record_history', {
      target_table: 'ring_groups',
      record: member.ring_group_id,
    })
    expect(data?.[0]).toMatchObject({
      table_name: 'ring_group_members',
      parent_id: member.ring_group_id,
      changes: { delay: [0, 15] },
    })
  })
})

describe('the list of ring groups', () => {
  test('counts members and how many of them would ring', async () => {
    const group = await insertRow('ring_groups', await newRingGroup())
    const { tenant_id, id: ring_group_id } = group
    const outside = await insertRow('destinations', await newDestination({ tenant_id }))
    const other = async (given: Given<'extensions'>) =>
      insertRow('extensions', await newExtension({ tenant_id, ...given }))
    const desk = await other({ extension: '2000' })
    const suspended = await other({ extension: '2001', suspended: true })
    const [mailbox] = await query<{ id: string }>(
      "select id from public.destinations where kind = 'voicemails' and record_id = $1",
      [desk.id],
    )
    const forwarding = (to: string | undefined, do_not_disturb: boolean) => ({
      do_not_disturb,
      forward_all_enabled: true,
      forward_all_destination_id: to,
    })
    const states = [
      ...SERVICE_STATES,
      forwarding(outside.id, true),
      forwarding(desk.id, true),
      forwarding(suspended.id, true),
      forwarding(mailbox?.id, false),
    ]
    for (const [index, given] of states.entries()) {
      const extension = await insertRow(
        'extensions',
        await newExtension({ tenant_id, extension: `10${index}0`, ...given }),
      )
      await insertRow(
        'ring_group_members',
        await newRingGroupMember({ tenant_id, ring_group_id, extension_id: extension.id }),
      )
    }
    for (const [external_number, enabled] of [
      ['+12075550123', true],
      ['+12075550124', false],
    ] as const) {
      await insertRow(
        'ring_group_members',
        await newRingGroupMember({ tenant_id, ring_group_id, external_number, enabled }),
      )
    }
    const page = (role: Role) =>
      callers[role].client.rpc('record_page', { target_table: 'ring_groups', tenant: tenant_id })
    const counted = (ringing_members: number) => [
      expect.objectContaining({ id: ring_group_id, members: 10, ringing_members }),
    ]
    expect((await page('tech')).data).toEqual(counted(3))
    await callers.tech.client.from('ring_groups').update({ follow_forwarding: true }).eq('id', ring_group_id)
    expect((await page('tech')).data).toEqual(counted(4))
    expect((await page('nomember')).data).toEqual([])
  })
})
