import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { readConfiguration, type TenantConfiguration } from '@/lib/tenants/configuration'
import type { SetupReport } from '@/lib/tenants/setup-report'
import { become, becomeOwner, failure, query, rolledBack } from '../support/database'
import { ADMIN, SUPERADMIN, TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'
import { CREATE_FROM, EXPORT, newCompany, TEMPLATE, terms } from '../support/new-tenants'

async function exported(client: pg.Client, tenant: string): Promise<TenantConfiguration> {
  await become(client, SUPERADMIN)
  const { rows } = await client.query(EXPORT, [tenant])
  await becomeOwner(client)
  return readConfiguration(JSON.stringify(rows[0]?.document))
}

async function imported(client: pg.Client, document: TenantConfiguration, by = SUPERADMIN) {
  const given = terms(await newCompany(client), document.extension_limit)
  await become(client, by)
  const { rows } = await client.query<{ report: SetupReport }>(CREATE_FROM, [
    ...given,
    null,
    document,
    true,
    false,
  ])
  await becomeOwner(client)
  const report = rows[0]?.report
  if (!report) throw new Error('no report')
  return { report, id: given[5] }
}

/** Releases globally unique values, as if the tenant had been deleted. */
async function letGo(client: pg.Client, tenant: string) {
  await client.query('delete from public.devices where tenant_id = $1', [tenant])
  await client.query("select public.repoint('dids', d.id) from public.dids d where d.tenant_id = $1", [
    tenant,
  ])
  await client.query('delete from public.did_conditions where tenant_id = $1', [tenant])
  await client.query(
    `update public.dids set e911_state = 'none', emergency = false, destination_id = null,
       override_destination_id = null, override_until = null where tenant_id = $1`,
    [tenant],
  )
  await client.query("update public.dids set tenant_id = null, status = 'available' where tenant_id = $1", [
    tenant,
  ])
}

/** Columns that are not part of the configuration. */
const told = ({ domain: _domain, time_zone: _zone, ...rest }: TenantConfiguration) => rest

const EXPENSIVE: unknown[] = ['international', 'premium']

/**
 * The rows as they are without recordings: what plays one plays nothing, what leads to one ends the call, and what is
 * there only to lead to one is gone. And without PINs: an expensive route that asked for one is switched off.
 */
function withoutAudioAndPins({ tables }: TenantConfiguration): Record<string, unknown[]> {
  const isAudio = (value: unknown) => typeof value === 'string' && value.startsWith('recordings:')
  const silent = ({ asks_pin, ...row }: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        if (key === 'enabled' && asks_pin && EXPENSIVE.includes(row.toll_class)) return [key, false]
        if (!key.endsWith('destination_id')) return [key, isAudio(value) ? null : value]
        return [key, isAudio(value) ? 'other:hangup' : value]
      }),
    )
  const kept = Object.entries(tables).map(([table, rows]) => {
    if (table !== 'call_block_rules') return [table, rows.map(silent)]
    // The only kind of row that requires its destination; nothing refers to it.
    return [table, rows.filter((row) => !isAudio(row.destination_id)).map(({ id: _id, ...row }) => row)]
  })
  return Object.fromEntries(kept)
}

const TENANTS = `select c.domain_uuid as id, c.name from public.companies c
  where c.domain_uuid is not null and c.domain_uuid in (select tenant_id from public.extensions)
    order by c.created_at limit 5`

describe('the exported configuration of a tenant', () => {
  test('recreates the same configuration, for tenants of every kind', async () => {
    await rolledBack(async (client) => {
      const { rows: tenants } = await client.query<{ id: string; name: string }>(TENANTS)
      expect(tenants.length).toBe(5)
      for (const { id, name } of tenants) {
        await client.query('savepoint tenant')
        const first = await exported(client, id)
        await letGo(client, id)
        const second = await imported(client, first)
        expect(second.report.problems, name).toEqual([])
        const again = await exported(client, second.id)
        expect(withoutAudioAndPins(again), name).toEqual(withoutAudioAndPins(first))
        await letGo(client, second.id)
        const third = await imported(client, again)
        // Without audio to leave out, the result is identical.
        expect(third.report, name).toMatchObject({ problems: [], changed: [] })
        expect(told(await exported(client, third.id)), name).toEqual(told(again))
        await client.query('rollback to savepoint tenant')
      }
    })
  })

  test('contains everything that staff can set up, and no secrets, ids or counters', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant = rows[0]?.id ?? ''
      const document = await exported(client, tenant)
      const secrets = await client.query<{ sealed: string }>(
        'select sealed from public.secrets where tenant_id = $1 and sealed is not null',
        [tenant],
      )
      const text = JSON.stringify(document)
      expect(secrets.rows.filter(({ sealed }) => text.includes(sealed))).toEqual([])
      expect(text).not.toMatch(/password|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"version":\d+,"id"/)
      const kept = await client.query<{ table_name: string }>(
        `select distinct r.relname as table_name from pg_class r
         join pg_attribute a on a.attrelid = r.oid and a.attname = 'tenant_id' and a.attnum > 0
         where r.relnamespace = 'public'::regnamespace and r.relkind = 'r'`,
      )
      // Derived, logged, billed, notes, or audio: not configuration.
      const others = [
        'accepted_problems',
        'audit_log',
        'billing_accounts',
        'call_recordings',
        'cdr_daily',
        'cdr_hourly',
        'cdr_legs',
        'cdr_rejected',
        'destinations',
        'invoice_lines',
        'invoices',
        'licenses',
        'mails',
        'notes',
        'number_plan',
        'payments',
        'live_calls',
        'live_tenants',
        'queue_waits',
        'switch_commands',
        'provisioning_log',
        'recordings',
        'registration_failures',
        'registrations',
        'secrets',
        'subscriptions',
        'switch_tenants',
        'tasks',
        'tenant_checks',
        'tenant_versions',
        'voicemail_messages',
        'faxes',
        'unknown_phones',
      ]
      expect(Object.keys(document.tables).sort()).toEqual(
        kept.rows
          .map(({ table_name }) => table_name)
          .filter((table) => !others.includes(table))
          .sort(),
      )
    })
  })

  test('omits numbers and phones that the original tenant still has, and reports them', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant = rows[0]?.id ?? ''
      const document = await exported(client, tenant)
      const held = (table: string) =>
        client.query(`select id from public.${table} where tenant_id = $1 order by id`, [tenant])
      const before = [(await held('dids')).rows, (await held('devices')).rows]
      const { report, id } = await imported(client, document)
      expect(report.problems).toEqual([])
      for (const table of ['dids', 'devices']) {
        expect(report.made[table], table).toBe(0)
        expect(report.changed).toContainEqual({
          table,
          column: 'id',
          dropped: true,
          rows: document.tables[table]?.length,
        })
        expect((await client.query(`select 1 from public.${table} where tenant_id = $1`, [id])).rows).toEqual(
          [],
        )
      }
      expect([(await held('dids')).rows, (await held('devices')).rows]).toEqual(before)
    })
  })

  test('omits nothing that another transaction holds: the request is told that the database is busy', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const document = await exported(client, rows[0]?.id ?? '')
      const held = await FACTORIES.dids()
      Object.assign(document.tables.dids?.[0] ?? {}, { number: held.number })
      await rolledBack(async (other) => {
        await insertRow('dids', held, other)
        const given = terms(await newCompany(client), document.extension_limit)
        await client.query("set local lock_timeout = '100ms'")
        await become(client, SUPERADMIN)
        expect(await failure(client, CREATE_FROM, [...given, null, document, true, true])).toBe('55P03')
      })
    })
  })

  test('assigns no free numbers for users who may not assign them', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant = rows[0]?.id ?? ''
      const document = await exported(client, tenant)
      await letGo(client, tenant)
      const { report, id } = await imported(client, document, ADMIN)
      expect(report.problems).toEqual([])
      expect(report.made).toMatchObject({ dids: 0, devices: document.tables.devices?.length })
      expect((await client.query('select 1 from public.dids where tenant_id = $1', [id])).rows).toEqual([])
    })
  })

  test('creates portal users without invitations, and unvalidated addresses', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'select tenant_id as id from public.portal_users where auth_user_id is not null or invited_at is not null limit 1',
      )
      const tenant = rows[0]?.id ?? ((await client.query(TEMPLATE)).rows[0]?.id as string)
      const { id, report } = await imported(client, await exported(client, tenant))
      expect(report.made.portal_users).toBeGreaterThan(0)
      const { rows: users } = await client.query(
        'select 1 from public.portal_users where tenant_id = $1 and num_nonnulls(auth_user_id, invited_at, accepted_at) > 0',
        [id],
      )
      const { rows: addresses } = await client.query(
        'select 1 from public.emergency_addresses where tenant_id = $1 and validated_at is not null',
        [id],
      )
      expect([users, addresses]).toEqual([[], []])
    })
  })

  test('may take a minute to be loaded: hosted Supabase gives other statements eight seconds', async () => {
    const settings = await query(
      "select unnest(proconfig) as setting from pg_proc where proname = 'create_tenant_from'",
    )
    expect(settings).toContainEqual({ setting: 'statement_timeout=60s' })
  })

  test('is denied to users who may not export tenants', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      await become(client, TECH)
      expect(await failure(client, EXPORT, [rows[0]?.id])).toBe('42501')
    })
  })
})
