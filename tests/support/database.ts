import pg from 'pg'
import { inject } from 'vitest'
import { CLUSTER_OWNER } from '@/local/postgres'

/** The row as JSON, as it is stored; undefined when there is none. */
export type Stored = Record<string, unknown> | undefined

/** Runs `work` with a connection that is closed afterwards; to the run's own database unless told otherwise. */
export async function withDatabase<T>(
  work: (client: pg.Client) => Promise<T>,
  url = inject('supabase').databaseUrl,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tests' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs `work` in a transaction that is rolled back. */
export function rolledBack<T>(work: (client: pg.Client) => Promise<T>, url?: string): Promise<T> {
  return withDatabase(async (client) => {
    await client.query('begin')
    try {
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  }, url)
}

/**
 * Runs `work` in a transaction of which nothing stays and which sees the database as it was at its first statement: what
 * tests beside this one commit meanwhile is in none of its figures.
 */
export function inSnapshot<T>(work: (client: pg.Client) => Promise<T>, url?: string): Promise<T> {
  return rolledBack(async (client) => {
    await client.query('set transaction isolation level repeatable read')
    return work(client)
  }, url)
}

let pool: pg.Pool | undefined

/** Runs one statement as the schema owner and commits it. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  pool ??= new pg.Pool({
    connectionString: inject('supabase').databaseUrl,
    application_name: 'tests',
    max: 2,
    allowExitOnIdle: true,
  })
  return (await pool.query<Row>(text, values)).rows
}

/** The row of a table with this id. */
export async function storedRow(table: string, id: string, client?: pg.Client): Promise<Stored> {
  const text = `select to_jsonb(t) as row from public.${pg.escapeIdentifier(table)} t where t.id = $1`
  const rows = client ? (await client.query(text, [id])).rows : await query(text, [id])
  return rows[0]?.row
}

/**
 * For the rest of the transaction the client has the rights of a signed-in user, who has just typed their password
 * unless `claims` say otherwise.
 */
export async function become(
  client: pg.Client,
  userId: string,
  claims: Record<string, unknown> = { amr: [proof('password')] },
): Promise<void> {
  await client.query(
    "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
    [JSON.stringify({ sub: userId, role: 'authenticated', ...claims })],
  )
}

/** An `amr` entry of a token, some minutes old. */
export function proof(method: string, minutes = 0): { method: string; timestamp: number } {
  return { method, timestamp: Math.floor(Date.now() / 1000) - minutes * 60 }
}

/** For the rest of the transaction the client acts as the schema owner again. */
export async function becomeOwner(client: pg.Client): Promise<void> {
  await client.query("select set_config('request.jwt.claims', '', true)")
  await client.query('reset role')
}

/** Resolves when the connection's statement waits for a lock that another transaction holds. */
export async function untilWaiting(connection: pg.Client): Promise<void> {
  const { processID } = connection as pg.Client & { processID: number }
  for (let waiting = false; !waiting; ) {
    const rows = await query<{ waiting: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as waiting',
      [processID],
    )
    waiting = rows[0]?.waiting ?? false
  }
}

/** The URL of the same database for the cluster owner, who may track function calls. */
export function clusterOwnerUrl(databaseUrl = inject('supabase').databaseUrl): string {
  const url = new URL(databaseUrl)
  url.username = CLUSTER_OWNER
  return url.href
}

/** The SQLSTATE a statement fails with, or undefined if it succeeds. The transaction stays usable. */
export async function failure(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<string | undefined> {
  await client.query('savepoint attempt')
  try {
    await client.query(text, values)
    await client.query('release savepoint attempt')
    return undefined
  } catch (error) {
    await client.query('rollback to savepoint attempt')
    if (error instanceof pg.DatabaseError) return error.code
    throw error
  }
}
