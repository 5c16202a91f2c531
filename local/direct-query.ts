import { hash } from 'node:crypto'
import type pg from 'pg'
import type { setLocally } from './request-context.ts'

/** Leaves values as the database writes them. */
const AS_WRITTEN: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value }

/** The first column of a statement's rows, as text, after `settings` in one transaction. Throws what the database refused. */
type DirectQuery = (
  settings: ReturnType<typeof setLocally>,
  sql: string,
  parameters: string[],
) => Promise<(string | null)[]>

/**
 * Statements sent past @supabase/lite, which takes several round trips for each.
 * @param pool connections that pipeline
 * @param prepare whether each connection keeps its plans, which a pooler's connections cannot
 */
export function directQuery(pool: pg.Pool, prepare: boolean): DirectQuery {
  const planned = (text: string, values: string[]): pg.QueryArrayConfig => ({
    ...(prepare ? { name: hash('sha1', text, 'base64url') } : {}),
    text,
    values,
    rowMode: 'array',
    types: AS_WRITTEN,
  })
  return async (settings, sql, parameters) => {
    const client = await pool.connect()
    // Pipelined: after a rejected statement the following ones are rejected too, and the last one rolls back.
    const outcomes = await Promise.allSettled([
      client.query('begin'),
      client.query(planned(settings.sql, settings.parameters)),
      client.query<(string | null)[]>(planned(sql, parameters)),
      client.query('commit'),
    ])
    // After an answer to the last statement, no transaction is open.
    client.release(outcomes[3].status === 'rejected')
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const { value } = outcomes[2] as PromiseFulfilledResult<pg.QueryArrayResult<(string | null)[]>>
    return value.rows.map(([first]) => first ?? null)
  }
}
