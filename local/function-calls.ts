import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { type Refusal, refusalOf } from './database-errors.ts'
import { directQuery } from './direct-query.ts'
import type { IsShort } from './disk-space.ts'
import type { Caller, ReadCaller } from './function-caller.ts'
import { callerSettings, callSettings, setLocally } from './request-context.ts'

/** A status and JSON text, which is empty for a function that returns nothing. */
interface FunctionAnswer {
  status: number
  text: string
}

/** Answers a call given its body, even if the database rejects it. */
type Call = (body: Buffer) => Promise<FunctionAnswer>

export interface FunctionCalls {
  /** Reloads the functions from the database. */
  refresh(): Promise<void>
  /** The call made by a request, before its body is read; undefined if it is not one, or only lite can answer or reject it. */
  of(incoming: IncomingMessage): Promise<Call | undefined>
}

/** A function of schema public with a unique name. */
interface Signature {
  name: string
  /** Argument names; the first `required` ones have no default. */
  names: string[]
  types: string[]
  required: number
  returns: 'nothing' | 'json' | 'value' | 'values' | 'rows'
  /** Its own time limit (`set statement_timeout`), which PostgREST applies to the call instead of the role's. */
  timeout: string | null
}

const SIGNATURES = `
  select proname as name, proargnames[1:pronargs] as names, pronargs - pronargdefaults as required,
    array(select format_type(t, null) from unnest(proargtypes) with ordinality u (t, n) order by n) as types,
    case when prorettype = 'void'::regtype then 'nothing'
      when proretset and proargmodes is null and exists (select from pg_type t where t.oid = prorettype and t.typtype <> 'c') then 'values'
      when proretset then 'rows'
      when prorettype in ('json'::regtype, 'jsonb'::regtype) then 'json' else 'value' end as returns,
    (select option_value from pg_options_to_table(proconfig) where option_name = 'statement_timeout') as timeout
  from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f' and provariadic = 0
    and not coalesce(proargmodes::text[] && '{o,b}', false) and not coalesce('' = any (proargnames[1:pronargs]), false)
    and (pronargs = 0 or proargnames is not null)
    and not exists (select from pg_proc o where o.pronamespace = p.pronamespace and o.proname = p.proname and o.oid <> p.oid)`

/**
 * Function calls as supabase-js makes them, answered as PostgREST does: the database parses the arguments from the body and
 * produces the JSON, which is passed through unchanged. @supabase/lite parses and serializes both, with nine queries per call; this
 * needs two.
 * @param pool connections that pipeline
 */
export function functionCalls(
  pool: pg.Pool,
  {
    readCaller,
    maxRows,
    isShort,
    prepare,
  }: { readCaller: ReadCaller; maxRows: number; isShort: IsShort; prepare: boolean },
): FunctionCalls {
  const ask = directQuery(pool, prepare)
  let signatures = new Map<string, Signature>()

  async function call(
    signature: Signature,
    caller: Caller,
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<FunctionAnswer> {
    const text = body.toString()
    const given = keysOf(text)
    if (!given) return refused(400, 'PGRST102', 'Empty or invalid json')
    if (!accepts(signature, given)) return notFound(signature.name, given)
    const asked = { method: 'POST', path: `/rpc/${signature.name}` }
    const settings = setLocally({
      ...callerSettings({ ...caller, ...asked }, isShort(signature.name)),
      ...callSettings({ ...asked, requestHeaders: incoming.headers }),
      ...(signature.timeout === null ? {} : { statement_timeout: signature.timeout }),
    })
    try {
      const [answered] = await ask(
        settings,
        statementOf(signature, given, maxRows),
        given.length > 0 ? [text] : [],
      )
      return signature.returns === 'nothing'
        ? { status: 204, text: '' }
        : { status: 200, text: answered ?? 'null' }
    } catch (error) {
      return refusedBy(refusalOf(error, caller.role === 'anon'))
    }
  }

  return {
    async refresh() {
      const { rows } = await pool.query<Signature>(SIGNATURES)
      signatures = new Map(rows.map((row) => [row.name, row]))
    },
    async of(incoming) {
      const name = nameOf(incoming)
      const signature = name === undefined ? undefined : signatures.get(name)
      const caller = signature && (await readCaller(incoming))
      return caller && ((body) => call(signature, caller, incoming, body))
    },
  }
}

/** The function called by a request with JSON arguments that accepts plain JSON. */
function nameOf({ method, url, headers }: IncomingMessage): string | undefined {
  const name = method === 'POST' ? /^\/rest\/v1\/rpc\/(\w+)$/.exec(url ?? '')?.[1] : undefined
  const isPlain =
    headers.prefer === undefined &&
    headers.range === undefined &&
    /^application\/json\b/.test(headers['content-type'] ?? '') &&
    /^(\*\/\*|application\/json)?$/.test(headers.accept ?? '') &&
    (headers['content-profile'] ?? 'public') === 'public'
  return isPlain ? name : undefined
}

/** The keys of a JSON object; undefined if the text is not one. */
function keysOf(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
      : undefined
  } catch {
    return undefined
  }
}

function accepts({ names, required }: Signature, given: readonly string[]): boolean {
  return (
    given.every((name) => names?.includes(name)) &&
    (names ?? []).slice(0, required).every((name) => given.includes(name))
  )
}

/** Its only parameter is the body; without arguments it has none. Names come from the catalog. */
function statementOf(
  { name, names, types, returns }: Signature,
  given: readonly string[],
  maxRows: number,
): string {
  const columns = given.map((each) => `${quoted(each)} ${types[names.indexOf(each)]}`)
  const source =
    given.length > 0 ? `json_to_record($1::text::json) as given (${columns.join(', ')})` : undefined
  const called = `public.${quoted(name)}(${given.map((each) => `${quoted(each)} => given.${quoted(each)}`).join(', ')})`
  const from = (...tables: (string | undefined)[]) => {
    const named = tables.filter((table) => table !== undefined)
    return named.length > 0 ? ` from ${named.join(', ')}` : ''
  }
  if (returns === 'nothing') return `select ${called}${from(source)}`
  if (returns === 'json') return `select ${called}${from(source)}`
  if (returns === 'value') return `select to_json(${called})::text${from(source)}`
  // A one-column table returns rows as well, although PostgreSQL takes its alias for the value.
  const [each, part] = returns === 'rows' ? ['answer', 'part.*'] : ['answer.part', 'part']
  return `select coalesce(json_agg(${each}), '[]')::text
    from (select ${part}${from(source, `${called} part`)} limit ${maxRows}) answer`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function refusedBy({ status, ...body }: Refusal): FunctionAnswer {
  return { status, text: JSON.stringify(body) }
}

function refused(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
): FunctionAnswer {
  return refusedBy({ status, code, message, details, hint: null })
}

function notFound(name: string, given: readonly string[]): FunctionAnswer {
  const asked = given.length > 0 ? `(${given.join(', ')})` : ' without parameters'
  return refused(
    404,
    'PGRST202',
    `Could not find the function public.${name}${asked} in the schema cache`,
    `Searched for the function public.${name}${asked}, but no matches were found in the schema cache.`,
  )
}
