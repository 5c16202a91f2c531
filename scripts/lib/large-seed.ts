import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inTransaction, withClient } from '../../local/database.ts'

const TABLES = ['companies', 'tenants', 'extensions', 'dids', 'devices', 'opportunities'] as const

/** How many rows each table got. */
export type Added = Record<(typeof TABLES)[number], number>

/**
 * Adds missing companies up to the requested number, with tenants, extensions, numbers, devices and opportunities, in one
 * transaction, and lets the planner count the tables. Leaves no audit entries where the database allows that.
 * `databaseUrl` is the owner's. Throws what PostgreSQL answers.
 */
export function loadLargeSeed(
  databaseUrl: string,
  size: { companies: number; opportunities: number },
): Promise<Added> {
  return withClient(databaseUrl, async (client) => {
    const sql = readFileSync(join(import.meta.dirname, 'large-seed.sql'), 'utf8')
      .replaceAll('$COMPANIES', String(size.companies))
      .replaceAll('$OPPORTUNITIES', String(size.opportunities))
    const before = await rowCounts(client)
    await inTransaction(client, async () => {
      await quietTriggers(client)
      await client.query(sql)
      await client.query('select private.rebuild_snapshots()')
    })
    for (const table of TABLES) await client.query(`vacuum (analyze) public.${table}`)
    const after = await rowCounts(client)
    return Object.fromEntries(TABLES.map((table) => [table, after[table] - before[table]])) as Added
  })
}

/**
 * Without triggers the load is faster and leaves no trail; all references are correct by construction. If the role
 * may not disable them, they run.
 */
async function quietTriggers(client: pg.Client): Promise<void> {
  await client.query('savepoint triggers')
  try {
    await client.query("set local session_replication_role = 'replica'")
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    await client.query('rollback to savepoint triggers')
  }
}

async function rowCounts(client: pg.Client): Promise<Added> {
  const counts = TABLES.map((table) => `(select count(*)::int from public.${table}) as ${table}`)
  const { rows } = await client.query<Added>(`select ${counts.join(', ')}`)
  const [row] = rows
  if (!row) throw new Error('The database counted no tables.')
  return row
}
