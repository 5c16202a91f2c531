import pg from 'pg'
import { functionMutants } from '../mutants/support/function-mutants'
import { functionBodies, functionsRunBy } from './function-calls'
import type { GivenCall } from './function-examples'
import { type Actor, type ActorName, triedAs } from './permission-probe'

/** A function of the API, called with the same arguments by each actor. */
export interface FunctionProbe {
  /** With a label, if there is more than one call. */
  name: string
  statement: string
  /** Whether it returns a row to those with access, and none to others. */
  counted: boolean
  /** The functions it calls, including itself, as schema.name. */
  runs: string[]
}

interface Routine {
  name: string
  arguments: string[]
  types: string[]
}

/**
 * Calls of every function of the API that checks something itself: those that are given, and one with blank arguments of each other.
 * Views that do so are among them.
 */
export async function functionProbes(
  client: pg.Client,
  given: readonly GivenCall[],
): Promise<FunctionProbe[]> {
  const { rows } = await client.query<Routine>(
    `
    select case p.pronamespace when 'public'::regnamespace then p.proname else 'private.' || p.proname end as name,
      coalesce(p.proargnames[1:p.pronargs], '{}') as arguments,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u (t, place) order by place) as types
    from pg_proc p
    where (p.pronamespace = 'public'::regnamespace or 'private.' || p.proname = any ($1)) and p.prokind = 'f'
      and p.prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`,
    [given.map(({ name }) => name)],
  )
  const bodies = await functionBodies(client)
  const checks = new Set((await functionMutants(client)).map(({ of }) => of))
  const views = await client.query<{ name: string; text: string }>(
    "select viewname as name, definition as text from pg_views where schemaname = 'public' order by 1",
  )
  const reads = views.rows.map(({ name, text }) => ({
    name: `view ${name}`,
    statement: `select to_jsonb(v) as answer from public.${pg.escapeIdentifier(name)} v`,
    counted: false,
    runs: functionsRunBy(text, bodies),
  }))
  const called = rows.flatMap((routine) => {
    const known = given.filter(({ name }) => name === routine.name)
    const runs = functionsRunBy(`${qualified(routine.name)}(`, bodies)
    return (known.length > 0 ? known : [{ name: routine.name, what: '', values: {} }]).map((call) => ({
      name: `${routine.name} ${call.what}`.trim(),
      statement: statementOf(routine, call),
      counted: call.part !== undefined,
      runs,
    }))
  })
  return [...called, ...reads].filter(({ runs }) => runs.some((name) => checks.has(name)))
}

const qualified = (name: string) => (name.includes('.') ? name : `public.${name}`)

function statementOf({ name, arguments: names, types }: Routine, { values: given, part }: GivenCall): string {
  const values = types.map((type, at) => {
    const argument = names[at] ?? ''
    const value = argument in given ? given[argument] : blank(type)
    return `${pg.escapeIdentifier(argument)} => ${value === null || value === undefined ? 'null' : pg.escapeLiteral(value)}::${type}`
  })
  const from = `${qualified(name)}(${values.join(', ')}) f`
  return part === undefined
    ? `select to_jsonb(f) as answer from ${from}`
    : `select 1 from ${from} where jsonb_typeof(f #> '{${part}}') <> 'null'`
}

/**
 * Those for whom the function does or tells something that it does not for a member without any permission, in the actors' order.
 * Whoever must type a password again is refused.
 */
export async function whoIsServed(
  client: pg.Client,
  probe: FunctionProbe,
  actors: readonly Actor[],
): Promise<ActorName[]> {
  const said = await triedAs(client, { statement: probe.statement }, actors, !probe.counted)
  const nothing = probe.counted ? '0' : said['member without a permission']
  return actors
    .map(({ name }) => name)
    .filter((name) => said[name] !== nothing && !/^(42501|TR401) /.test(said[name] ?? ''))
}

function blank(type: string): string | null {
  if (type.endsWith('[]')) return '{}'
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'boolean') return 'false'
  if (type === 'text') return ''
  if (type === 'date') return '2026-01-01'
  return null
}
