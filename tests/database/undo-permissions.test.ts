import { describe, expect, test } from 'vitest'
import { whyNotUndone } from '@/lib/trail/change'
import type { TrailRow } from '@/lib/trail/pages'
import { ageSignIn, type Client, newMember } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newMemberRecord, newRole, newRolePermission } from '../support/factories/access'
import { newCompany, newTenant } from '../support/factories/companies'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { MANAGES, memberWith } from '../support/members'
import { secretOf } from '../support/vault'

const entryOf = async (record: string, action: string) => {
  const [entry] = await query<{ id: string }>(
    'select id from public.audit_log where record_id = $1 and action = $2 order by seq desc limit 1',
    [record, action],
  )
  if (!entry) throw new Error(`Nothing was recorded about ${record}.`)
  return entry.id
}

/** Both ways to take a change back: that of the trail, and that of a record's history. */
const WAYS = {
  undo_change: (client: Client, entry: string, tenant?: string) =>
    client.rpc('undo_change', { entry, tenant }),
  revert_entry: (client: Client, entry: string, tenant?: string) =>
    client.rpc('revert_entry', { entry, tenant }),
}
const TELEPHONY = [
  'tenants.view',
  'telephony.view',
  'telephony.create',
  'telephony.edit',
  'telephony.delete',
] as const

async function renamedCompany() {
  const company = await insertRow('companies', await newCompany())
  await query("update public.companies set name = name || ' Ltd.' where id = $1", [company.id])
  return { id: company.id, name: `${company.name} Ltd.`, entry: await entryOf(company.id, 'update') }
}

async function deletedExtension() {
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  const extension = await insertRow('extensions', await newExtension({ tenant_id }))
  await secretOf(extension.id, 'sip_password')
  await query('delete from public.extensions where id = $1', [extension.id])
  return { ...extension, entry: await entryOf(extension.id, 'delete') }
}

const secretsOf = (owner: string) => query('select field from public.secrets where owner_id = $1', [owner])

describe.each(Object.entries(WAYS))('%s', (_name, takeBack) => {
  test('finds no entry of a section that the user may not view, even by its id', async () => {
    const { client } = await memberWith(...TELEPHONY)
    const company = await renamedCompany()
    expect((await takeBack(client, company.entry)).error?.code).toMatch(/^TR4(04|10)$/)
    expect(await storedRow('companies', company.id)).toMatchObject({ name: company.name })
  })

  test('changes nothing that the user may only view', async () => {
    const { client } = await memberWith(...TELEPHONY, 'customers.view')
    const company = await renamedCompany()
    expect((await takeBack(client, company.entry)).error?.code).toMatch(/^(42501|TR410)$/)
    expect(await storedRow('companies', company.id)).toMatchObject({ name: company.name })
  })

  test('of a change in two sections leaves alone what the user may not view', async () => {
    const { client } = await memberWith(...TELEPHONY)
    const company = await insertRow('companies', await newCompany())
    const tenant_id = (await insertRow('tenants', await newTenant())).id
    const extension = await insertRow('extensions', await newExtension({ tenant_id }))
    await query(
      `with renamed as (update public.companies set name = 'Both' where id = $1)
       update public.extensions set description = 'Both' where id = $2`,
      [company.id, extension.id],
    )
    expect((await takeBack(client, await entryOf(extension.id, 'update'))).error).toBeNull()
    expect(await storedRow('extensions', extension.id)).toMatchObject({ description: extension.description })
    expect(await storedRow('companies', company.id)).toMatchObject({ name: 'Both' })
  })

  test('restores nothing from the page of another tenant', async () => {
    const { client } = await newMember('tech')
    const extension = await deletedExtension()
    const other = (await insertRow('tenants', await newTenant())).id
    expect((await takeBack(client, extension.entry, other)).error?.code).toMatch(/^TR4(04|10)$/)
    expect(await storedRow('extensions', extension.id)).toBeUndefined()
    expect(await secretsOf(extension.id)).toEqual([])
  })

  test('by two users at the same time restores a record and its secrets once', async () => {
    const extension = await deletedExtension()
    const [one, two] = [await newMember('tech'), await newMember('tech')]
    await Promise.all([one, two, one, two].map(({ client }) => takeBack(client, extension.entry)))
    expect(await storedRow('extensions', extension.id)).toMatchObject({ extension: extension.extension })
    const fields = (await secretsOf(extension.id)).map(({ field }) => field)
    expect(fields.length).toBeGreaterThan(0)
    expect(new Set(fields).size).toBe(fields.length)
    const restored = await query(
      "select 1 from public.audit_log where record_id = $1 and action = 'insert'",
      [extension.id],
    )
    // Made once, restored once.
    expect(restored).toHaveLength(2)
  })

  test('grants no permission that the user lacks, although it was granted before', async () => {
    const manager = await memberWith(...MANAGES)
    const { name } = await insertRow('roles', await newRole())
    for (const role of [name, manager.role]) {
      const held = await insertRow('role_permissions', await newRolePermission({ role, section: 'numbers' }))
      await query('delete from public.role_permissions where id = $1', [held.id])
      expect((await takeBack(manager.client, await entryOf(held.id, 'delete'))).error?.code).toBe('42501')
      expect(await storedRow('role_permissions', held.id)).toBeUndefined()
    }
  })

  test('gives nobody a former role with more rights, least of all oneself', async () => {
    const manager = await memberWith(...MANAGES)
    const peer = await insertRow('members', await newMemberRecord({ user_role: 'superadmin' }))
    for (const member of [peer.id, manager.memberId]) {
      await query("update public.members set user_role = 'superadmin' where id = $1", [member])
      await query('update public.members set user_role = $2 where id = $1', [member, manager.role])
      expect((await takeBack(manager.client, await entryOf(member, 'update'))).error?.code).toMatch(
        /^(42501|TR410|23\d{3})$/,
      )
      expect(await storedRow('members', member)).toMatchObject({ user_role: manager.role })
    }
  })

  test('of a change to staff needs a recent password or code, as the change did', async () => {
    const superadmin = await newMember('superadmin')
    const member = await insertRow('members', await newMemberRecord({ user_role: 'tech' }))
    await query("update public.members set user_role = 'admin' where id = $1", [member.id])
    const { name } = await insertRow('roles', await newRole())
    const held = await insertRow('role_permissions', await newRolePermission({ role: name }))
    await query('delete from public.role_permissions where id = $1', [held.id])
    const entries = [await entryOf(member.id, 'update'), await entryOf(held.id, 'delete')]
    await ageSignIn(superadmin.client)
    for (const entry of entries) {
      expect((await takeBack(superadmin.client, entry)).error?.code).toBe('TR401')
    }
    expect(await storedRow('members', member.id)).toMatchObject({ user_role: 'admin' })
    expect(await storedRow('role_permissions', held.id)).toBeUndefined()
  })

  test.each([
    ['active', 'disabled'],
    ['disabled', 'active'],
  ])(
    'of a status leaves a member who was %s %s, because the ban of their account would stay',
    async (before, status) => {
      const { client } = await newMember('superadmin')
      const member = await insertRow('members', await newMemberRecord({ status: before }))
      await query('update public.members set status = $2 where id = $1', [member.id, status])
      const { error } = await takeBack(client, await entryOf(member.id, 'update'))
      // The trail says it before anybody tries.
      const kinds = [{ table_name: 'members', action: 'update', count: 1 }]
      const row = { table_name: 'members', kinds, changes: { status: [before, status] } }
      expect(error?.message).toBe(whyNotUndone(row as unknown as TrailRow))
      expect(error?.message).toContain('on their own page')
      expect(await storedRow('members', member.id)).toMatchObject({ status })
    },
  )

  test('finds nothing under an id that is no entry', async () => {
    const { client } = await newMember('superadmin')
    expect((await takeBack(client, newId())).error?.code).toMatch(/^TR4(04|10)$/)
  })
})
