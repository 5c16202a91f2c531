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

const pools = new Map<string, pg.Pool>()

/** Connections to a database, for statements and transactions that leave nothing in their session. */
function pool(url: string): pg.Pool {
  const open =
    pools.get(url) ??
    new pg.Pool({
      connectionString: url,
      application_name: 'tests',
      idleTimeoutMillis: 2_000,
      allowExitOnIdle: true,
    })
  // An idle connection that ends is replaced by the next query.
  if (!pools.has(url)) open.on('error', () => undefined)
  pools.set(url, open)
  return open
}

/** Closes the connections that `query`, `rolledBack` and `inSnapshot` keep open to a database. */
export async function disconnect(url: string): Promise<void> {
  await pools.get(url)?.end()
  pools.delete(url)
}

/**
 * Runs `work` in a transaction that is rolled back. Its connection goes to the next one, since opening one takes longer than most
 * of the work.
 */
export async function rolledBack<T>(
  work: (client: pg.Client) => Promise<T>,
  url = inject('supabase').databaseUrl,
): Promise<T> {
  // The clients of a pool are made of this class.
  const client = (await pool(url).connect()) as pg.PoolClient & pg.Client
  let failed = true
  try {
    await client.query('begin')
    try {
      return await work(client)
    } finally {
      await client.query('rollback')
      failed = false
    }
  } finally {
    client.release(failed)
  }
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

/** Runs one statement as the schema owner and commits it. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await pool(inject('supabase').databaseUrl).query<Row>(text, values)).rows
}

/** The row of a table with this id. */
export async function storedRow(table: string, id: string, client?: pg.Client): Promise<Stored> {
  const text = `select to_jsonb(t) as row from public.${pg.escapeIdentifier(table)} t where t.id = $1`
  const rows = client ? (await client.query(text, [id])).rows : await query(text, [id])
  return rows[0]?.row
}

/** The claims of a user's token, who has just typed their password unless `claims` say otherwise. */
function claimsOf(userId: string, claims: object = { amr: [proof('password')] }): string {
  return JSON.stringify({ sub: userId, role: 'authenticated', ...claims })
}

/** The role and the claims with which the API asks for a user, or for a visitor. */
export const asking = (userId: string | null) =>
  userId === null ? { role: 'anon', claims: '' } : { role: 'authenticated', claims: claimsOf(userId) }

/**
 * For the rest of the transaction the client has the rights of a signed-in user, who has just typed their password
 * unless `claims` say otherwise.
 */
export async function become(
  client: pg.Client,
  userId: string,
  claims?: Record<string, unknown>,
): Promise<void> {
  await client.query(
    "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
    [claimsOf(userId, claims)],
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
  for (let waiting = false; !waiting;) {
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
