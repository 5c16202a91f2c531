import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { changeRecords, deleteRecords } from '@/lib/records/record-client'
import { extension } from '@/lib/resources/extension'
import { numberInStock } from '@/lib/resources/number'
import { callerOf } from '../support/clients'
import { become, query, rolledBack, storedRow } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId } from '../support/factories/row'
import { memberWith } from '../support/members'

interface Seen {
  id: string
  version: number
}

/** A tenant with this many extensions, from 1000 up. */
async function tenantWith(count: number): Promise<{ tenant: string; rows: Seen[] }> {
  const tenant = (await insertRow('tenants', await newTenant({ extension_limit: count }))).id
  const rows = await query<Seen>(
    `insert into public.extensions (tenant_id, extension)
     select $1, (999 + n)::text from generate_series(1, $2::int) n returning id, version`,
    [tenant, count],
  )
  return { tenant, rows }
}

const CHANGE = 'select * from public.change_records($1, $2, $3, $4)'
const change = async (client: pg.Client, tenant: string | null, seen: readonly Seen[], values: object) =>
  (await client.query(CHANGE, ['extensions', tenant, JSON.stringify(seen), values])).rows

const stored = (tenant: string) =>
  query<{ id: string; description: string; location: string; version: number }>(
    'select id, description, location, version from public.extensions where tenant_id = $1 order by extension',
    [tenant],
  )

describe('a bulk change', () => {
  test('sets several fields on a thousand records, each with a new version and an audit entry', async () => {
    const { tenant, rows } = await tenantWith(1000)
    const values = { description: 'Moved', location: 'Floor 2' }
    const tech = (await callerOf('tech')).client
    expect(await changeRecords(tech, extension, tenant, rows, values)).toEqual(new Map())
    expect(await stored(tenant)).toEqual(
      (await stored(tenant)).map(({ id }) => ({ id, ...values, version: 2 })),
    )
    const trail = await query<{ changes: unknown; actor: string; count: string }>(
      `select changes, actor, count(*) from public.audit_log
       where tenant_id = $1 and table_name = 'extensions' and action = 'update' group by 1, 2`,
      [tenant],
    )
    expect(trail).toEqual([
      { changes: { description: ['', 'Moved'], location: ['', 'Floor 2'] }, actor: TECH, count: '1000' },
    ])
  })

  test('suspends extensions and resumes them', async () => {
    const { tenant, rows } = await tenantWith(3)
    const tech = (await callerOf('tech')).client
    const suspended = () =>
      query('select suspended, count(*)::integer from public.extensions where tenant_id = $1 group by 1', [
        tenant,
      ])
    for (const [version, value] of [
      [1, true],
      [2, false],
    ] as const) {
      const seen = rows.map(({ id }) => ({ id, version }))
      expect(await changeRecords(tech, extension, tenant, seen, { suspended: value })).toEqual(new Map())
      expect(await suspended()).toEqual([{ suspended: value, count: 3 }])
    }
  })

  test('changes the rest when some records were saved meanwhile, deleted or break a rule, and reports only those', async () => {
    const { tenant, rows } = await tenantWith(60)
    const [newer, gone, selfish] = [rows[3], rows[30], rows[59]] as [Seen, Seen, Seen]
    await query('update public.extensions set description = $2 where id = $1', [newer.id, 'newer'])
    await query('delete from public.extensions where id = $1', [gone.id])
    // An extension cannot be forwarded to itself.
    const values = { forward_all_destination_id: selfish.id }
    const tech = (await callerOf('tech')).client
    const problems = await changeRecords(tech, extension, tenant, rows, values)
    expect(Object.fromEntries(problems)).toEqual({
      [newer.id]: 'Someone else has saved this record since you opened it.',
      [gone.id]: 'This record has been deleted by someone else.',
      [selfish.id]: expect.stringMatching(/forward/i),
    })
    const forwarded = await query<{ id: string }>(
      'select id from public.extensions where tenant_id = $1 and forward_all_destination_id = $2',
      [tenant, selfish.id],
    )
    expect(forwarded.map(({ id }) => id).sort()).toEqual(
      rows
        .map(({ id }) => id)
        .filter((id) => !problems.has(id))
        .sort(),
    )
  })

  test('leaves a record alone if it already has the values', async () => {
    const { tenant, rows } = await tenantWith(2)
    await rolledBack(async (client) => {
      await become(client, TECH)
      expect(await change(client, tenant, rows, { description: '' })).toEqual([])
      const { rows: after } = await client.query(
        'select version from public.extensions where tenant_id = $1',
        [tenant],
      )
      expect(after).toEqual([{ version: 1 }, { version: 1 }])
    })
  })

  test('sets restricted columns too, but only for users who may see them', async () => {
    const { tenant } = await tenantWith(1)
    const numbers = [
      await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, status: 'assigned' })),
      await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant, status: 'assigned' })),
    ]
    const seen = () =>
      query<Seen & { carrier: string }>(
        'select id, version, carrier from public.dids where id = any ($1) order by number',
        [numbers.map(({ id }) => id)],
      )
    const costs = async () =>
      (await Promise.all(numbers.map(({ id }) => storedRow('did_costs', id)))).map((row) => row?.monthly_cost)

    const tech = (await callerOf('tech')).client
    const mine = { carrier: 'Mine', monthly_cost: 9 }
    const refused = await changeRecords(tech, numberInStock, null, await seen(), mine)
    expect([...refused.keys()].sort()).toEqual(numbers.map(({ id }) => id).sort())
    expect(await costs()).toEqual([null, null])
    expect(await seen()).not.toContainEqual(expect.objectContaining({ carrier: 'Mine' }))

    const superadmin = (await callerOf('superadmin')).client
    const ours = { carrier: 'Ours', monthly_cost: 1.25 }
    const before = await seen()
    expect(await changeRecords(superadmin, numberInStock, null, before, ours)).toEqual(new Map())
    expect(await costs()).toEqual([1.25, 1.25])
    const cost = { monthly_cost: 2 }
    const between = await seen()
    expect(between.every(({ version }, at) => version > Number(before[at]?.version))).toBe(true)
    expect(await changeRecords(superadmin, numberInStock, null, between, cost)).toEqual(new Map())
    expect(await costs()).toEqual([2, 2])
    expect((await seen()).map(({ version }) => version)).toEqual(between.map(({ version }) => version + 1))
  })

  test('changes nothing for users with view permission only, and reports each record', async () => {
    const { tenant, rows } = await tenantWith(2)
    const { client } = await memberWith('telephony.view')
    const problems = await changeRecords(client, extension, tenant, rows, { description: 'x' })
    expect([...problems]).toEqual(
      expect.arrayContaining(rows.map(({ id }) => [id, 'Your role does not allow this.'])),
    )
    expect((await stored(tenant)).map(({ description }) => description)).toEqual(['', ''])
  })

  test('reveals nothing about records to users who may not view them', async () => {
    const { tenant, rows } = await tenantWith(1)
    await rolledBack(async (client) => {
      await become(client, newId())
      expect(await change(client, tenant, rows, { description: 'x' })).toMatchObject([{ code: 'TR410' }])
    })
  })

  test.each([
    ['an unsupported table', 'members', { user_role: 'superadmin' }],
    ['a field that does not exist', 'extensions', { nonsense: 1 }],
    ['an empty set of fields', 'extensions', { tenant_id: newId() }],
  ])('rejects %s', async (_what, table, values) => {
    const { tenant, rows } = await tenantWith(1)
    await rolledBack(async (client) => {
      await become(client, TECH)
      await expect(client.query(CHANGE, [table, tenant, JSON.stringify(rows), values])).rejects.toMatchObject(
        {
          code: '22023',
        },
      )
    })
    expect(await storedRow('extensions', rows[0]?.id ?? '')).toMatchObject({ version: 1, tenant_id: tenant })
  })
})

describe('a bulk deletion', () => {
  const groupsRoutedTo = async (tenant: string, { id }: Seen, ...names: readonly string[]) => {
    for (const [at, name] of names.entries()) {
      const group = { tenant_id: tenant, timeout_destination_id: id, name, number: String(6000 + at) }
      await insertRow('ring_groups', await FACTORIES.ring_groups(group))
    }
  }

  const entries = (tenant: string) =>
    query<{ transactions: string; entries: string; entry: string }>(
      `select count(distinct transaction_id) as transactions, count(*) as entries, min(id::text) as entry
       from public.audit_log where tenant_id = $1 and table_name = 'extensions' and action = 'delete'`,
      [tenant],
    )

  test('is one change in the audit trail, and is undone as one', async () => {
    const { tenant, rows } = await tenantWith(60)
    const tech = (await callerOf('tech')).client
    const before = await stored(tenant)
    expect(await deleteRecords(tech, extension, tenant, rows)).toEqual(new Map())
    expect(await stored(tenant)).toEqual([])
    const [deleted] = await entries(tenant)
    expect(deleted).toMatchObject({ transactions: '1', entries: '60' })
    const undone = await tech.rpc('undo_change', { entry: String(deleted?.entry), tenant }).throwOnError()
    expect(undone.data).toMatchObject({ undone: 60, kept: 0 })
    expect((await stored(tenant)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('skips records that were saved meanwhile, are gone or in use, and reports only those', async () => {
    const { tenant, rows } = await tenantWith(60)
    const [newer, gone, used] = [rows[3], rows[30], rows[55]] as [Seen, Seen, Seen]
    await query('update public.extensions set description = $2 where id = $1', [newer.id, 'newer'])
    await query('delete from public.extensions where id = $1', [gone.id])
    await groupsRoutedTo(tenant, used, 'Sales', 'Support')
    const tech = (await callerOf('tech')).client
    expect(Object.fromEntries(await deleteRecords(tech, extension, tenant, rows))).toEqual({
      [newer.id]: 'Someone else has saved this record since you opened it.',
      [gone.id]: 'This record has been deleted by someone else.',
      [used.id]: 'It is used by Sales and Support.',
    })
    expect((await stored(tenant)).map(({ id }) => id).sort()).toEqual([newer.id, used.id].sort())
  })

  test('names the first three of many that use a record', async () => {
    const { tenant, rows } = await tenantWith(2)
    const [used, free] = rows as [Seen, Seen]
    await groupsRoutedTo(tenant, used, 'Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha')
    const tech = (await callerOf('tech')).client
    expect([...(await deleteRecords(tech, extension, tenant, [used, free]))]).toEqual([
      [used.id, 'It is used by Alpha, Bravo, Charlie and 2 more.'],
    ])
  })

  test('deletes nothing in another tenant, or for users who may not delete', async () => {
    const { tenant, rows } = await tenantWith(2)
    const other = (await tenantWith(1)).tenant
    const tech = (await callerOf('tech')).client
    const gone = 'This record has been deleted by someone else.'
    expect([...(await deleteRecords(tech, extension, other, rows)).values()]).toEqual([gone, gone])

    const { client } = await memberWith('telephony.view', 'telephony.edit')
    const refused = 'Your role does not allow this.'
    expect([...(await deleteRecords(client, extension, tenant, rows)).values()]).toEqual([refused, refused])
    expect(await stored(tenant)).toHaveLength(2)
  })
})
