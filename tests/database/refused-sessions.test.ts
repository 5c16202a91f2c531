import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { FACTORIES } from '../support/factories'
import { insertRow, type TableName, type Tables, uniqueNumber } from '../support/factories/row'
import { functionBodies, functionsRunBy } from '../support/function-calls'
import { givenCalls } from '../support/function-examples'
import {
  attacked,
  makeSessions,
  type Outcome,
  prepareAttacks,
  type Session,
} from '../support/refused-sessions'
import { tenantProbes } from '../support/tenant-probes'
import { SEALED } from '../support/vault'

/** What everybody who is signed in may read, so that the app can say why they may read nothing else. */
const OWN: Record<string, string> = {
  'public.members': 'user_id = (select auth.uid())',
  'public.roles': 'name = (select private.own_role())',
  'public.role_permissions': 'role = (select private.own_role())',
}

/** Functions that do and tell nothing except about the caller. */
const OF_ONESELF = [
  'own_standing',
  'second_factor_needed',
  'require_recent_sign_in',
  'role_list',
  // Whoever views the app as another role may stop, and sees their sessions.
  'view_as',
  'session_list',
]

/**
 * Functions with the owner's rights that only say whether somebody may do something, or whether a record that they can read is used, or
 * that several requests are one change of the caller's, or which day it is where the company is.
 */
const YES_OR_NO = [
  'private.has_permission',
  'private.own_permissions',
  'private.did_in_use',
  'private.continue_run',
  'private.business_time_zone',
]

/** Reads that leave an entry in the trail. */
const RECORDED_READS = ['audit_recording_playback', 'open_fax', 'open_voicemail']

let client: pg.Client
let sessions: Awaited<ReturnType<typeof makeSessions>>
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('supabase').databaseUrl, application_name: 'tests' })
  await client.connect()
  await client.query('begin')
  await prepareAttacks(client)
  sessions = await makeSessions(client)
})
afterAll(() => client.end())

/** What a statement does in these sessions that it should not: outcomes that are not as expected, and writes to other tables than these. */
async function surprises(
  statement: string,
  asked: readonly Session[],
  isExpected: (outcome: Outcome) => boolean,
  writes: readonly string[] = [],
): Promise<string[]> {
  const { outcomes, wrote } = await attacked(client, statement, asked)
  const beginning = statement.slice(0, 90)
  return [
    ...asked.flatMap(({ name }, at) => {
      const outcome = outcomes[at]
      return outcome && isExpected(outcome)
        ? []
        : [`${beginning} in a session ${name}: ${JSON.stringify(outcome).slice(0, 200)}`]
    }),
    ...wrote.filter((table) => !writes.includes(table)).map((table) => `${beginning} writes ${table}`),
  ]
}

/** Not refused by anything that comes after the policies either, which they would have let through. */
const isNothing = ({ rows, touched, code }: Outcome) =>
  rows.length + touched === 0 && (code === null || code === '42501')

test('no session that grants nothing reads, adds, changes or removes a row of any table', async () => {
  const { rows: tables } = await client.query<{
    name: string
    /** All that can be written, and one that signed-in users may read or change. */
    columns: string[]
    readable: string | null
    changeable: string | null
    insertable: boolean
    deletable: boolean
  }>(`
    select c.relnamespace::regnamespace || '.' || c.relname as name,
      array_agg(quote_ident(a.attname)) filter (where a.attgenerated = '') as columns,
      min(quote_ident(a.attname)) filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as readable,
      min(quote_ident(a.attname)) filter (where a.attgenerated = '' and a.attname <> 'id'
        and has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as changeable,
      has_table_privilege('authenticated', c.oid, 'insert') as insertable,
      has_table_privilege('authenticated', c.oid, 'delete') as deletable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where (c.relnamespace = 'public'::regnamespace or c.oid = 'storage.objects'::regclass) and c.relkind in ('r', 'p')
    group by c.oid order by 1`)
  const { open, asNobody, asViewer, refused } = sessions
  const writers = [asNobody, asViewer, ...refused]
  const wrong: string[] = []
  for (const { name, columns, readable, changeable, insertable, deletable } of tables) {
    const stored = await storedRowOf(name)
    if (readable) {
      const read = `select to_jsonb(t.${readable}) as answer from ${name} t where not (${OWN[name] ?? 'false'}) limit 1`
      wrong.push(
        ...(await surprises(read, [open], ({ rows }) => rows.length === 1)),
        ...(await surprises(read, [asNobody, ...refused], isNothing)),
      )
    }
    // Without a condition, and so without the policy for reading.
    const changes = [
      ...(changeable ? [`update ${name} set ${changeable} = (${recordOf(name, stored)}).${changeable}`] : []),
      ...(deletable ? [`delete from ${name}`] : []),
    ]
    for (const change of changes) wrong.push(...(await surprises(change, writers, isNothing)))
    if (!insertable) continue
    const isRefused = async (row: object) => {
      const given = recordOf(name, { ...row, id: randomUUID() })
      const insertion = `insert into ${name} (${columns}) select ${columns} from ${given}`
      return surprises(insertion, writers, ({ code }) => code === '42501')
    }
    // A copy of a row may be refused by a trigger before a policy: then a new one.
    if ((await isRefused(stored)).length > 0) wrong.push(...(await isRefused(await newRowOf(name))))
  }
  expect(tables.length).toBeGreaterThan(90)
  expect(wrong).toEqual([])
})

const newRowOf = (name: string) => FACTORIES[name.replace('public.', '') as TableName]()
const recordOf = (name: string, row: object) =>
  `jsonb_populate_record(null::${name}, ${pg.escapeLiteral(JSON.stringify(row))})`

/** A row of the table, which is stored if there is none. */
async function storedRowOf(name: string): Promise<object> {
  const find = `select to_jsonb(t) as row from ${name} t limit 1`
  const { rows } = await client.query<{ row: object }>(find)
  if (rows[0]) return rows[0].row
  const row = (await newRowOf(name)) as Tables[TableName]['Insert']
  return insertRow(name.replace('public.', '') as TableName, row, client)
}

test('no session that grants nothing is served by any function', async () => {
  const { rows: routines } = await client.query<{
    name: string
    arguments: string[]
    needed: number
    types: string[]
  }>(`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments, p.pronargs - p.pronargdefaults as needed,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u (t, place) order by place) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  const { rows: definers } = await client.query<{ name: string }>(
    "select 'private.' || proname as name from pg_proc where pronamespace = 'private'::regnamespace and prosecdef",
  )
  const bodies = await functionBodies(client)
  const known = new Set(definers.map(({ name }) => name).filter((name) => !YES_OR_NO.includes(name)))
  /** Whether it can do more than the policies of the tables let the caller do. */
  const passesPolicies = (name: string) =>
    functionsRunBy(
      `public.${name}(`,
      new Map([...bodies].filter(([body]) => !YES_OR_NO.includes(body))),
    ).some((run) => known.has(run))
  const examples = await examplesOf(routines.map(({ name }) => name))
  const { open, ofNobody, asNobody, asViewer, refused } = sessions
  const wrong: string[] = []
  const untested: string[] = []
  for (const { name, arguments: names, needed, types } of routines) {
    if (OF_ONESELF.includes(name)) continue
    let isServed = false
    for (const values of examples.get(name) ?? [{}]) {
      const given = names.flatMap((argument, at) => {
        const type = types[at] ?? ''
        if (!(argument in values) && argument !== 'run' && at >= needed) return []
        const value = argument in values ? values[argument] : argument === 'run' ? randomUUID() : blank(type)
        return `${pg.escapeIdentifier(argument)} => ${sqlOf(value)}::${type}`
      })
      const call = `select to_jsonb(f) as answer from public.${name}(${given.join(', ')}) f`
      const told = async (session: Session) =>
        JSON.stringify((await attacked(client, call, [session])).outcomes[0])
      const unserved = await told(ofNobody)
      isServed = (await told(open)) !== unserved
      const isUnserved = (outcome: Outcome) =>
        JSON.stringify(outcome) === unserved || outcome.code === '42501'
      wrong.push(
        ...(await surprises(call, refused, isUnserved)),
        ...(await surprises(call, [asNobody], isUnserved, ['private.runs'])),
        ...(await surprises(
          call,
          [asViewer],
          () => true,
          RECORDED_READS.includes(name) ? ['audit_log'] : ['private.runs'],
        )),
      )
      if (isServed) break
    }
    if (!isServed && passesPolicies(name)) untested.push(name)
  }
  expect(routines.length).toBeGreaterThan(120)
  expect(wrong).toEqual([])
  expect(untested, 'functions without an example that serves anybody').toEqual([])
})

/** Arguments with which functions serve somebody, by name. */
async function examplesOf(names: readonly string[]): Promise<Map<string, Record<string, unknown>[]>> {
  const examples = new Map<string, Record<string, unknown>[]>()
  for (const { name, values } of await givenCalls())
    examples.set(name, [...(examples.get(name) ?? []), values])
  for (const { of, given } of await tenantProbes(
    client,
    (name) => names.includes(name) && !examples.has(name),
  ))
    examples.set(of, [...(examples.get(of) ?? []), given])
  // Committed, because the transaction lasts as long as the test and others lock these tables.
  const { tenant_id, extension } = await insertRow(
    'extensions',
    await FACTORIES.extensions({ voicemail_enabled: true }),
  )
  examples.set('set_missing_voicemail_pins', [{ tenant: tenant_id, pins: { [extension]: SEALED } }])
  const { number } = await insertRow('dids', await FACTORIES.dids())
  examples.set('known_numbers', [{ numbers: [number] }])
  const { name, phone } = await insertRow('companies', await FACTORIES.companies({ phone: uniqueNumber() }))
  examples.set('similar_companies', [{ company: randomUUID(), name }])
  examples.set('find_other_records', [{ words: phone }])
  const { id: opportunity } = await insertRow(
    'opportunities',
    await FACTORIES.opportunities({ status: 'won' }),
  )
  examples.set('won_plan', [{ opportunity }])
  await client.query("update public.company_profiles set quote_terms = 'Half in advance'")
  examples.set('quote_terms', [{}])
  return examples
}

function sqlOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map((part) => pg.escapeLiteral(String(part)))}]`
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function blank(type: string): string | null {
  if (type.endsWith('[]') || type.startsWith('json')) return '{}'
  if (type === 'boolean') return 'false'
  if (type === 'text') return ''
  if (type === 'date') return '2026-01-01'
  return null
}
