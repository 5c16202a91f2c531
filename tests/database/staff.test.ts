import { describe, expect, test } from 'vitest'
import { ageSignIn, newMember, signIn } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newRole } from '../support/factories/access'
import { insertRow, newId, unique } from '../support/factories/row'

const emailOf = async (memberId: string) => String((await storedRow('members', memberId))?.email)

describe('viewing the app as another role', () => {
  test('gives exactly the rights of that role, and back', async () => {
    const superadmin = await newMember('superadmin')
    const company = await insertRow('companies', await FACTORIES.companies())
    const sees = async () =>
      (await superadmin.client.from('companies').select('id').eq('id', company.id)).data?.length
    expect(await sees()).toBe(1)
    await superadmin.client.rpc('view_as', { role: 'tech' })
    expect(await sees()).toBe(0)
    expect((await superadmin.client.from('role_permissions').select('role')).data).toEqual(
      expect.arrayContaining([{ role: 'tech' }]),
    )
    expect(
      (await superadmin.client.rpc('has_permission', { section: 'superadmin', action: 'view' })).data,
    ).toBe(false)
    await superadmin.client.rpc('view_as', { role: null as unknown as string })
    expect(await sees()).toBe(1)
  })

  test('ends automatically', async () => {
    const superadmin = await newMember('superadmin')
    await superadmin.client.rpc('view_as', { role: 'tech' })
    await query("update public.members set viewing_as_until = now() - interval '1 second' where id = $1", [
      superadmin.memberId,
    ])
    expect(
      (await superadmin.client.rpc('has_permission', { section: 'superadmin', action: 'view' })).data,
    ).toBe(true)
  })

  test.each(['admin', 'tech'])('is denied to the %s in every way', async (role) => {
    const member = await newMember(role)
    const { error } = await member.client.rpc('view_as', { role: 'superadmin' })
    expect(error?.code).toBe('42501')
    await member.client
      .from('members')
      .update({ viewing_as: 'superadmin', viewing_as_until: '2999-01-01' })
      .eq('id', member.memberId)
    expect(await storedRow('members', member.memberId)).toMatchObject({ user_role: role, viewing_as: null })
  })

  test('cannot be written directly, even by a superadmin', async () => {
    const [superadmin, other] = [await newMember('superadmin'), await newMember('tech')]
    await superadmin.client.from('members').update({ viewing_as: 'admin' }).eq('id', other.memberId)
    expect(await storedRow('members', other.memberId)).toMatchObject({ viewing_as: null })
  })
})

describe('signing a member out everywhere', () => {
  test('revokes the rights of their sessions immediately, until they sign in again', async () => {
    const [superadmin, member] = [await newMember('superadmin'), await newMember('tech')]
    const may = async (client = member.client) =>
      (await client.rpc('has_permission', { section: 'telephony', action: 'view' })).data
    expect(await may()).toBe(true)
    const { error } = await superadmin.client.rpc('end_sessions', { member: member.memberId })
    expect(error).toBeNull()
    expect(await may()).toBe(false)
    expect((await member.client.auth.refreshSession()).error).not.toBeNull()
    const email = await emailOf(member.memberId)
    await expect.poll(async () => may(await signIn(email))).toBe(true)
  })

  test('is denied to an admin', async () => {
    const [admin, member] = [await newMember('admin'), await newMember('tech')]
    const { error } = await admin.client.rpc('end_sessions', { member: member.memberId })
    expect(error?.code).toBe('42501')
    expect((await member.client.rpc('has_permission', { section: 'telephony', action: 'view' })).data).toBe(
      true,
    )
  })
})

test('a member has the new address of their account, and the trail says so', async () => {
  const { memberId } = await newMember('tech')
  const email = await emailOf(memberId)
  const changed = `Moved-${email}`
  await query(
    'update auth.users set email = $2 where id = (select user_id from public.members where id = $1)',
    [memberId, changed],
  )
  expect(await emailOf(memberId)).toBe(changed.toLowerCase())
  expect(
    await query(
      "select changes -> 'email' as email from public.audit_log where record_id = $1 and action = 'update'",
      [memberId],
    ),
  ).toEqual([{ email: [email, changed.toLowerCase()] }])
})

describe('ten minutes after the last sign-in', () => {
  test('changing roles, status and sessions of members needs the password', async () => {
    const [superadmin, member] = [await newMember('superadmin'), await newMember('tech')]
    await ageSignIn(superadmin.client)
    const { client } = superadmin
    const members = client.from('members')
    const attempts = [
      await members.update({ user_role: 'admin' }).eq('id', member.memberId),
      await members.update({ status: 'disabled' }).eq('id', member.memberId),
      await members.delete().eq('id', member.memberId),
      await client.rpc('end_sessions', { member: member.memberId }),
    ]
    expect(attempts.map(({ error }) => error?.code)).toEqual(['TR401', 'TR401', 'TR401', 'TR401'])
    expect(await storedRow('members', member.memberId)).toMatchObject({
      user_role: 'tech',
      status: 'active',
      sessions_valid_from: null,
    })
  })

  test('adding, changing and deleting roles and their permissions needs the password', async () => {
    const { client } = await newMember('superadmin')
    const role = await insertRow('roles', await FACTORIES.roles())
    const permission = await insertRow('role_permissions', {
      role: role.name,
      section: 'sales',
      action: 'view',
    })
    const added = await FACTORIES.roles()
    await ageSignIn(client)
    const [roles, matrix] = [client.from('roles'), client.from('role_permissions')]
    const attempts = [
      await roles.insert(added),
      await roles.update({ description: 'Changed' }).eq('id', role.id),
      await roles.delete().eq('id', role.id),
      await matrix.insert({ role: role.name, section: 'sales', action: 'edit' }),
      await matrix.update({ action: 'export' }).eq('id', permission.id),
      await matrix.delete().eq('id', permission.id),
    ]
    expect(attempts.map(({ error }) => error?.code)).toEqual(attempts.map(() => 'TR401'))
    expect(await storedRow('roles', added.id)).toBeUndefined()
    expect(await storedRow('roles', role.id)).toEqual(role)
    expect(
      await query('select id, action from public.role_permissions where role = $1', [role.name]),
    ).toEqual([{ id: permission.id, action: 'view' }])
  })

  test('users without the permission are denied, not asked for a password', async () => {
    const [admin, member] = [await newMember('admin'), await newMember('tech')]
    await ageSignIn(admin.client)
    const row = await FACTORIES.members()
    expect((await admin.client.from('members').insert(row)).error?.code).toBe('42501')
    expect((await admin.client.rpc('end_sessions', { member: member.memberId })).error?.code).toBe('42501')
    const permission = { role: 'admin', section: 'superadmin', action: 'view' }
    expect((await admin.client.from('role_permissions').insert(permission)).error?.code).toBe('42501')
  })

  test('changing a name does not need the password', async () => {
    const [superadmin, member] = [await newMember('superadmin'), await newMember('tech')]
    await ageSignIn(superadmin.client)
    await superadmin.client.from('members').update({ full_name: 'Renamed desk' }).eq('id', member.memberId)
    expect(await storedRow('members', member.memberId)).toMatchObject({ full_name: 'Renamed desk' })
  })
})

describe('a role and its matrix', () => {
  const permissionsOf = async (name: string) =>
    (
      await query<{ p: string }>(
        "select section || '.' || action as p from public.role_permissions where role = $1 order by 1",
        [name],
      )
    ).map(({ p }) => p)

  test('are saved together, once if repeated, and not over a newer version', async () => {
    const { client } = await newMember('superadmin')
    const name = `role-${unique()}`
    const role = newId()
    const made = { role, name, description: 'Looks at reports', expected_version: null as unknown as number }
    const create = () => client.rpc('save_role', { ...made, permissions: ['reports.view'] })
    expect([(await create()).error, (await create()).error]).toEqual([null, null])
    for (const change of [{ label: 'Other' }, { second_factor: true }, { permissions: [] }]) {
      const other = { ...made, permissions: ['reports.view'], ...change }
      expect((await client.rpc('save_role', other)).error).toMatchObject({
        code: 'TR422',
        message: expect.stringContaining(`has already created the role ${name}, with other values.`),
      })
    }
    expect(await permissionsOf(name)).toEqual(['reports.view'])
    const next = {
      ...{ ...made, expected_version: 1, description: 'And exports them' },
      label: 'Reports, all',
      permissions: ['reports.export', 'reports.view'],
    }
    const save = async (change: Partial<typeof next> = {}) =>
      (await client.rpc('save_role', { ...next, ...change })).error?.code
    expect([await save(), await save()]).toEqual([undefined, undefined])
    expect(await permissionsOf(name)).toEqual(['reports.export', 'reports.view'])
    expect([await save({ permissions: [] }), await save({ label: '' })]).toEqual(['TR409', 'TR409'])
    expect(await permissionsOf(name)).toEqual(['reports.export', 'reports.view'])
    expect(await storedRow('roles', role)).toMatchObject({
      name,
      label: 'Reports, all',
      description: 'And exports them',
      version: 2,
    })
  })

  test('are denied to an admin', async () => {
    const { client } = await newMember('admin')
    const role = await insertRow('roles', await newRole())
    const { error } = await client.rpc('save_role', {
      role: role.id,
      expected_version: 1,
      name: role.name,
      description: 'Taken over',
      permissions: ['superadmin.edit'],
    })
    expect(error).not.toBeNull()
    expect(await permissionsOf(role.name)).toEqual([])
  })

  test('cannot be reduced for the superadmin', async () => {
    const { client } = await newMember('superadmin')
    const [role] = await query<{ id: string; version: number }>(
      "select id, version from public.roles where name = 'superadmin'",
    )
    const { error } = await client.rpc('save_role', {
      role: String(role?.id),
      expected_version: Number(role?.version),
      name: 'superadmin',
      description: 'Everything',
      permissions: ['dashboard.view'],
    })
    expect(error?.message).toBe('The superadmin role keeps all of its permissions.')
    expect(await permissionsOf('superadmin')).toHaveLength(61)
  })
})
