import { createHash } from 'node:crypto'
import type pg from 'pg'
import { becomeOwner } from './database'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A value from a sequence. */
const COUNTED = /"(?:seq|transaction_id)": ?\d+|\bQ-\d{4}-\d{5,}/g
/** Tables with many rows: only the number of rows written is compared. */
const LARGE = /\.(?:provisioning_log|cdr(?!_rejected)\w*)$/

/** Removes what differs between runs: ids except the known ones, and sequence values. */
export function settled(text: string, known: ReadonlySet<string>): string {
  return text.replace(UUID, (id) => (known.has(id) ? id : '#')).replace(COUNTED, '#')
}

/**
 * Does something in a savepoint of which nothing stays: what it answers, how many rows of which tables it writes, whoever's they are,
 * and what is stored of the tenants in those; or the SQLSTATE and the message with which it fails.
 */
export async function tried(
  client: pg.Client,
  tenants: readonly string[],
  known: ReadonlySet<string>,
  work: () => Promise<string>,
): Promise<string> {
  await client.query('savepoint deed')
  try {
    const before = await written(client)
    const said = await work()
    await becomeOwner(client)
    await client.query('set constraints all immediate')
    const counts = [...(await written(client))]
      .map(([kind, times]) => `${kind} ${times - (before.get(kind) ?? 0)}`)
      .filter((line) => !line.endsWith(' 0'))
    const tables = new Set(counts.map((line) => line.slice(0, line.indexOf(' '))))
    const lines: string[] = []
    for (const table of tables) lines.push(...(await rowsIn(client, table, tenants)))
    const state = lines.map((line) => settled(line, known)).sort()
    const hash = createHash('sha256').update(state.join('\n')).digest('hex').slice(0, 16)
    return [said, ...counts, hash].join('\n')
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    return `refused ${code ?? error} ${settled(message ?? '', known)}`
  } finally {
    await client.query('rollback to savepoint deed; release savepoint deed')
  }
}

/** How many rows this transaction has written so far, by table and kind of write, including rolled-back ones. */
async function written(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ kind: string; times: string }>({
    name: 'written',
    text: `select format('%I.%I %s', c.relnamespace::regnamespace, c.relname, k.kind) as kind, k.times from pg_class c
      cross join lateral (values ('added', pg_stat_get_xact_tuples_inserted(c.oid)), ('changed', pg_stat_get_xact_tuples_updated(c.oid)),
        ('deleted', pg_stat_get_xact_tuples_deleted(c.oid))) k (kind, times)
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' and k.times > 0 order by 1`,
  })
  return new Map(rows.map(({ kind, times }) => [kind, Number(times)]))
}

let columns: Map<string, string> | undefined

/** The tenants' rows in a table, or this transaction's audit entries. */
async function rowsIn(client: pg.Client, table: string, tenants: readonly string[]): Promise<string[]> {
  columns ??= await tenantColumns(client)
  const column = columns.get(table)
  if (!column || LARGE.test(table)) return []
  const where = table === 'public.audit_log' ? 't.at = now()' : `t.${column} = any ($1::uuid[])`
  const { rows } = await client.query<{ row: string }>({
    name: `rows in ${table}`,
    text: `select '${table} ' || to_jsonb(t)::text as row from ${table} t where ${where} and $1::uuid[] is not null`,
    values: [tenants],
  })
  return rows.map(({ row }) => row)
}

/** The tenant column of each table. */
async function tenantColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select format('%I.%I', c.relnamespace::regnamespace, c.relname) as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       and a.attname = case c.oid when 'public.tenants'::regclass then 'id' else 'tenant_id' end
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'`,
  )
  return new Map(rows.map(({ table, column }) => [table, column]))
}
