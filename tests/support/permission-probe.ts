import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Permission } from '@/lib/session/permissions'
import { type Expectation, EXPECTATIONS } from '../database/access-expectations'
import { proof } from './database'
import { EVERY_RIGHT } from './every-right'
import { insertRow, type TableName, unique } from './factories/row'
import { functionBodies, functionsRunBy } from './function-calls'
import { SPECIAL_ROWS } from './special-rows'
import { OPENED_FILES, STORED_FILES } from './stored-files'

/** What is required: one permission, or several together. */
export type Way = Permission | `${Permission}+${string}`

/** Callers whose permissions are not in effect, and callers without any. */
const BYSTANDER_NAMES = [
  'visitor',
  'account without a member',
  'member without a permission',
  'disabled member',
  'signed-out member',
  'superadmin viewing as nobody',
  'superadmin without a recent password',
  'superadmin with a session of another',
] as const

export type ActorName = Way | (typeof BYSTANDER_NAMES)[number]
export const BYSTANDERS: ReadonlySet<ActorName> = new Set(BYSTANDER_NAMES)

/** A caller to try statements as. */
export interface Actor {
  name: ActorName
  userId: string | null
  /** The role of the database, and the claims of the token. */
  role: 'anon' | 'authenticated'
  claims: string
}

export const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]

/** One thing to try as each actor. */
export interface Probe {
  /** With its schema. */
  table: string
  /** The kind of rows, as in the expectations. */
  rows: string
  operation: Operation
  /** $1 is the actor's own row, if `rows` are the actor's own. */
  statement: string
  /** The row for the cursor of statements that name no column and so need no read permission. */
  onRow?: string
  /** The row of each actor. */
  own?: ReadonlyMap<ActorName, string>
}

/** A probe of a table, with the functions its policies and triggers call. */
export type TableProbe = Probe & { runs: string[] }

/**
 * Makes a member for each permission, one for each pair in `pairs`, and the bystanders. `client` is the owner of the schema in a
 * transaction: nobody else sees them.
 */
export async function makeActors(client: pg.Client, pairs: readonly Way[]): Promise<Actor[]> {
  await client.query(TRY)
  const issued = Math.floor(Date.now() / 1000)
  const actors: Actor[] = []
  async function add(
    name: ActorName,
    rights: readonly string[] | null,
    columns: Record<string, unknown> = {},
    more: object = {},
  ): Promise<void> {
    const userId = randomUUID()
    const email = `${userId}@example.test`
    await client.query(
      "insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)",
      [userId, email],
    )
    if (rights) {
      const role = `custom-${unique()}`
      await client.query('insert into public.roles (name) values ($1)', [role])
      await client.query(
        `insert into public.role_permissions (role, section, action)
         select $1, split_part(r, '.', 1), split_part(r, '.', 2) from unnest($2::text[]) r`,
        [role, rights],
      )
      await insertRow('members', { user_id: userId, user_role: role, email, ...columns }, client)
    }
    const claims = { sub: userId, role: 'authenticated', iat: issued, amr: [proof('password')], ...more }
    actors.push({ name, userId, role: 'authenticated', claims: JSON.stringify(claims) })
  }
  actors.push({ name: 'visitor', userId: null, role: 'anon', claims: '' })
  await add('account without a member', null)
  await add('member without a permission', [])
  await add('disabled member', EVERY_RIGHT, { status: 'disabled' })
  await add('signed-out member', EVERY_RIGHT, { sessions_valid_from: '2999-01-01T00:00:00Z' })
  const { rows } = await client.query<{ name: string }>(
    `insert into public.roles (name) values ('custom-${unique()}') returning name`,
  )
  await add('superadmin viewing as nobody', EVERY_RIGHT, {
    viewing_as: rows[0]?.name,
    viewing_as_until: '2999-01-01T00:00:00Z',
  })
  await add('superadmin without a recent password', EVERY_RIGHT, {}, { amr: [proof('password', 11)] })
  const session = randomUUID()
  await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    session,
    actors.find(({ userId }) => userId)?.userId,
  ])
  await add('superadmin with a session of another', EVERY_RIGHT, {}, { session_id: session })
  for (const right of EVERY_RIGHT) await add(right, [right])
  for (const pair of pairs) await add(pair, pair.split('+'))
  return actors
}

/** Statements to try on the tables of schema public and on stored files. The rows are stored and kept. */
export async function makeProbes(client: pg.Client, actors: readonly Actor[]): Promise<TableProbe[]> {
  const probes: Probe[] = []
  for (const [table, kinds] of Object.entries(EXPECTATIONS) as [
    TableName,
    readonly Expectation<TableName>[],
  ][]) {
    for (const kind of kinds) probes.push(...(await probesOf(client, table, kind, actors)))
  }
  for (const { table, rows, make, change } of SPECIAL_ROWS)
    probes.push(...around(`public.${table}`, rows, await make(client), change))
  for (const kind of STORED_FILES) {
    const stored = await kind.make()
    probes.push(
      ...around('storage.objects', kind.rows, stored, { metadata: { forged: true } }),
      insertion('storage.objects', kind.rows, await kind.row()),
    )
  }
  for (const { rows, table, action, make } of OPENED_FILES) {
    const { record, file } = await make()
    await client.query(
      `insert into public.audit_log (actor, section, table_name, record_id, action, changes)
       select a, 'telephony', $2, $3, $4, '{}' from unnest($1::uuid[]) a`,
      [actors.flatMap(({ userId }) => userId ?? []), table, record, action],
    )
    probes.push(...around('storage.objects', rows, file, { metadata: { forged: true } }))
  }
  const bodies = await functionBodies(client)
  const { rows } = await client.query<{ table: string; text: string }>(
    `
    select c.relnamespace::regnamespace || '.' || c.relname as table, concat(
      (select string_agg(concat(p.qual, ' ', p.with_check), ' ') from pg_policies p
        where p.schemaname = c.relnamespace::regnamespace::text and p.tablename = c.relname),
      ' ', (select string_agg(pg_get_triggerdef(t.oid), ' ') from pg_trigger t where t.tgrelid = c.oid)) as text
    from pg_class c where c.oid = any ($1::regclass[])`,
    [probes.map(({ table }) => table)],
  )
  const runs = new Map(rows.map(({ table, text }) => [table, functionsRunBy(text, bodies)]))
  return probes.map((probe) => ({
    ...probe,
    runs: runs.get(probe.table) ?? [],
  }))
}

async function probesOf(
  client: pg.Client,
  table: TableName,
  kind: Expectation<TableName>,
  actors: readonly Actor[],
): Promise<Probe[]> {
  const target = `public.${table}`
  if ('make' in kind) {
    const { id } = await insertRow(table, await kind.make())
    return [...around(target, kind.rows, id, kind.change), insertion(target, kind.rows, await kind.make())]
  }
  if (kind.own.length === 0)
    return around(target, kind.rows, (await kind.own({} as never)) ?? '', kind.change)
  const own = new Map<ActorName, string>()
  for (const { name, userId } of actors) {
    const row = await ownRow(client, table, userId)
    if (row) own.set(name, row)
  }
  const where = 'where id = $1::uuid'
  return [
    { operation: 'select', statement: `select 1 from ${target} ${where}` },
    { operation: 'update', statement: `update ${target} set ${assignments(target, kind.change)} ${where}` },
    { operation: 'delete', statement: `delete from ${target} ${where}` },
  ].map((probe) => ({ ...probe, table: target, rows: kind.rows, own }) as Probe)
}

/** The actor's own row, as in the expectations, for actors that only `client` sees. */
async function ownRow(
  client: pg.Client,
  table: TableName,
  userId: string | null,
): Promise<string | undefined> {
  const through = {
    members: 'select m.id from public.members m where m.user_id = $1',
    roles:
      'select r.id from public.roles r join public.members m on m.user_role = r.name where m.user_id = $1',
    role_permissions: `select p.id from public.role_permissions p join public.members m on m.user_role = p.role
      where m.user_id = $1 order by (p.section, p.action) <> ('superadmin', 'edit'), p.id`,
  }[table as string]
  if (!through) throw new Error(`Say here which row of ${table} is a caller's own.`)
  return (await client.query<{ id: string }>(through, [userId])).rows[0]?.id
}

function around(target: string, rows: string, id: string, change: object): Probe[] {
  return [
    {
      table: target,
      rows,
      operation: 'select',
      statement: `select 1 from ${target} where id = ${pg.escapeLiteral(id)}`,
    },
    {
      table: target,
      rows,
      operation: 'update',
      onRow: id,
      statement: `update ${target} set ${assignments(target, change)} where current of probed`,
    },
    {
      table: target,
      rows,
      operation: 'delete',
      onRow: id,
      statement: `delete from ${target} where current of probed`,
    },
  ]
}

const insertion = (target: string, rows: string, row: object): Probe => ({
  table: target,
  rows,
  operation: 'insert',
  statement: inserting(target, row),
})

/** The statement that inserts a row. */
export function inserting(target: string, row: object): string {
  const columns = Object.keys(row)
    .map((column) => pg.escapeIdentifier(column))
    .join(', ')
  return `insert into ${target} (${columns}) select ${columns} from ${recordOf(target, row)}`
}

const recordOf = (target: string, row: object) =>
  `jsonb_populate_record(null::${target}, ${pg.escapeLiteral(JSON.stringify(row))})`

/** What an update sets for a change. */
export function assignments(target: string, change: object): string {
  return Object.keys(change)
    .map((column) => `${pg.escapeIdentifier(column)} = (${recordOf(target, change)}).${column}`)
    .join(', ')
}

/**
 * Tries a statement as each actor and rolls it back: {name: rows affected or hash of the rows, or SQLSTATE and
 * message}.
 */
const TRY = `
  create or replace function pg_temp.try_as(statement text, actors jsonb, hashed boolean) returns jsonb
  language plpgsql as $$
  declare
    actor jsonb;
    touched bigint;
    hash text;
    said jsonb := '{}';
  begin
    for actor in select value from jsonb_array_elements(actors) loop
      begin
        perform set_config('request.jwt.claims', actor ->> 'claims', true), set_config('role', actor ->> 'role', true);
        if statement like '%$1%' then
          execute statement using actor ->> 'own';
        elsif hashed then
          execute format('select md5(string_agg(to_jsonb(s)::text, chr(10) order by to_jsonb(s)::text)) from (%s) s', statement)
            into hash;
        else
          execute statement;
        end if;
        get diagnostics touched = row_count;
        raise exception '%', coalesce(hash, touched::text) using errcode = 'PROBE';
      exception
        when sqlstate 'PROBE' then said := said || jsonb_build_object(actor ->> 'name', sqlerrm);
        when others then said := said || jsonb_build_object(actor ->> 'name', sqlstate || ' ' || sqlerrm);
      end;
    end loop;
    return said;
  end
  $$`

/** Tries a statement as each actor and rolls everything back; returns the result of `TRY` by actor. */
export async function triedAs(
  client: pg.Client,
  { statement, onRow, table, own }: Pick<Probe, 'statement'> & Partial<Probe>,
  actors: readonly Actor[],
  hashed = false,
): Promise<Record<string, string>> {
  await client.query('savepoint probe')
  try {
    if (onRow) {
      await client.query(
        `declare probed cursor for select 1 from ${table} where id = ${pg.escapeLiteral(onRow)} for update`,
      )
      await client.query('fetch probed')
    }
    const given = actors.map((actor) => ({ ...actor, own: own?.get(actor.name) ?? null }))
    const { rows } = await client.query<{ said: Record<string, string> }>(
      'select pg_temp.try_as($1, $2, $3) as said',
      [statement, JSON.stringify(given), hashed],
    )
    return rows[0]?.said ?? {}
  } finally {
    await client.query('rollback to savepoint probe; release savepoint probe')
  }
}

/** Actors who succeed, or whom a constraint or trigger stops rather than a policy, in the actors' order. */
export async function whoCan(
  client: pg.Client,
  probe: Probe,
  actors: readonly Actor[],
): Promise<{ can: ActorName[]; stopped: ActorName[] }> {
  const said = await triedAs(client, probe, actors)
  const can = actors.map(({ name }) => name).filter((name) => Number(said[name]) > 0)
  const stopped = actors
    .map(({ name }) => name)
    .filter((name) => !/^(\d+$|42501 |TR401 )/.test(said[name] ?? ''))
  return { can, stopped }
}
