import { beforeAll, describe, expect, test } from 'vitest'
import { SNAPSHOT_TABLES } from '@/lib/supabase/record-tables'
import {
  SETTINGS_COLUMNS_LEFT_OUT,
  TENANT_COLUMNS_LEFT_OUT,
  TRAIL_COLUMNS,
} from '@/lib/telephony/routing/snapshot'
import {
  fetchSnapshot,
  fetchSnapshotVersion,
  type SnapshotDocument,
  snapshotOf,
} from '@/lib/tenants/snapshot-client'
import { callerOf, serviceClient } from '../support/clients'
import { inSnapshot, query, rolledBack, withDatabase } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRow, newId, type TableName } from '../support/factories/row'
import { newTenantNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'
import { OUTSIDE_SNAPSHOT } from '../support/outside-snapshot'
import { EXPECTATIONS } from './access-expectations'

/** Tables of the section telephony that are not in the snapshot, and why. */
const NOT_IN_SNAPSHOT: Record<string, string> = {
  ...OUTSIDE_SNAPSHOT,
  archived_call_months: 'what calls left behind',
  device_keys: 'phone files alone have them',
  device_profile_keys: 'phone files alone have them',
  device_profile_settings: 'phone files alone have them',
  device_profiles: 'phone files alone have them',
}
/** Tables of other sections that are in it. */
const OF_OTHER_SECTIONS = ['gateways', 'secrets', 'tenants']

const kept = await query<{ name: TableName; tenant_column: string | null; columns: string[] }>(
  'select table_name as name, tenant_column, columns from private.snapshot_tables order by 1',
)
const ofTenants = kept.filter(({ tenant_column }) => tenant_column !== null)

const columnsOf = async (table: string) =>
  (
    await query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [`public.${table}`],
    )
  ).map(({ name }) => name)

const newTenantId = async () => (await insertRow('tenants', await newTenant())).id
const versionOf = async (tenant: string) =>
  Number(
    (
      await query<{ version: string }>('select version from public.tenant_versions where tenant_id = $1', [
        tenant,
      ])
    )[0]?.version,
  )

/** By how much `work` raises a tenant's version and another tenant's. */
async function growth(tenant: string, work: () => Promise<unknown>) {
  const other = await newTenantId()
  const before = [await versionOf(tenant), await versionOf(other)] as const
  await work()
  return { own: (await versionOf(tenant)) - before[0], other: (await versionOf(other)) - before[1] }
}

/** By how much the version for all tenants has grown after each of these changes, while nobody else raises it; none of them stays. */
function sharedGrowth(changes: readonly string[]): Promise<number[]> {
  return rolledBack(async (client) => {
    const version = async () => {
      await client.query('set constraints all immediate; set constraints all deferred')
      const { rows } = await client.query<{ version: string }>(
        'select version from public.tenant_versions where tenant_id is null for update',
      )
      return Number(rows[0]?.version)
    }
    const before = await version()
    const grown: number[] = []
    for (const change of changes) {
      await client.query(change)
      grown.push((await version()) - before)
    }
    return grown
  })
}

describe('the routing snapshot contains', () => {
  test('every table of the telephony section, except those listed here with a reason', async () => {
    const telephony = await query<{ name: string }>(
      "select table_name as name from private.record_tables where section = 'telephony'",
    )
    expect([...kept.map(({ name }) => name), ...Object.keys(NOT_IN_SNAPSHOT)].sort()).toEqual(
      [...telephony.map(({ name }) => name), ...OF_OTHER_SECTIONS].sort(),
    )
  })

  test('the tables that the routing engine reads', () => {
    const read = [...Object.keys(SNAPSHOT_TABLES), 'secrets', 'tenant_settings', 'tenants'].sort()
    expect(kept.map(({ name }) => name)).toEqual(read)
  })

  test.each(kept)('every column of $name that the routing engine knows', async ({ name, columns }) => {
    const leftOut: Record<string, readonly string[]> = {
      ...Object.fromEntries(
        Object.entries(SNAPSHOT_TABLES).map(([table, out]) => [table, [...TRAIL_COLUMNS, ...out]]),
      ),
      tenants: TENANT_COLUMNS_LEFT_OUT,
      tenant_settings: SETTINGS_COLUMNS_LEFT_OUT,
      secrets: [...TRAIL_COLUMNS, 'id', 'sealed', 'proof'],
    }
    const expected = (await columnsOf(name)).filter((column) => !leftOut[name]?.includes(column))
    expect([...columns].sort()).toEqual(expected.sort())
  })

  test('the rows of every table as they are stored', async () => {
    const [demo] = await query<{ id: string }>(
      "select domain_uuid as id from public.companies where name = 'Harbor Lane Dental'",
    )
    const tenant = demo?.id ?? ''
    await inSnapshot(async (client) => {
      const { rows } = await client.query<{ document: SnapshotDocument }>(
        'select public.tenant_snapshot($1) as document',
        [tenant],
      )
      const snapshot = snapshotOf(rows[0]?.document ?? []) as unknown as Record<string, unknown>
      for (const { name, columns, tenant_column } of ofTenants) {
        const text = `select (select jsonb_object_agg(c, to_jsonb(t) -> c) from unnest($2::text[]) c) as row
          from public.${name} t where t.${tenant_column} = $1`
        const stored = (await client.query(text, [tenant, columns])).rows.map(({ row }) => row)
        if (name === 'tenants') expect(snapshot.tenant).toEqual(stored[0])
        else if (name === 'tenant_settings') expect(snapshot.settings).toEqual(stored[0] ?? null)
        else expect(sorted(snapshot[name])).toEqual(sorted(stored))
      }
      expect((snapshot.extensions as unknown[]).length).toBeGreaterThan(3)
    })
  })

  test('no secrets, only which record has which', async () => {
    const tenant = await newTenantId()
    const secret = await insertRow('secrets', await FACTORIES.secrets({ tenant_id: tenant }))
    const snapshot = await fetchSnapshot(serviceClient(), tenant)
    expect(snapshot?.secrets).toContainEqual({
      owner_table: 'extensions',
      owner_id: secret.owner_id,
      field: 'voicemail_pin',
    })
    expect(JSON.stringify(snapshot)).not.toContain(secret.sealed)
  })

  test('an empty list for each table without rows, and no settings for a tenant without its own', async () => {
    const snapshot = await fetchSnapshot(serviceClient(), await newTenantId())
    expect(snapshot).toMatchObject({ extensions: [], dids: [], ring_group_members: [], settings: null })
  })
})

describe('the snapshot version', () => {
  describe.each(ofTenants.filter(({ name }) => name !== 'tenants'))('for a row of $name', ({ name }) => {
    let tenant: string
    let id: string
    beforeAll(async () => {
      tenant = await newTenantId()
    })

    test('is raised for its tenant alone when it is added', async () => {
      const row = await FACTORIES[name]({ tenant_id: tenant })
      id = row.id
      expect(await growth(tenant, () => insertRow(name, row))).toEqual({ own: 1, other: 0 })
    })

    test('is raised for its tenant alone when it is changed', async () => {
      const [column, value] = Object.entries(EXPECTATIONS[name][0]?.change ?? {})[0] ?? []
      const change = () =>
        query(
          `update public.${name} t set ${column} = (jsonb_populate_record(t, $2)).${column} where t.id = $1`,
          [id, JSON.stringify({ [String(column)]: value })],
        )
      // Secrets are not in the snapshot, but the switch gets hashes of the phones' passwords.
      expect(await growth(tenant, change)).toEqual({ own: 1, other: 0 })
    })

    test('is raised for its tenant alone when it is deleted', async () => {
      const remove = () => query(`delete from public.${name} where id = $1`, [id])
      expect(await growth(tenant, remove)).toEqual({ own: 1, other: 0 })
    })
  })

  test('is raised when the tenant itself changes', async () => {
    const tenant = await newTenantId()
    const change = () =>
      query("update public.tenants set time_zone = 'Europe/Berlin' where id = $1", [tenant])
    expect(await growth(tenant, change)).toEqual({ own: 1, other: 0 })
  })

  test('is raised for both tenants when a number moves from one to the other', async () => {
    const did = await insertRow('dids', await newTenantNumber())
    const to = await newTenantId()
    const before = [await versionOf(String(did.tenant_id)), await versionOf(to)]
    await query('update public.dids set tenant_id = $2 where id = $1', [did.id, to])
    expect([await versionOf(String(did.tenant_id)), await versionOf(to)]).toEqual(
      before.map((version) => version + 1),
    )
    const [from, own] = await Promise.all(
      [String(did.tenant_id), to].map((tenant) => fetchSnapshot(serviceClient(), tenant)),
    )
    expect(from?.dids).toEqual([])
    expect(own?.dids).toMatchObject([{ id: did.id }])
  })

  test('is raised once for all changes of a transaction', async () => {
    const tenant = await newTenantId()
    const work = () =>
      withDatabase(async (client) => {
        await client.query('begin')
        for (const number of ['2001', '2002', '2003']) {
          await client.query('insert into public.extensions (tenant_id, extension) values ($1, $2)', [
            tenant,
            number,
          ])
        }
        await client.query('commit')
      })
    expect(await growth(tenant, work)).toEqual({ own: 1, other: 0 })
    expect(await query('select 1 from private.changed_versions where tenant_id = $1', [tenant])).toEqual([])
  })

  test('is not raised by a rollback, a change without effect, or columns that no call depends on', async () => {
    const rule = await insertRow('call_block_rules', await FACTORIES.call_block_rules())
    const work = async () => {
      await rolledBack((client) =>
        client.query('delete from public.call_block_rules where id = $1', [rule.id]),
      )
      await query('update public.call_block_rules set name = name where id = $1', [rule.id])
      await query('update public.call_block_rules set hits = hits + 1, last_hit_at = now() where id = $1', [
        rule.id,
      ])
    }
    expect(await growth(rule.tenant_id, work)).toEqual({ own: 0, other: 0 })
  })

  test('is raised for all tenants when a gateway changes, but not by columns irrelevant to calls', async () => {
    const gateway = await insertRow('gateways', await FACTORIES.gateways())
    const tenant = await newTenantId()
    const change = (column: string, value: string) =>
      sharedGrowth([`update public.gateways set ${column} = '${value}' where id = '${gateway.id}'`])
    expect(await change('number_format', 'national')).toEqual([1])
    expect(await change('host', 'sip2.carrier.example')).toEqual([0])
    await query("update public.gateways set number_format = 'national' where id = $1", [gateway.id])
    const snapshot = await fetchSnapshot(serviceClient(), tenant)
    expect(snapshot?.gateways).toContainEqual({
      id: gateway.id,
      name: gateway.name,
      number_format: 'national',
      prefix: '',
      caller_id_header: 'p-asserted-identity',
      codecs: null,
      channels: null,
      may_carry_emergency: true,
      enabled: true,
    })
    expect(JSON.stringify(snapshot)).not.toContain('carrier.example')
  })

  test('is raised for all tenants when a gateway is added or removed', async () => {
    const { id, ...row } = await FACTORIES.gateways()
    const added = `insert into public.gateways (id, ${Object.keys(row).join(', ')})
      select '${id}', ${Object.keys(row).join(', ')} from jsonb_populate_record(null::public.gateways, '${JSON.stringify(row)}')`
    const removed = `delete from public.gateways where id = '${id}'`
    expect(await sharedGrowth([added, removed])).toEqual([1, 2])
  })

  test('is raised to the current time for all tenants, and for what they share, once a backup was restored, which agents are told', async () => {
    await newTenantId()
    const renewed = await rolledBack(async (client) => {
      await client.query('select from public.tenant_versions order by tenant_id nulls first for update')
      await client.query(
        "update public.tenant_versions set version = 1, updated_at = now() - interval '1 day'",
      )
      await client.query('select private.renew_snapshots()')
      const { rows } = await client.query<{ low: string; now: string }>(
        'select min(version) as low, floor(extract(epoch from transaction_timestamp())) as now from public.tenant_versions',
      )
      const told = await client.query(
        'select from private.installation where renewed_at > transaction_timestamp()',
      )
      expect(told.rowCount).toBe(1)
      return rows[0]
    })
    expect(Number(renewed?.low)).toBeGreaterThanOrEqual(Number(renewed?.now))
  })

  test('includes the version of what all tenants share', async () => {
    const tenant = await newTenantId()
    const versions = await inSnapshot(async (client) => {
      const { rows } = await client.query(
        `select public.tenant_snapshot($1) -> 0 -> 'version' as version,
           (select sum(version) from public.tenant_versions where tenant_id = $1 or tenant_id is null) as counted`,
        [tenant],
      )
      return rows[0]
    })
    expect(versions.version).toBe(Number(versions.counted))
  })

  test('continues above the old one when a deleted tenant is restored', async () => {
    const row = await newTenant()
    await insertRow('tenants', row)
    // Created a minute ago, it would have started that much lower.
    const before = (await versionOf(row.id)) - 60
    await query('delete from public.tenants where id = $1', [row.id])
    await insertRow('tenants', row)
    expect(await versionOf(row.id)).toBeGreaterThan(before)
  })
})

test('no snapshot rows of a deleted tenant are kept', async () => {
  const extension = await insertRow('extensions', await FACTORIES.extensions())
  await query('delete from public.tenants where id = $1', [extension.tenant_id])
  const left = await query(
    `select table_name from private.snapshot_rows where tenant_id = $1
     union all select 'tenant_versions' from public.tenant_versions where tenant_id = $1`,
    [extension.tenant_id],
  )
  expect(left).toEqual([])
})

describe('the snapshot function', () => {
  test('answers users who may view tenants and telephony', async () => {
    const tenant = await newTenantId()
    const { client } = await memberWith('tenants.view', 'telephony.view')
    expect(await fetchSnapshot(client, tenant)).toMatchObject({ tenant: { id: tenant }, extensions: [] })
  })

  test('returns the same version as the version function, which a change raises', async () => {
    const extension = await insertRow('extensions', await FACTORIES.extensions())
    const { client } = await memberWith('tenants.view', 'telephony.view')
    const before = await fetchSnapshotVersion(client, extension.tenant_id)
    const snapshot = await fetchSnapshot(client, extension.tenant_id)
    const after = await fetchSnapshotVersion(client, extension.tenant_id)
    // Shared data may change meanwhile.
    expect(snapshot?.version).toBeGreaterThanOrEqual(before)
    expect(snapshot?.version).toBeLessThanOrEqual(after)
    await query('update public.extensions set call_timeout = call_timeout + 1 where id = $1', [extension.id])
    expect(await fetchSnapshotVersion(client, extension.tenant_id)).toBeGreaterThan(after)
  })

  test('hides the version from users who may not view telephony', async () => {
    const { client } = await memberWith('tenants.view', 'numbers.view')
    expect(await fetchSnapshotVersion(client, await newTenantId())).toBe(0)
  })

  test('is denied to users who may not view telephony', async () => {
    const { client } = await memberWith('tenants.view', 'numbers.view')
    await expect(fetchSnapshot(client, await newTenantId())).rejects.toMatchObject({ status: 403 })
  })

  test.each(['admin', 'superadmin', 'tech'] as const)('answers a built-in %s', async (role) => {
    const { client } = await callerOf(role)
    expect(await fetchSnapshot(client, await newTenantId())).not.toBeNull()
  })

  test.each(['disabled', 'nomember'] as const)('returns null for the account %s', async (role) => {
    const { client } = await callerOf(role)
    expect(await fetchSnapshot(client, await newTenantId())).toBeNull()
  })

  test('returns null for users who may not view tenants, and for an unknown tenant', async () => {
    const { client } = await memberWith('telephony.view')
    expect(await fetchSnapshot(client, await newTenantId())).toBeNull()
    expect(await fetchSnapshot(serviceClient(), newId())).toBeNull()
  })

  test('cannot be bypassed by calling the private function', async () => {
    const { client } = await memberWith('telephony.view')
    const { error } = await client.schema('private' as 'public').rpc('tenant_snapshot', { tenant: newId() })
    expect(error).not.toBeNull()
  })
})

/** Rows in an order that their content decides. */
function sorted(rows: unknown): string[] {
  return (rows as object[]).map((row) => JSON.stringify(Object.entries(row).sort())).sort()
}
