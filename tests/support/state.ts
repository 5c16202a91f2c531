import { createHash } from 'node:crypto'
import type pg from 'pg'
import { becomeOwner } from './database'
import { tenantTables } from './tenant-rows'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** What a sequence gave. */
const COUNTED = /"(?:seq|transaction_id)": ?\d+|\bQ-\d{4}-\d{5,}/g
/** Of these there are many rows; what a transaction adds to the trail is read by its time. */
const LARGE = ['audit_log', 'cdr', 'cdr_legs', 'cdr_hourly', 'cdr_daily', 'provisioning_log']

/** A text with what is made anew each time left out: ids but the known ones, and sequences. */
export function settled(text: string, known: ReadonlySet<string>): string {
  return text.replace(UUID, (id) => (known.has(id) ? id : '#')).replace(COUNTED, '#')
}

let statement: string | undefined

/** What is stored of the tenants, and what the trail has of this transaction, as one hash. */
export async function stateOf(
  client: pg.Client,
  tenants: readonly string[],
  known: ReadonlySet<string>,
): Promise<string> {
  await becomeOwner(client)
  statement ??= await textOf(client)
  // Planned once: planning takes longer than reading.
  const { rows } = await client.query<{ row: string }>({ name: 'state', text: statement, values: [tenants] })
  const lines = rows.map(({ row }) => settled(row, known)).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

async function textOf(client: pg.Client): Promise<string> {
  await client.query('set plan_cache_mode = force_generic_plan')
  const tables = (await tenantTables(client)).filter((name) => !LARGE.includes(name))
  const parts = tables.map(
    (name) =>
      `select '${name} ' || to_jsonb(t)::text as row from public.${name} t where t.tenant_id = any ($1::uuid[])`,
  )
  return `${parts.join(' union all ')}
    union all select 'tenants ' || to_jsonb(t)::text from public.tenants t where t.id = any ($1)
    union all select 'kept ' || to_jsonb(s)::text from private.snapshot_rows s where s.tenant_id = any ($1)
    union all select 'trail ' || to_jsonb(a)::text from public.audit_log a where a.at = now()`
}

/** Does something in a savepoint of which nothing stays: what it answers, or the SQLSTATE with which it fails. */
export async function tried(client: pg.Client, work: () => Promise<string>): Promise<string> {
  await client.query('savepoint deed')
  try {
    return await work()
  } catch (error) {
    return `refused ${(error as { code?: string }).code ?? error}`
  } finally {
    await client.query('rollback to savepoint deed')
  }
}
