import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { become, becomeOwner, clusterOwnerUrl, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant, newTenantCompany } from '../support/factories/companies'
import { insertRow, type TableName } from '../support/factories/row'

const SUPERADMIN = '00000000-0000-4000-8000-000000000001'
const TECH = '00000000-0000-4000-8000-000000000003'

interface PlanNode {
  'Parent Relationship'?: string
  'Actual Loops': number
  Plans?: PlanNode[]
  [detail: string]: unknown
}

/** A plan node without its children. */
const text = ({ Plans: _children, ...own }: PlanNode) => JSON.stringify(own)
const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
/** The plan without its init plans. */
const outsideInitPlans = (node: PlanNode): PlanNode[] =>
  node['Parent Relationship'] === 'InitPlan' ? [] : [node, ...(node.Plans ?? []).flatMap(outsideInitPlans)]

async function explain(client: pg.Client, statement: string): Promise<PlanNode> {
  const { rows } = await client.query(`explain (analyze, verbose, format json) ${statement}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

/** No signed-in user can read secrets, so there is nothing to plan. */
const readable = (Object.keys(FACTORIES) as TableName[]).filter((table) => table !== 'secrets')

describe.each(readable)('a select from %s', (table) => {
  test.each([
    ['superadmin', SUPERADMIN],
    ['tech', TECH],
  ])('checks the permissions of a %s once', async (_role, userId) => {
    // The parents of a new row are stored outside this transaction.
    const row = await FACTORIES[table]()
    const plan = await rolledBack(async (client) => {
      await insertRow(table, row, client)
      const columns = await selectable(client, table)
      await become(client, userId)
      return explain(client, `select ${columns} from public.${table}`)
    })
    const asking = nodes(plan).filter((node) => /private\.\w+\(/.test(text(node)))
    expect(asking).not.toEqual([])
    expect(asking.filter((node) => node['Actual Loops'] > 1)).toEqual([])
    expect(outsideInitPlans(plan).filter((node) => /private\.\w+\(/.test(text(node)))).toEqual([])
  })
})

/** Columns that signed-in users may select. */
async function selectable(client: pg.Client, table: TableName): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and has_column_privilege('authenticated', attrelid, attnum, 'select')`,
    [`public.${table}`],
  )
  return rows[0].columns
}

/** Statements that add n rows for the tenant $2; an id in the tables that have no tenant. */
const MANY: Record<string, string> = {
  extensions: `insert into public.extensions (tenant_id, extension)
    select $2, (10000 + n)::text from generate_series(1, $1::int) n`,
  devices: `insert into public.devices (tenant_id, mac)
    select $2, '02:AA:AA:AA:' || upper(substr(lpad(to_hex(n), 4, '0'), 1, 2)) || ':' || upper(right(lpad(to_hex(n), 4, '0'), 2))
    from generate_series(1, $1::int) n`,
  dids: `insert into public.dids (tenant_id, number, status)
    select $2, '+9999' || lpad(n::text, 8, '0'), 'assigned' from generate_series(1, $1::int) n`,
  companies: `insert into public.companies (name, type)
    select 'Measured ' || n || $2, case when n % 2 = 0 then 'tenant' else 'company' end from generate_series(1, $1::int) n`,
  opportunities: `with company as (insert into public.companies (name) values ('Measured ' || $2) returning id)
    insert into public.opportunities (name, company_id) select 'Measured ' || n, id from company, generate_series(1, $1::int) n`,
  audit_log: `insert into public.audit_log (section, table_name, record_id, tenant_id, action, changes)
    select 'telephony', 'extensions', gen_random_uuid(), $2, 'insert', '{}' from generate_series(1, $1::int) n`,
}

describe.each(Object.keys(MANY))('%s', (table) => {
  const statements = [`select * from public.${table}`]
  if (table !== 'audit_log') {
    statements.push(
      `update public.${table} set version = 1 where created_at = now()`,
      `delete from public.${table} where created_at = now()`,
    )
  }
  test.each(statements)('%s makes as many permission checks for 500 rows as for 10', async (statement) => {
    const few = await permissionChecks(statement, table, 10)
    const many = await permissionChecks(statement, table, 500)
    expect(few.calls).toBeGreaterThan(0)
    expect(many.calls).toBe(few.calls)
    expect(few.rows).toBeGreaterThanOrEqual(10)
    expect(many.rows).toBeGreaterThanOrEqual(500)
  })
})

test("a customer's activity is found among the many entries of its tenant's extensions", async () => {
  const tenant = await newTenant()
  const read = await rolledBack(async (client) => {
    await insertRow('tenants', tenant, client)
    const company = await insertRow('companies', await newTenantCompany({ domain_uuid: tenant.id }), client)
    await client.query(MANY.audit_log ?? '', [20_000, tenant.id])
    await become(client, SUPERADMIN)
    // Rows of a scan, and of an index.
    const rowsRead = async () =>
      (
        await client.query<{ read: number }>(
          `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
           where relid = 'public.audit_log'::regclass`,
        )
      ).rows[0]?.read ?? 0
    const before = await rowsRead()
    await client.query('select * from public.customer_activity($1, now() + interval $$1 minute$$)', [
      company.id,
    ])
    return (await rowsRead()) - before
  })
  expect(read).toBeLessThan(5000)
})

/** How often the permission functions ran for a superadmin's statement over at least this many rows. */
function permissionChecks(statement: string, table: string, count: number) {
  return rolledBack(async (client) => {
    const tenant = await insertRow('tenants', await newTenant({ extension_limit: 1000 }), client)
    await client.query(MANY[table] ?? '', [count, tenant.id])
    await client.query("set local track_functions = 'all'")
    const before = await checksSoFar(client)
    await become(client, SUPERADMIN)
    const { rowCount } = await client.query(statement)
    await becomeOwner(client)
    return { rows: rowCount ?? 0, calls: (await checksSoFar(client)) - before }
  }, clusterOwnerUrl())
}

async function checksSoFar(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ calls: string }>(`
    select coalesce(sum(calls), 0) as calls from pg_stat_xact_user_functions
    where schemaname = 'private' and funcname in ('has_permission', 'permitted_sections', 'own_role')`)
  return Number(rows[0]?.calls)
}
