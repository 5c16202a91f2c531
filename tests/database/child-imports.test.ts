import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** A tenant with a ring group and an extension. */
async function arranged() {
  const tenant = (await insertRow('tenants', await newTenant())).id
  const group = await insertRow('ring_groups', await newRingGroup({ tenant_id: tenant }))
  const extension = await insertRow('extensions', await newExtension({ tenant_id: tenant }))
  return { tenant, group: group.id, extension: extension.id }
}

const members = (group: string) =>
  query(
    `select extension_id, external_number, delay from public.ring_group_members
     where ring_group_id = $1 order by position`,
    [group],
  )

describe('importing members of ring groups', () => {
  const send = (role: Role, tenant: string, rows: object[], dry_run = false) =>
    callers[role].client.rpc('import_records', {
      target_table: 'ring_group_members',
      tenant,
      key_columns: ['ring_group_id', 'extension_id', 'external_number'],
      rows: rows as never,
      dry_run,
    })
  const outcomes = async (...asked: Parameters<typeof send>) =>
    ((await send(...asked)).data ?? []).map(({ outcome }) => outcome)

  test('matches by group and by extension or number, and changes nothing the second time', async () => {
    const { tenant, group, extension } = await arranged()
    const rows = [
      { ring_group_id: group, extension_id: extension, external_number: null, position: 1, delay: 0 },
      { ring_group_id: group, extension_id: null, external_number: '+12075550123', position: 2, delay: 10 },
    ]
    expect(await outcomes('tech', tenant, rows, true)).toEqual(['insert', 'insert'])
    expect(await members(group)).toEqual([])
    expect(await outcomes('tech', tenant, rows)).toEqual(['insert', 'insert'])
    expect(await outcomes('tech', tenant, rows)).toEqual(['unchanged', 'unchanged'])
    expect(await outcomes('tech', tenant, [{ ...rows[1], delay: 20 }])).toEqual(['update'])
    expect(await members(group)).toEqual([
      { extension_id: extension, external_number: null, delay: 0 },
      { extension_id: null, external_number: '+12075550123', delay: 20 },
    ])
  })

  test('raises the group’s version, so that an outdated form cannot remove them', async () => {
    const { tenant, group, extension } = await arranged()
    const row = { ring_group_id: group, extension_id: extension, external_number: null }
    await send('tech', tenant, [row], true)
    expect((await storedRow('ring_groups', group))?.version).toBe(1)
    await send('tech', tenant, [row])
    expect((await storedRow('ring_groups', group))?.version).toBe(2)
    await send('tech', tenant, [row])
    expect((await storedRow('ring_groups', group))?.version).toBe(2)
    const stale = await callers.tech.client.rpc('save_record', {
      target_table: 'ring_groups',
      record: group,
      tenant,
      expected_version: 1,
      record_values: {},
      children: { ring_group_members: { parent: 'ring_group_id', rows: [] } },
    })
    expect(stale.error?.code).toBe('TR409')
    expect(await members(group)).toHaveLength(1)
  })

  test("is rejected as a whole if one row names both, neither, or another tenant's extension", async () => {
    const { tenant, group, extension } = await arranged()
    const other = await arranged()
    const good = { ring_group_id: group, extension_id: extension, external_number: null }
    const bad = [
      { ring_group_id: group, extension_id: extension, external_number: '+12075550123' },
      { ring_group_id: group, extension_id: null, external_number: null },
      { ring_group_id: group, extension_id: other.extension, external_number: null },
      { ring_group_id: other.group, extension_id: extension, external_number: null },
    ]
    expect(await outcomes('tech', tenant, [good, ...bad])).toEqual([
      'insert',
      'error',
      'error',
      'error',
      'error',
    ])
    expect(await members(group)).toEqual([])
    expect(await members(other.group)).toEqual([])
  })

  test('is denied to a user without a role', async () => {
    const { tenant, group, extension } = await arranged()
    const row = { ring_group_id: group, extension_id: extension, external_number: null }
    expect(await outcomes('nomember', tenant, [row])).not.toContain('insert')
    expect((await send('anon', tenant, [row])).error).not.toBeNull()
    expect(await members(group)).toEqual([])
  })
})

test('an option that conflicts with direct dial is rejected in its row, even in a dry run', async () => {
  const { tenant, extension } = await arranged()
  const [row] = await query<{ extension: string }>('select extension from public.extensions where id = $1', [
    extension,
  ])
  const { data: menu } = await callers.tech.client
    .from('ivr_menus')
    .insert({ tenant_id: tenant, name: 'Main', number: '77', direct_dial: true, digit_length: 6 })
    .select('id')
    .single()
    .throwOnError()
  const option = { ivr_menu_id: menu.id, destination_id: extension }
  const { data } = await callers.tech.client.rpc('import_records', {
    target_table: 'ivr_menu_options',
    tenant,
    key_columns: ['ivr_menu_id', 'digits'],
    rows: [
      { ...option, digits: '*1' },
      { ...option, digits: row?.extension.slice(0, 6) },
    ] as never,
    dry_run: true,
  })
  expect(data).toMatchObject([
    { outcome: 'insert' },
    { outcome: 'error', message: expect.stringContaining('Direct dial uses') },
  ])
})
