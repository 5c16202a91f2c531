import { beforeAll, describe, expect, test } from 'vitest'
import type { Section } from '@/lib/session/permissions'
import { deleteRole } from '@/lib/staff/roles'
import { type Client, newMember } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newMemberRecord, newRole, newRolePermission } from '../support/factories/access'
import { insertRow, newId, unique } from '../support/factories/row'
import { MANAGES, memberWith } from '../support/members'

const roleOf = async (memberId: string) => (await storedRow('members', memberId))?.user_role
const rightsOf = async (role: string) =>
  (
    await query<{ right: string }>(
      "select section || '.' || action as right from public.role_permissions where role = $1 order by 1",
      [role],
    )
  ).map(({ right }) => right)

describe('a user who may only manage staff', () => {
  let manager: Awaited<ReturnType<typeof memberWith>>
  beforeAll(async () => {
    manager = await memberWith(...MANAGES)
  })

  test('cannot make anyone a superadmin, admin or tech', async () => {
    for (const user_role of ['superadmin', 'admin', 'tech']) {
      const row = await newMemberRecord({ user_role })
      expect((await manager.client.from('members').insert(row)).error?.code).toBe('42501')
      expect(await storedRow('members', row.id)).toBeUndefined()
    }
  })

  test('cannot invite anyone as superadmin, admin or tech', async () => {
    for (const user_role of ['superadmin', 'admin', 'tech']) {
      const email = `invited-${unique()}@example.test`
      const { error } = await manager.client.rpc('prepare_invitation', { email, user_role })
      expect(error?.code).toBe('42501')
      expect(await query('select 1 from private.account_mails where address = $1', [email])).toEqual([])
    }
  })

  test('cannot give anyone, including themselves, a role with more rights', async () => {
    const peer = await memberWith()
    for (const member of [peer, manager]) {
      const before = await roleOf(member.memberId)
      await manager.client.from('members').update({ user_role: 'tech' }).eq('id', member.memberId)
      expect(await roleOf(member.memberId)).toBe(before)
    }
  })

  test('cannot demote, disable, remove, enable or sign out users with more rights', async () => {
    const [active, disabled] = [await newMember('tech'), await newMember('tech')]
    await query("update public.members set status = 'disabled' where id = $1", [disabled.memberId])
    const before = [
      await storedRow('members', active.memberId),
      await storedRow('members', disabled.memberId),
    ]
    const { client } = manager
    await client.from('members').update({ user_role: manager.role }).eq('id', active.memberId)
    await client.from('members').update({ status: 'disabled' }).eq('id', active.memberId)
    await client.from('members').update({ status: 'active' }).eq('id', disabled.memberId)
    await client.from('members').delete().eq('id', active.memberId)
    expect((await client.rpc('end_sessions', { member: active.memberId })).error?.code).toBe('42501')
    expect([
      await storedRow('members', active.memberId),
      await storedRow('members', disabled.memberId),
    ]).toEqual(before)
  })

  test('cannot add or remove permissions that they lack', async () => {
    const { name } = await insertRow('roles', await newRole())
    const held = await insertRow(
      'role_permissions',
      await newRolePermission({ role: name, section: 'sales' }),
    )
    const { client } = manager
    for (const role of [name, manager.role]) {
      const right = { role, section: 'telephony', action: 'reveal_secrets' }
      expect((await client.from('role_permissions').insert(right)).error?.code).toBe('42501')
    }
    const rows = client.from('role_permissions')
    expect((await rows.update({ action: 'export' }).eq('id', held.id)).error?.code).toBe('42501')
    expect((await rows.delete().eq('id', held.id)).error?.code).toBe('42501')
    expect(await rightsOf(name)).toEqual(['sales.view'])
    expect(await rightsOf(manager.role)).toEqual([...MANAGES].sort())
    // Moving a permission to or from one's own role counts as granting or removing it.
    const moved = await rows.update({ role: manager.role }).eq('id', held.id)
    expect(moved.error?.code).toBe('42501')
    expect(await rightsOf(name)).toEqual(['sales.view'])
  })

  test('cannot save or delete a role with more rights', async () => {
    const { client } = manager
    const name = `role-${unique()}`
    const made = await client.rpc('save_role', {
      role: newId(),
      expected_version: null as unknown as number,
      name,
      description: '',
      permissions: ['superadmin.view', 'numbers.view'],
    })
    expect(made.error?.code).toBe('42501')
    expect(await query('select 1 from public.roles where name = $1', [name])).toEqual([])

    const role = await insertRow('roles', await newRole())
    await insertRow('role_permissions', await newRolePermission({ role: role.name }))
    expect((await client.from('roles').delete().eq('id', role.id)).error?.code).toBe('42501')
    expect((await client.from('roles').update({ name }).eq('id', role.id)).error?.code).toBe('42501')
    expect(await storedRow('roles', role.id)).toMatchObject({ name: role.name })
    expect(await rightsOf(role.name)).toEqual(['sales.view'])
  })

  test('cannot view the app as a role with more rights', async () => {
    for (const role of ['superadmin', 'admin', 'tech']) {
      expect((await manager.client.rpc('view_as', { role })).error?.code).toBe('42501')
    }
    expect(await storedRow('members', manager.memberId)).toMatchObject({ viewing_as: null })
  })

  test('can still grant the permissions they have', async () => {
    const { client } = manager
    const role = { role: newId(), name: `role-${unique()}`, description: 'Looks on' }
    const saved = await client.rpc('save_role', {
      ...role,
      expected_version: null as unknown as number,
      permissions: ['superadmin.view'],
    })
    expect(saved.error).toBeNull()
    const peer = await memberWith()
    await client.from('members').update({ user_role: role.name }).eq('id', peer.memberId).throwOnError()
    expect(await roleOf(peer.memberId)).toBe(role.name)
    await client.rpc('view_as', { role: role.name }).throwOnError()
    expect(await storedRow('members', manager.memberId)).toMatchObject({ viewing_as: role.name })
    await client.rpc('view_as', { role: null as unknown as string }).throwOnError()
  })
})

describe('a role', () => {
  test('that someone else has saved since is kept, and whoever deletes it is told why', async () => {
    const { client } = await newMember('superadmin')
    const role = await insertRow('roles', await newRole())
    await query('update public.roles set version = version + 1 where id = $1', [role.id])
    await expect(deleteRole(client, role.id, role.version)).rejects.toMatchObject({ reason: 'conflict' })
    expect(await storedRow('roles', role.id)).toBeDefined()
    await deleteRole(client, role.id, role.version + 1)
    expect(await storedRow('roles', role.id)).toBeUndefined()
  })
})

describe('viewing the app as another role', () => {
  const sees = async (client: Client, section: Section) =>
    (await client.rpc('has_permission', { section, action: 'view' })).data

  test('never gives more rights than the user’s own role, even if the other is extended', async () => {
    const manager = await memberWith(...MANAGES)
    const { name } = await insertRow('roles', await newRole())
    await manager.client.rpc('view_as', { role: name }).throwOnError()
    await insertRow('role_permissions', await newRolePermission({ role: name, section: 'numbers' }))
    expect(await sees(manager.client, 'numbers')).toBe(false)
    await insertRow('role_permissions', await newRolePermission({ role: name, section: 'superadmin' }))
    expect(await sees(manager.client, 'superadmin')).toBe(true)
  })

  test('ends when the user’s own role changes', async () => {
    const superadmin = await newMember('superadmin')
    await superadmin.client.rpc('view_as', { role: 'admin' }).throwOnError()
    const other = await newMember('superadmin')
    await other.client
      .from('members')
      .update({ user_role: 'tech' })
      .eq('id', superadmin.memberId)
      .throwOnError()
    expect(await storedRow('members', superadmin.memberId)).toMatchObject({
      user_role: 'tech',
      viewing_as: null,
      viewing_as_until: null,
    })
    expect(await sees(superadmin.client, 'sales')).toBe(false)
  })

  test('cannot start or end with a revoked token or as a disabled member', async () => {
    const [signedOut, ended, disabled] = [
      await newMember('superadmin'),
      await newMember('superadmin'),
      await newMember('superadmin'),
    ]
    for (const { client } of [signedOut, ended, disabled])
      await client.rpc('view_as', { role: 'tech' }).throwOnError()
    await query("update public.members set sessions_valid_from = now() + interval '1 minute' where id = $1", [
      signedOut.memberId,
    ])
    await query('delete from auth.sessions where user_id = $1', [ended.userId])
    await query("update public.members set status = 'disabled' where id = $1", [disabled.memberId])
    for (const { client, memberId } of [signedOut, ended, disabled]) {
      for (const role of ['admin', null as unknown as string]) {
        expect((await client.rpc('view_as', { role })).error?.code).toBe('42501')
      }
      expect(await storedRow('members', memberId)).toMatchObject({ viewing_as: 'tech' })
    }
  })
})
