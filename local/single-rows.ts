import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { directQuery } from './direct-query.ts'
import type { IsShort } from './disk-space.ts'
import type { ReadCaller } from './function-caller.ts'
import { callerSettings, setLocally } from './request-context.ts'

/** The row as JSON text; undefined when there is not exactly one, or the database refuses the question: lite says so as PostgREST does. */
type Read = () => Promise<string | undefined>

export interface SingleRows {
  /** Reloads the tables from the database. */
  refresh(): Promise<void>
  /** The read that a request asks for; undefined if only lite can answer it. */
  of(incoming: IncomingMessage): Promise<Read | undefined>
}

/** Uuid columns of the tables of schema public. */
const COLUMNS = `
  select c.relname as table, a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype and not a.attisdropped`

const QUESTION = /^\/rest\/v1\/(\w+)\?select=\*&(\w+)=eq\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Whole rows by an id, as supabase-js asks for them with `.select('*').eq(…).single()`: every page reads its member so. The database
 * produces the JSON, as for {@link import('./function-calls.ts').functionCalls}, and lite's four round trips become one.
 * @param pool connections that pipeline
 */
export function singleRows(
  pool: pg.Pool,
  { readCaller, isShort, prepare }: { readCaller: ReadCaller; isShort: IsShort; prepare: boolean },
): SingleRows {
  const ask = directQuery(pool, prepare)
  let columns = new Set<string>()

  return {
    async refresh() {
      const { rows } = await pool.query<{ table: string; column: string }>(COLUMNS)
      columns = new Set(rows.map(({ table, column }) => `${table}.${column}`))
    },
    async of({ method, url, headers }) {
      const isPlain =
        method === 'GET' &&
        headers.accept === 'application/vnd.pgrst.object+json' &&
        headers.prefer === undefined &&
        headers.range === undefined &&
        (headers['accept-profile'] ?? 'public') === 'public'
      const [, table = '', column = '', id = ''] = (isPlain && QUESTION.exec(url ?? '')) || []
      const caller = columns.has(`${table}.${column}`) ? await readCaller({ headers }) : undefined
      if (!caller) return undefined
      return async () => {
        const settings = setLocally(
          callerSettings({ ...caller, method: 'GET', path: `/${table}` }, isShort()),
        )
        const sql = `select row_to_json(t)::text from public."${table}" t where t."${column}" = $1::uuid limit 2`
        const rows = await ask(settings, sql, [id]).catch(() => [])
        return rows.length === 1 ? (rows[0] ?? undefined) : undefined
      }
    },
  }
}
