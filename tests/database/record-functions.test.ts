import { beforeAll, expect, test } from 'vitest'
import { EVERY_RIGHT } from '../support/every-right'
import { insertRow, type TableName } from '../support/factories/row'
import { ownerClient } from '../support/owner-client'
import { type Actor, makeActors, type Way } from '../support/permission-probe'
import { type Expectation, EXPECTATIONS } from './access-expectations'
import { FUNCTION_RIGHTS, type rightsTo as RightsTo, rightsTo } from './required-permissions'

type Row = Record<string, unknown> & { id: string; version?: number; tenant_id?: string | null }
type Write = 'insert' | 'update' | 'delete'

/** One kind of rows of a table, and what is enough to write them. */
interface Kind {
  table: TableName
  rows: string
  rights: NonNullable<ReturnType<typeof RightsTo>>
  make(): Promise<Row>
  change: Record<string, unknown>
}

/** Where whoever makes a record may fill in the columns kept apart from it: these rows are made just now. */
const MADE_NOW: Readonly<Record<string, string>> = {
  company_accounts: 'of a company made just now',
  did_costs: 'of a number made just now',
}

const KINDS: Kind[] = Object.entries(EXPECTATIONS).flatMap(([table, kinds]) =>
  (kinds as readonly Expectation<TableName>[]).flatMap((kind) => {
    const rights = rightsTo(table, MADE_NOW[table] ?? kind.rows)
    if (!('make' in kind) || !rights) return []
    const make = kind.make as unknown as () => Promise<Row>
    return [{ table: table as TableName, rows: kind.rows, rights, make, change: kind.change as Row }]
  }),
)

/** What nobody may write by hand, but may with a function that undoing calls. */
const BY_FUNCTION: Readonly<Record<string, readonly Way[]>> = {
  'destinations revert_entry of delete': FUNCTION_RIGHTS.destination_for ?? [],
  'destinations undo_change of delete': FUNCTION_RIGHTS.destination_for ?? [],
}
const enoughFor = ({ table, rights }: Kind, what: string, write: Write) =>
  BY_FUNCTION[`${table} ${what}`] ?? rights[write]

const ALL = EVERY_RIGHT.join('+') as Way
/** Everything but what is enough. */
function lacking(ways: readonly Way[]): Way {
  const enough = ways.map((way) => way.split('+').at(-1))
  return EVERY_RIGHT.filter((right) => !enough.includes(right)).join('+') as Way
}

const client = ownerClient()
let actors: Map<string, Actor>
let lists: Set<string>
beforeAll(async () => {
  const ways = [
    ...KINDS.flatMap(({ rights }) => [rights.insert, rights.update, rights.delete]),
    ...Object.values(BY_FUNCTION),
  ]
  const made = await makeActors(client(), [...new Set([ALL, ...ways.map(lacking)])])
  actors = new Map(made.map((actor) => [actor.name, actor]))
  await client().query(ATTEMPT)
  const { rows } = await client().query<{ name: string }>(
    'select table_name as name from private.record_lists',
  )
  lists = new Set(rows.map(({ name }) => name))
})

/**
 * Calls a function as an actor, looks, and takes everything back: the row and the number of those made just now, or the error with which
 * the call fails.
 */
const ATTEMPT = `
  create function pg_temp.seen(target regclass, record uuid) returns text language plpgsql as $$
  declare
    found text;
  begin
    execute format('select count(*) filter (where t.created_at = now()) || coalesce(max(to_jsonb(t)::text) filter (where t.id = $1), %L)
      from %s t where t.id = $1 or t.created_at = now()', ' none', target) into found using record;
    return found;
  end
  $$;
  create function pg_temp.attempt(actor jsonb, call text, given jsonb, target regclass, record uuid) returns text
  language plpgsql as $$
  declare
    before text := pg_temp.seen(target, record);
    later text;
  begin
    perform set_config('request.jwt.claims', actor ->> 'claims', true), set_config('role', actor ->> 'role', true);
    execute call using given;
    set constraints all immediate;
    perform set_config('role', session_user, true), set_config('request.jwt.claims', '', true);
    later := pg_temp.seen(target, record);
    raise exception '%', case when later = before then 'nothing' else 'done' end using errcode = 'PROBE';
  exception
    when sqlstate 'PROBE' then return sqlerrm;
    when others then return 'refused ' || sqlstate || ' ' || sqlerrm;
  end
  $$`

/** What comes of it: 'done', 'nothing', or the error. */
async function attempt(way: Way, call: string, given: unknown, table: string, record: string) {
  const { rows } = await client().query<{ said: string }>(
    'select pg_temp.attempt($1, $2, $3, $4, $5) as said',
    [JSON.stringify(actors.get(way)), call, JSON.stringify(given), `public.${table}`, record],
  )
  return rows[0]?.said ?? ''
}

interface Call {
  /** What the policies call it. */
  write: Write
  /** A statement whose $1 is what `given` returns. */
  call: string
  given(kind: Kind, row: Row): object
}

const WHICH = `$1 ->> 'table', ($1 ->> 'tenant')::uuid`
const RECORD = `$1 ->> 'table', ($1 ->> 'id')::uuid, ($1 ->> 'tenant')::uuid`
/** The columns by which an import finds a row: all that it was given and that do not change. */
const keysOf = (row: Row, change: object) =>
  Object.keys(row).filter((name) => !['id', 'tenant_id', ...Object.keys(change)].includes(name))
const seen = ({ table }: Kind, { id, tenant_id, version }: Row) => ({
  table,
  tenant: tenant_id,
  seen: [{ id, version }],
})

/** What writes a row that is not stored yet, given as it is made. */
const INSERTS: Record<string, Call> = {
  save_record: {
    write: 'insert',
    call: `select public.save_record(${RECORD}, null, $1 -> 'values')`,
    given: ({ table }, { id, tenant_id, ...values }) => ({ table, id, tenant: tenant_id, values }),
  },
  import_records: {
    write: 'insert',
    call: `select public.import_records(${WHICH}, array(select jsonb_array_elements_text($1 -> 'keys')), $1 -> 'rows', false)`,
    given: ({ table }, row) => ({ table, tenant: row.tenant_id, keys: keysOf(row, {}), rows: [row] }),
  },
}
/** What writes a row that is stored. */
const WRITES: Record<string, Call> = {
  save_record: {
    write: 'update',
    call: `select public.save_record(${RECORD}, ($1 ->> 'version')::int, $1 -> 'values')`,
    given: ({ table, change }, { id, tenant_id, version }) => ({
      table,
      id,
      tenant: tenant_id,
      version,
      values: change,
    }),
  },
  change_records: {
    write: 'update',
    call: `select public.change_records(${WHICH}, $1 -> 'seen', $1 -> 'values')`,
    given: (kind, row) => ({ ...seen(kind, row), values: kind.change }),
  },
  import_records: {
    write: 'update',
    call: `select public.import_records(${WHICH}, array(select jsonb_array_elements_text($1 -> 'keys')), $1 -> 'rows', false, false, false)`,
    given: ({ table, change }, { made, ...row }) => ({
      table,
      tenant: row.tenant_id,
      keys: keysOf(made as Row, change),
      rows: [{ ...(made as Row), ...change }],
    }),
  },
  delete_records: {
    write: 'delete',
    call: `select public.delete_records(${WHICH}, $1 -> 'seen')`,
    given: seen,
  },
  repoint: {
    write: 'delete',
    call: `select public.repoint($1 ->> 'table', ($1 ->> 'id')::uuid, null, null, true, ($1 ->> 'version')::int)`,
    given: ({ table }, { id, version }) => ({ table, id, version }),
  },
}
/** What takes a change back. */
const UNDOES = {
  revert_entry: "select public.revert_entry(($1 ->> 'entry')::uuid)",
  undo_change: "select public.undo_change(($1 ->> 'entry')::uuid)",
}
/** Undoing a write is the opposite one. */
const OPPOSITE: Record<Write, Write> = { insert: 'delete', update: 'update', delete: 'insert' }

/** By what is tried: what comes of it for those who hold every permission, and for those who hold all but what is enough. */
type Found = Record<string, { all: string; lacking: string }>

async function triedOf(kind: Kind): Promise<Found> {
  const found: Found = {}
  const { table } = kind
  const tell = async (what: string, write: Write, call: string, given: object, record: string) => {
    found[`${what}: ${write}`] = {
      all: await attempt(ALL, call, given, table, record),
      lacking: await attempt(lacking(enoughFor(kind, what, write)), call, given, table, record),
    }
  }
  const made = await kind.make()
  if (lists.has(table)) {
    for (const [what, { write, call, given }] of Object.entries(INSERTS))
      await tell(what, write, call, given(kind, made), made.id)
  }
  await client().query('savepoint kind')
  const own: [Write, string][] = [
    ['insert', ''],
    ['update', `update public.${table} t set ${assigned(kind)} where t.id = $1`],
    ['delete', `delete from public.${table} t where t.id = $1`],
  ]
  for (const [at, [write, statement]] of own.entries()) {
    // A change of its own for the trail, where all else of a transaction is one.
    await client().query("select set_config('app.run_transaction', $1, true)", [String(at + 1)])
    await client().query('savepoint own')
    try {
      if (write === 'insert') await insertRow(table, made as never, client())
      else await client().query(statement, [made.id])
    } catch {
      // Not even the owner may.
      await client().query('rollback to savepoint own')
      continue
    }
    await client().query("select set_config('app.run_transaction', '', true)")
    if (write === 'insert') {
      const { rows } = await client().query<{ row: Row }>(
        `select to_jsonb(t) as row from public.${table} t where t.id = $1`,
        [made.id],
      )
      const row = { ...rows[0]?.row, made } as unknown as Row
      // Tables without a list have only this one.
      for (const [what, one] of Object.entries(WRITES))
        if (lists.has(table) || what === 'delete_records')
          await tell(what, one.write, one.call, one.given(kind, row), made.id)
    }
    const { rows } = await client().query<{ id: string }>(
      'select a.id from public.audit_log a where a.record_id = $1 and a.table_name = $2 and a.action = $3',
      [made.id, table, write],
    )
    const [entry] = rows
    if (!entry) continue
    for (const [what, call] of Object.entries(UNDOES))
      await tell(`${what} of ${write}`, OPPOSITE[write], call, { entry: entry.id }, made.id)
    if (write === 'update') await client().query('rollback to savepoint own')
  }
  await client().query('rollback to savepoint kind; release savepoint kind')
  return found
}

const assigned = ({ table, change }: Kind) =>
  Object.keys(change)
    .map(
      (column) =>
        `${column} = (jsonb_populate_record(null::public.${table}, '${JSON.stringify(change)}')).${column}`,
    )
    .join(', ')

/** What they cannot do although a policy allows it, and why. */
const UNSUITED: Readonly<Record<string, string>> = {
  'companies without a tenant import_records: update':
    'nothing identifies the company but the name that changes',
  'faxes any repoint: delete': 'nothing uses a fax, and nobody may lock what nobody may change',
  'voicemail_messages any repoint: delete':
    'nothing uses a message, and nobody may lock what nobody may change',
  'tenant_settings any import_records: insert':
    'they are saved under the id of their tenant, which no file has',
  'tenant_settings any import_records: update': 'nothing identifies them but their tenant',
  'feature_codes any import_records: update': 'a statement that could insert is denied to everybody',
}

// The functions are called with the callers' own rights: nothing that they do may go further than a plain statement would.
test.each(KINDS)(
  '$table, $rows: what writes or undoes needs the permission to do the same by hand',
  async (kind) => {
    const found = await triedOf(kind)
    for (const [what, { all, lacking: refused }] of Object.entries(found)) {
      const write = what.split(': ').at(-1) as Write
      expect(refused, what).not.toBe('done')
      const isAllowed =
        enoughFor(kind, what.split(': ')[0] ?? '', write).length > 0 &&
        !(`${kind.table} ${kind.rows} ${what}` in UNSUITED)
      if (isAllowed) expect(all, what).toBe('done')
      else expect(all, what).not.toBe('done')
    }
  },
)
