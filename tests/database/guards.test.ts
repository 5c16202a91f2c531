import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, newMember, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newRole } from '../support/factories/access'
import { newTenant, newTenantCompany } from '../support/factories/companies'
import { insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('built-in roles', () => {
  test.each(['superadmin', 'admin', 'tech'])(
    'cannot be renamed, removed or made custom: %s',
    async (name) => {
      const { client } = callers.superadmin
      const before = await query('select to_jsonb(r) as role from public.roles r where name = $1', [name])
      await client
        .from('roles')
        .update({ name: `renamed-${name}` })
        .eq('name', name)
      await client.from('roles').update({ built_in: false }).eq('name', name)
      await client.from('roles').delete().eq('name', name)
      expect(await query('select to_jsonb(r) as role from public.roles r where name = $1', [name])).toEqual(
        before,
      )
    },
  )

  test('cannot be created by users, who could never delete them', async () => {
    const role = await newRole()
    await callers.superadmin.client.from('roles').insert({ ...role, built_in: true })
    expect(await storedRow('roles', role.id)).toBeUndefined()
    await insertRow('roles', role)
    await callers.superadmin.client.from('roles').update({ built_in: true }).eq('id', role.id)
    expect(await storedRow('roles', role.id)).toMatchObject({ built_in: false })
  })

  test('keep every permission of the superadmin', async () => {
    const { client } = callers.superadmin
    const held = () =>
      query("select section, action from public.role_permissions where role = 'superadmin' order by 1, 2")
    const before = await held()
    await client.from('role_permissions').delete().eq('role', 'superadmin')
    await client.from('role_permissions').delete().eq('role', 'superadmin').eq('section', 'superadmin')
    await client
      .from('role_permissions')
      .update({ role: 'tech' })
      .eq('role', 'superadmin')
      .eq('section', 'reports')
    await client
      .from('role_permissions')
      .update({ action: 'view' })
      .eq('role', 'superadmin')
      .eq('section', 'superadmin')
      .eq('action', 'edit')
    expect(await held()).toEqual(before)
    expect(before).toHaveLength(61)
  })
})

describe('a custom role', () => {
  test('takes effect immediately, permission by permission', async () => {
    const { client: superadmin } = callers.superadmin
    const role = await insertRow('roles', await newRole())
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const member = await newMember(role.name)
    const sees = async () =>
      (await member.client.from('extensions').select('id').eq('id', extension.id)).data?.length === 1
    const grant = (action: string) =>
      superadmin.from('role_permissions').insert({ role: role.name, section: 'telephony', action })
    const adds = async () => {
      const row = await FACTORIES.extensions({ tenant_id: extension.tenant_id, extension: '2002' })
      await member.client.from('extensions').insert(row)
      return (await storedRow('extensions', row.id)) !== undefined
    }

    expect(await sees()).toBe(false)
    await grant('view')
    expect(await sees()).toBe(true)
    expect(await adds()).toBe(false)
    await grant('create')
    expect(await adds()).toBe(true)
    await member.client.from('extensions').update({ description: 'edited' }).eq('id', extension.id)
    await member.client.from('extensions').delete().eq('id', extension.id)
    expect(await storedRow('extensions', extension.id)).toEqual(extension)
    await superadmin.from('role_permissions').delete().eq('role', role.name).eq('action', 'view')
    expect(await sees()).toBe(false)
  })

  test('cannot be deleted while members have it', async () => {
    const member = await insertRow(
      'members',
      await FACTORIES.members({
        user_role: (await insertRow('roles', await newRole())).name,
      }),
    )
    await callers.superadmin.client.from('roles').delete().eq('name', member.user_role)
    expect(await query('select 1 from public.roles where name = $1', [member.user_role])).toHaveLength(1)
  })

  test('with access to sales only cannot see tenants’ numbers or turn a company into a tenant', async () => {
    const { client } = await memberWith('sales.view', 'sales.create', 'sales.edit')
    const prospect = await FACTORIES.companies()
    await client.from('companies').insert(prospect)
    await client.from('companies').update({ name: 'Renamed by sales' }).eq('id', prospect.id)
    expect(await storedRow('companies', prospect.id)).toMatchObject({ name: 'Renamed by sales' })

    const tenant = await insertRow('tenants', await newTenant())
    await client.from('companies').update({ type: 'tenant' }).eq('id', prospect.id)
    await client.from('companies').update({ domain_uuid: tenant.id }).eq('id', prospect.id)
    expect(await storedRow('companies', prospect.id)).toMatchObject({ type: 'company', domain_uuid: null })
    const typed = await FACTORIES.companies({ type: 'tenant' })
    await client.from('companies').insert(typed)
    expect(await storedRow('companies', typed.id)).toBeUndefined()
    expect((await client.from('dids').select('id')).data ?? []).toEqual([])
  })
})

test('a disabled member is refused on the next request, even with a valid token', async () => {
  const member = await newMember('admin')
  const company = await insertRow('companies', await FACTORIES.companies())
  const sees = async () =>
    (await member.client.from('companies').select('id').eq('id', company.id)).data ?? []
  expect(await sees()).toHaveLength(1)

  await callers.superadmin.client.from('members').update({ status: 'disabled' }).eq('id', member.memberId)
  expect(await sees()).toEqual([])
  await member.client.from('companies').update({ name: 'Too late' }).eq('id', company.id)
  expect(await storedRow('companies', company.id)).toEqual(company)
  expect((await member.client.from('members').select('status')).data).toEqual([{ status: 'disabled' }])
})

test('a new role takes effect on the next request', async () => {
  const member = await newMember('admin')
  const company = await insertRow('companies', await FACTORIES.companies())
  await callers.superadmin.client.from('members').update({ user_role: 'tech' }).eq('id', member.memberId)
  expect((await member.client.from('companies').select('id').eq('id', company.id)).data).toEqual([])
})

describe('a company with a tenant', () => {
  const setUp = async () => insertRow('companies', await newTenantCompany())

  test('keeps its tenant code', async () => {
    const company = await setUp()
    const { client } = callers.admin
    await client
      .from('companies')
      .update({ tenant_code: `other-${unique()}` })
      .eq('id', company.id)
    await client.from('companies').update({ tenant_code: null }).eq('id', company.id)
    expect(await storedRow('companies', company.id)).toEqual(company)
  })

  test('keeps its tenant and its type, so that its code cannot be changed by a detour', async () => {
    const company = await setUp()
    const other = await insertRow('tenants', await newTenant())
    const { client } = callers.admin
    await client.from('companies').update({ domain_uuid: null }).eq('id', company.id)
    await client.from('companies').update({ domain_uuid: other.id }).eq('id', company.id)
    await client.from('companies').update({ type: 'company' }).eq('id', company.id)
    await client.from('companies').update({ type: 'company', domain_uuid: null }).eq('id', company.id)
    expect(await storedRow('companies', company.id)).toEqual(company)
  })

  test('can be deleted only after its tenant', async () => {
    const company = await setUp()
    const { client } = callers.admin
    await client.from('companies').delete().eq('id', company.id)
    expect(await storedRow('companies', company.id)).toEqual(company)
    await client
      .from('tenants')
      .delete()
      .eq('id', company.domain_uuid ?? '')
    expect(await storedRow('companies', company.id)).toMatchObject({
      domain_uuid: null,
      tenant_code: company.tenant_code,
    })
    await client.from('companies').delete().eq('id', company.id)
    expect(await storedRow('companies', company.id)).toBeUndefined()
  })

  test('gets its code when the tenant is created', async () => {
    const company = await insertRow('companies', await FACTORIES.companies())
    const tenant = await insertRow('tenants', await newTenant())
    const live = { type: 'tenant', domain_uuid: tenant.id, tenant_code: `code-${unique()}` }
    await callers.admin.client.from('companies').update(live).eq('id', company.id)
    expect(await storedRow('companies', company.id)).toMatchObject(live)
  })
})

test('a tenant that holds numbers cannot be deleted', async () => {
  const did = await insertRow('dids', await FACTORIES.dids())
  await callers.superadmin.client
    .from('tenants')
    .delete()
    .eq('id', did.tenant_id ?? '')
  expect(await storedRow('tenants', did.tenant_id ?? '')).toBeDefined()
})

describe.each(['tech', 'admin'] as const)('the number of a tenant, for a %s', (role) => {
  test('can be described, switched off and registered for 911', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    const change = { description: 'After hours', enabled: false }
    await callers[role].client.from('dids').update(change).eq('id', did.id)
    expect(await storedRow('dids', did.id)).toMatchObject(change)
  })

  test('cannot be moved, renumbered or released', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    const other = await insertRow('tenants', await newTenant())
    const { client } = callers[role]
    await client.from('dids').update({ tenant_id: other.id }).eq('id', did.id)
    await client.from('dids').update({ tenant_id: null }).eq('id', did.id)
    await client.from('dids').update({ number: uniqueNumber() }).eq('id', did.id)
    await client.from('dids').update({ status: 'released' }).eq('id', did.id)
    await client.from('dids').update({ status: 'available', tenant_id: null }).eq('id', did.id)
    expect(await storedRow('dids', did.id)).toEqual(did)
  })

  test('cannot be taken from unassigned numbers', async () => {
    const did = await insertRow('dids', await newFreeNumber())
    const tenant = await insertRow('tenants', await newTenant())
    await callers[role].client
      .from('dids')
      .update({ tenant_id: tenant.id, status: 'assigned' })
      .eq('id', did.id)
    expect(await storedRow('dids', did.id)).toEqual(did)
  })
})

test('a superadmin can move and release numbers', async () => {
  const did = await insertRow('dids', await FACTORIES.dids())
  const release = { tenant_id: null, status: 'aging' }
  await callers.superadmin.client.from('dids').update(release).eq('id', did.id)
  expect(await storedRow('dids', did.id)).toMatchObject(release)
})

describe('the time zone of a tenant', () => {
  test.each(['America/Nowhere', 'america/denver', '', 'UTC+3', 'EST4EDT', 'Factory', 'posix/UTC'])(
    'cannot be "%s"',
    async (time_zone) => {
      const tenant = await newTenant({ time_zone })
      await callers.admin.client.from('tenants').insert(tenant)
      expect(await storedRow('tenants', tenant.id)).toBeUndefined()
      const stored = await insertRow('tenants', await newTenant())
      await callers.admin.client.from('tenants').update({ time_zone }).eq('id', stored.id)
      expect(await storedRow('tenants', stored.id)).toEqual(stored)
    },
  )

  test('must be one that the app can display', async () => {
    const zones = await query<{ name: string }>(
      "select name from pg_timezone_names where name like '%/%' or name = 'UTC'",
    )
    const unknown = zones.filter(({ name }) => {
      try {
        return !new Intl.DateTimeFormat('en-US', { timeZone: name })
      } catch {
        return !/^(posix|right)\//.test(name)
      }
    })
    expect(unknown).toEqual([])
  })
})

describe('concurrent saves of a record', () => {
  test('update no row with an older version', async () => {
    const company = await insertRow('companies', await FACTORIES.companies())
    const save = (role: 'admin' | 'superadmin', name: string) =>
      callers[role].client
        .from('companies')
        .update({ name })
        .eq('id', company.id)
        .eq('version', company.version)
        .select('version')
    expect((await save('admin', 'First')).data).toEqual([{ version: company.version + 1 }])
    const second = await save('superadmin', 'Second')
    expect(second).toMatchObject({ error: null, data: [] })
    expect(await storedRow('companies', company.id)).toMatchObject({
      name: 'First',
      version: company.version + 1,
    })
  })

  test('cannot change the id or creation time, or set the version or update time', async () => {
    const company = await insertRow('companies', await FACTORIES.companies())
    const ahead = await callers.admin.client.from('companies').update({ version: 99 }).eq('id', company.id)
    expect(ahead.error?.code).toBe('TR409')
    await callers.admin.client
      .from('companies')
      .update({
        id: '00000000-0000-4000-8000-0000000000aa',
        created_at: '2001-01-01T00:00:00Z',
        updated_at: '2001-01-01T00:00:00Z',
        version: 2,
      })
      .eq('id', company.id)
    const after = await storedRow('companies', company.id)
    expect(after).toMatchObject({
      id: company.id,
      created_at: company.created_at,
      version: company.version + 1,
    })
    expect(Date.parse(String(after?.updated_at))).toBeGreaterThan(Date.parse(company.updated_at))
  })
})
