import pg from 'pg'
import { become, query } from './database'
import { SUPERADMIN } from './demo-users'
import { newTenantCompany } from './factories/companies'
import { insertRow, uniqueMac } from './factories/row'
import { functionBodies, functionsRunBy } from './function-calls'
import { settled, tried } from './observed-effects'
import { FREE_PHONE, TENANT_FUNCTIONS } from './tenant-functions'
import { ownRow } from './tenant-rows'

/** A call of a function on one tenant's page, while another tenant has the same kinds of data. */
export interface TenantProbe {
  name: string
  /** The function, and its arguments by name. */
  of: string
  given: Record<string, unknown>
  /** The functions it calls, as schema.name. */
  runs: string[]
  /** Its result, and the rows of both tenants after it. It is rolled back. */
  answer(client: pg.Client): Promise<string>
}

interface Routine {
  name: string
  /** Those without a default. */
  arguments: string[]
  types: string[]
  all: string[]
}

const TODAY = new Date().toISOString().slice(0, 10)

/** The phone in stock for each call. */
const mac = uniqueMac()

/** Two tenants of the demo data with records of every kind; a third has none. */
const PAIR = `
  select c.domain_uuid as id from public.companies c
  where c.name in ('Harbor Lane Dental', 'Oakmont Property Group') order by c.name`

/** Calls of every API function on each tenant's page, with its own records and with the other's. */
export async function tenantProbes(
  client: pg.Client,
  wanted: (name: string) => boolean = () => true,
): Promise<TenantProbe[]> {
  const bodies = await functionBodies(client)
  const company = await insertRow('companies', await newTenantCompany())
  // An empty tenant: anything returned for it belongs to another.
  const empty = String(company.domain_uuid)
  const pair = [...(await query<{ id: string }>(PAIR)).map(({ id }) => id), empty]
  await client.query(
    'insert into public.tenant_checks (tenant_id) select t from unnest($1::uuid[]) t on conflict do nothing',
    [pair],
  )
  const routines = (await routinesOf(client)).filter(({ name }) => wanted(name))
  const probes: TenantProbe[] = []
  const add = (
    name: string,
    what: string,
    given: Record<string, unknown>,
    tenants: string[],
    asService = false,
  ) =>
    probes.push({
      name: `${name} ${what}`.trim(),
      of: name,
      given,
      runs: functionsRunBy(`public.${name}(`, bodies),
      answer: (connection) => called(connection, name, given, tenants, asService),
    })
  for (const routine of routines) {
    const { name } = routine
    const bound = TENANT_FUNCTIONS[name]
    const blanks = blanksOf(routine)
    if (!bound) add(name, 'of all tenants', blanks, pair)
    else if ('shows' in bound) {
      for (const [at, tenant] of pair.entries())
        add(name, `of tenant ${at + 1}`, { ...blanks, ...bound.shows, tenant }, pair, bound.asService)
    } else if ('changes' in bound) {
      for (const [at, tenant] of pair.entries())
        add(name, `of tenant ${at + 1}`, { ...blanks, ...bound.changes, tenant }, pair)
    } else if ('refuses' in bound) {
      const own = await ownRow(bound.refuses)
      const foreign = await ownRow(bound.refuses)
      const tenants = [own.tenant_id, foreign.tenant_id]
      for (const [what, row] of [
        ['of its own', own],
        ['of another', foreign],
      ] as const) {
        const given = { ...blanks, ...bound.call(row), tenant: own.tenant_id }
        add(name, `with a record ${what}`, given, tenants, bound.asService)
      }
    } else if ('records' in bound) {
      for (const table of ['extensions', 'dids'] as const) await addRecords(add, routine, table)
    } else add(name, 'of all tenants', blanks, pair)
  }
  return probes
}

async function addRecords(
  add: (name: string, what: string, given: Record<string, unknown>, tenants: string[]) => void,
  routine: Routine,
  table: 'extensions' | 'dids',
): Promise<void> {
  const own = await ownRow(table)
  const foreign = await ownRow(table)
  // In one transaction, so that the audit trail contains both tenants.
  await query(`update public.${table} set updated_at = now(), description = 'seen' where id = any ($1)`, [
    [own.id, foreign.id],
  ])
  for (const [what, row] of [
    ['its own', own],
    ['another', foreign],
  ] as const) {
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update' order by seq desc limit 1",
      [row.id],
    )
    const [now] = await query<{ version: number }>(`select version from public.${table} where id = $1`, [
      row.id,
    ])
    const values = { description: 'changed' }
    const given: Record<string, unknown> = {
      target_table: table,
      record: row.id,
      target: row.id,
      seen: JSON.stringify([{ id: row.id, version: now?.version }]),
      expected_version: now?.version,
      record_values: JSON.stringify(values),
      key_columns: ['id'],
      rows: JSON.stringify([{ id: row.id, ...values }]),
      dry_run: false,
      delete_after: true,
      entry: entry?.id,
    }
    const known = Object.fromEntries(
      routine.all.filter((name) => name in given).map((name) => [name, given[name]]),
    )
    add(routine.name, `${table}: ${what}`, { ...blanksOf(routine), ...known, tenant: own.tenant_id }, [
      own.tenant_id,
      foreign.tenant_id,
    ])
  }
}

async function called(
  client: pg.Client,
  name: string,
  given: Record<string, unknown>,
  tenants: string[],
  asService: boolean,
): Promise<string> {
  const known = new Set([...tenants, ...((JSON.stringify(given).match(/[0-9a-f-]{36}/g) ?? []) as string[])])
  return tried(client, tenants, known, async () => {
    await client.query(
      `insert into public.inventory (id, name, mac, model, status) values ($1, 'Desk phone', $2, 'T54W', 'in_stock')`,
      [FREE_PHONE, mac],
    )
    if (!asService) await become(client, SUPERADMIN)
    const places = Object.keys(given).map((argument, at) => `${pg.escapeIdentifier(argument)} => $${at + 1}`)
    const { rows } = await client.query(
      `select to_jsonb(f)::text as answer from public.${name}(${places.join(', ')}) f`,
      Object.values(given),
    )
    return rows
      .map(({ answer }) => settled(String(answer), known))
      .sort()
      .join('\n')
  })
}

async function routinesOf(client: pg.Client): Promise<Routine[]> {
  const { rows } = await client.query<Routine>(`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs - p.pronargdefaults], '{}') as arguments,
      coalesce(p.proargnames[1:p.pronargs], '{}') as all,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u (t, place) order by place) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return rows
}

/** Arguments without a default or a given value. */
function blanksOf({ arguments: names, types }: Routine): Record<string, unknown> {
  return Object.fromEntries(names.map((name, at) => [name, blank(types[at] ?? '')]))
}

function blank(type: string): unknown {
  if (type.endsWith('[]')) return '{}'
  if (/^jsonb?$/.test(type)) return '{}'
  if (type === 'boolean') return false
  if (type === 'text') return ''
  if (type === 'date') return TODAY
  if (/int|numeric/.test(type)) return 10
  if (type.startsWith('timestamp')) return '2026-01-01'
  return null
}
