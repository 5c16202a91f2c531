import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newIvrMenu } from '../support/factories/routing'
import { insertRow, newId, type TableName } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { declaredResources } from '../support/resources'

/** What the forms of records save with them: each table of parts, and the column with the record's id. */
const PARTS = (await declaredResources()).flatMap(({ table, children = [] }) =>
  children.map((child) => ({ part: child.table as TableName, whole: table as TableName, by: child.parent })),
)

let callers: Record<'tech' | 'admin', Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

type Row = Record<string, unknown> & { id: string }
const versionOf = async (table: string, id: string) => Number((await storedRow(table, id))?.version)
const entriesOf = (id: string) =>
  query<{ id: string; table_name: string; action: string }>(
    'select id, table_name, action from public.audit_log where record_id = $1 or parent_id = $1 order by seq desc',
    [id],
  )

describe.each(PARTS)('$part', ({ part, whole, by }) => {
  const made = async () => {
    const row = (await FACTORIES[part as keyof typeof FACTORIES]()) as Row
    await insertRow(part, row as never)
    return { row, record: String(row[by]) }
  }
  const save = (record: string, tenant: unknown, version: number, rows: object[]) =>
    query<{ version: number }>(
      `select (public.save_record($1, $2, $3, $4, '{}', $5) ->> 'version')::int as version`,
      [whole, record, tenant ?? null, version, { [part]: { parent: by, rows } }],
    )

  test('raise the version of their record whenever they are added, changed or removed elsewhere', async () => {
    const { row, record } = await made()
    const added = await versionOf(whole, record)
    expect(added).toBe(2)
    await query(`update public.${part} set updated_at = now() where id = $1`, [row.id])
    expect(await versionOf(whole, record)).toBe(added + 1)
    await query(`delete from public.${part} where id = $1`, [row.id])
    expect(await versionOf(whole, record)).toBe(added + 2)
    expect((await entriesOf(record)).filter(({ table_name }) => table_name === whole)).toEqual([
      expect.objectContaining({ action: 'insert' }),
    ])
  })

  test('are not removed by the save of a form that was opened before they were added', async () => {
    const { row, record } = await made()
    await expect(save(record, row.tenant_id, 1, [])).rejects.toMatchObject({ code: 'TR409' })
    expect(await storedRow(part, row.id)).toBeDefined()
  })

  test('raise it once in a save of their record, which answers with it', async () => {
    const { row, record } = await made()
    const [first] = await save(record, row.tenant_id, 2, [])
    expect(first?.version).toBe(3)
    expect(await versionOf(whole, record)).toBe(3)
    const [next] = await save(record, row.tenant_id, 3, [row])
    expect(next?.version).toBe(4)
    expect(await versionOf(whole, record)).toBe(4)
  })
})

test.each([
  ['companies', 'company_accounts', "notes = 'Met in May.'"],
  ['dids', 'did_costs', 'monthly_cost = 1.5'],
] as const)('%s get a new version with columns that fewer people may see', async (whole, part, change) => {
  const { id } = await insertRow(whole, (await FACTORIES[whole]()) as never)
  await query(`update public.${part} set ${change} where id = $1`, [id])
  expect(await versionOf(whole, id)).toBe(2)
})

/** A queue with an agent, and another agent. */
async function queue() {
  const tenant = (await insertRow('tenants', await newTenant())).id
  const { id } = await insertRow('call_center_queues', await newQueue({ tenant_id: tenant }))
  const second = await insertRow('extensions', await newExtension({ tenant_id: tenant, extension: '2002' }))
  const [ana, cy] = [
    await insertRow('call_center_agents', await newAgent({ tenant_id: tenant })),
    await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id: tenant, name: 'Cy', extension_id: second.id }),
    ),
  ]
  const tier = await newTier({ tenant_id: tenant, queue_id: id, agent_id: cy.id })
  await insertRow('call_center_tiers', tier)
  return { tenant, id, ana: ana.id, tier }
}

test('a queue’s form that was opened before an agent was moved on the board meets a conflict', async () => {
  const { tenant, id, ana, tier } = await queue()
  const seen = await versionOf('call_center_queues', id)
  const { client } = callers.tech
  await client.rpc('move_agent', { tenant, agent: ana, add: [id], remove: [] }).throwOnError()
  const { error } = await client.rpc('save_record', {
    target_table: 'call_center_queues',
    record: id,
    tenant,
    expected_version: seen,
    record_values: { name: 'Support' },
    children: { call_center_tiers: { parent: 'queue_id', rows: [tier] } },
  })
  expect(error?.code).toBe('TR409')
  expect(
    await query('select 1 from public.call_center_tiers where queue_id = $1 and agent_id = $2', [id, ana]),
  ).toHaveLength(1)
})

test('a menu with an option that leads back to it is repointed and deleted at the version that was seen', async () => {
  const menu = await insertRow('ivr_menus', await newIvrMenu())
  const [own] = await query<{ id: string }>('select id from public.destinations where record_id = $1', [
    menu.id,
  ])
  await insertRow(
    'ivr_menu_options',
    (await FACTORIES.ivr_menu_options({
      tenant_id: menu.tenant_id,
      ivr_menu_id: menu.id,
      destination_id: own?.id,
    })) as never,
  )
  const { id: instead } = await insertRow(
    'ivr_menus',
    await newIvrMenu({ tenant_id: menu.tenant_id, number: '5900' }),
  )
  const [other] = await query<{ id: string }>('select id from public.destinations where record_id = $1', [
    instead,
  ])
  const { error } = await callers.tech.client.rpc('repoint', {
    target_table: 'ivr_menus',
    target: menu.id,
    to_destination: other?.id,
    delete_after: true,
    expected_version: await versionOf('ivr_menus', menu.id),
    tenant: menu.tenant_id,
  })
  expect(error).toBeNull()
  expect(await storedRow('ivr_menus', menu.id)).toBeUndefined()
})

describe('the history of a ring group’s members', () => {
  /** A group whose only member waits 20 seconds, after 5 and 10. */
  async function group() {
    const { id, tenant_id } = await insertRow('ring_groups', await newRingGroup())
    const member = await newRingGroupMember({ tenant_id, ring_group_id: id, delay: 5 })
    await insertRow('ring_group_members', member)
    for (const delay of [10, 20])
      await query('update public.ring_group_members set delay = $2 where id = $1', [member.id, delay])
    return { id, tenant: tenant_id, member: member.id }
  }
  const revert = (entry: string | undefined, expected_version: number) =>
    callers.tech.client.rpc('revert_entry', { entry: entry ?? '', expected_version })
  const delayOf = async (member: string) => (await storedRow('ring_group_members', member))?.delay

  test('reverts nothing at a version before someone else’s change of a member', async () => {
    const { id, member } = await group()
    const [, older] = await entriesOf(id)
    const seen = (await versionOf('ring_groups', id)) - 1
    expect((await revert(older?.id, seen)).error?.code).toBe('TR409')
    expect(await delayOf(member)).toBe(20)
  })

  test('reverts a member once, however often it is asked, and raises the group’s version', async () => {
    const { id, member } = await group()
    const [latest] = await entriesOf(id)
    const seen = await versionOf('ring_groups', id)
    for (let n = 0; n < 2; n += 1) expect((await revert(latest?.id, seen)).error).toBeNull()
    expect(await delayOf(member)).toBe(10)
    expect(await versionOf('ring_groups', id)).toBe(seen + 1)
  })

  test('brings a removed member back, which a form opened before does not remove', async () => {
    const { id, tenant, member } = await group()
    await query('delete from public.ring_group_members where id = $1', [member])
    const [removal] = await entriesOf(id)
    const seen = await versionOf('ring_groups', id)
    for (let n = 0; n < 2; n += 1) expect((await revert(removal?.id, seen)).error).toBeNull()
    const { error } = await callers.tech.client.rpc('save_record', {
      target_table: 'ring_groups',
      record: id,
      tenant,
      expected_version: seen,
      record_values: {},
      children: { ring_group_members: { parent: 'ring_group_id', rows: [] } },
    })
    expect(error?.code).toBe('TR409')
    expect(await delayOf(member)).toBe(20)
  })

  test('brings it back on the page of changes, too', async () => {
    const { id, member } = await group()
    await query('delete from public.ring_group_members where id = $1', [member])
    const [removal] = await entriesOf(id)
    const seen = await versionOf('ring_groups', id)
    const { data } = await callers.tech.client.rpc('undo_change', { entry: removal?.id ?? '' })
    expect(data).toMatchObject({ undone: 1, kept: 0 })
    expect(await versionOf('ring_groups', id)).toBe(seen + 1)
    expect(await delayOf(member)).toBe(20)
  })
})

test('one’s own change of a group and its members is undone as one new version', async () => {
  const { id, tenant_id } = await insertRow('ring_groups', await newRingGroup({ name: 'Front' }))
  const member = await newRingGroupMember({ tenant_id, ring_group_id: id })
  const { client } = callers.tech
  const { data } = await client.rpc('save_record', {
    target_table: 'ring_groups',
    record: id,
    tenant: tenant_id,
    expected_version: 1,
    record_values: { name: 'Back' },
    children: { ring_group_members: { parent: 'ring_group_id', rows: [{ ...member, id: newId() }] } },
  })
  expect(data).toMatchObject({ name: 'Back', version: 2 })
  const entry = (await entriesOf(id)).find(
    ({ table_name, action }) => table_name === 'ring_groups' && action === 'update',
  )
  await client.rpc('revert_entry', { entry: entry?.id ?? '', expected_version: 2 }).throwOnError()
  expect(await storedRow('ring_groups', id)).toMatchObject({ name: 'Front', version: 3 })
  expect(await query('select 1 from public.ring_group_members where ring_group_id = $1', [id])).toEqual([])
})
