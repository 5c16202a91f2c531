import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CALL_RECORDINGS,
  FAXES,
  PORT_LETTERS,
  RECORDINGS,
  VOICEMAIL_MESSAGES,
} from '@/lib/supabase/constraints'
import { becomeOwner, query, rolledBack } from '../support/database'

const DECLARATIONS = 'supabase/migrations/20260105090000_declarations.sql'

interface Table {
  name: string
  secured: boolean
  columns: Record<string, string>
  triggers: string[]
}

const tables = await query<Table>(`
  select c.relname as name, c.relrowsecurity as secured,
    (select jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(array_agg(p.proname::text), '{}') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O') as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname`)

/** Tables that nobody writes to directly, and why they are not audited. */
const WITHOUT_TRAIL: Record<string, string> = {
  audit_log: 'it is the trail',
  destinations: 'kept by the triggers of the records that it lists',
  number_lookups: 'answers of a provider, which the server keeps',
  number_plan: 'kept by the triggers of the records that claim numbers',
  mails: 'what is sent again, and each 911 call that was told, leaves an entry by the function that does it',
  secrets: 'written by functions, which leave an entry without the secret',
  provisioning_log: 'it is a trail itself',
  unknown_phones: 'what phones of nobody sent',
}

/** Written by the switch and by triggers, never edited: millions of rows, never saved from a form. */
const WRITTEN_BY_MACHINES = [
  'archived_call_months',
  'call_recordings',
  'cdr',
  'cdr_daily',
  'cdr_hourly',
  'cdr_legs',
  'live_calls',
  'live_switches',
  'list_versions',
  'live_tenants',
  'queue_waits',
  'switch_commands',
  'registration_failures',
  'registrations',
  'switch_states',
  'tenant_checks',
  'tenant_versions',
]

describe.each(tables)('table $name', ({ name, secured, columns, triggers }) => {
  const isEdited = !WRITTEN_BY_MACHINES.includes(name)

  test('has row-level security', () => {
    expect(secured).toBe(true)
  })

  test('has an id and a creation time', () => {
    expect(columns).toMatchObject({ id: 'uuid not null', created_at: 'timestamp with time zone not null' })
  })

  test.runIf(isEdited)('has an update time and a version', () => {
    expect(columns).toMatchObject({
      updated_at: 'timestamp with time zone not null',
      version: 'integer not null',
    })
  })

  test.runIf(isEdited && !(name in WITHOUT_TRAIL))('counts its versions and leaves an audit trail', () => {
    expect(triggers).toEqual(expect.arrayContaining(['touch', 'audit']))
  })

  test.runIf(isEdited && !(name in WITHOUT_TRAIL) && columns.tenant_id?.endsWith('not null'))(
    'prevents its rows from changing tenant',
    () => expect(triggers).toContain('guard_tenant_id'),
  )

  test.runIf('tenant_id' in columns)('has an index starting with tenant_id', async () => {
    const indexes = await query(
      `select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = $1::regclass and a.attname = 'tenant_id'`,
      [`public.${name}`],
    )
    expect(indexes).not.toEqual([])
  })

  test('has an index for every reference to another table', async () => {
    const slow = await query<{ name: string }>(
      `select conname as name from pg_constraint f
       where f.conrelid = $1::regclass and f.contype = 'f' and not exists (
         select 1 from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1])`,
      [`public.${name}`],
    )
    expect(slow).toEqual([])
  })
})

describe('policies', async () => {
  const policies = await query<{ name: string; roles: string[]; conditions: string }>(`
    select tablename || '.' || policyname as name, roles::text[] as roles,
      concat_ws(' and ', qual, with_check) as conditions
    from pg_policies where schemaname = 'public' order by 1`)

  test.each(policies)('$name applies to signed-in users and checks who they are', ({ roles, conditions }) => {
    expect(roles).toEqual(['authenticated'])
    expect(conditions).toMatch(/private\.(has_permission|permitted_sections)\(/)
    expect(conditions).not.toMatch(/(^|\W)true(\W|$)/)
  })

  test.each(policies)('$name checks once per statement', ({ conditions }) => {
    // Whether a part's record is new is asked for each row, of those who may create records but not edit them.
    const calls = conditions.replaceAll(/private\.is_new\(/g, '(').match(/(private|auth)\.\w+\(/g) ?? []
    const wrapped = conditions.match(/\( SELECT (private|auth)\.\w+\(/g) ?? []
    expect(wrapped).toHaveLength(calls.length)
  })
})

describe('privileges', () => {
  test('visitors have none on any table, sequence or function', async () => {
    expect(await privilegesOf('anon')).toEqual([])
  })

  test.each(['authenticated', 'service_role'])(
    '%s cannot truncate, reference or add triggers to a table',
    async (role) => {
      const privileges = await privilegesOf(role)
      expect(privileges.filter(({ privilege }) => /truncate|references|trigger/i.test(privilege))).toEqual([])
    },
  )

  test.each(['authenticated', 'service_role'])('%s only reads views', async (role) => {
    const views = await query<{ readable: boolean; more: boolean }>(
      `select relname as name, has_table_privilege($1, oid, 'select') as readable,
         has_table_privilege($1, oid, 'insert, update, delete, truncate, references, trigger') as more
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
      [role],
    )
    expect(views.length).toBeGreaterThan(0)
    expect(views.filter(({ readable, more }) => !readable || more)).toEqual([])
  })

  test('the audit trail is read-only, even for the service key', async () => {
    for (const role of ['authenticated', 'service_role']) {
      const privileges = (await privilegesOf(role))
        .filter(({ name }) => name === 'audit_log')
        .map(({ privilege }) => privilege)
      expect(privileges, role).toContain('SELECT')
      expect(
        privileges.filter((privilege) => /insert|update|delete|truncate/i.test(privilege)),
        role,
      ).toEqual([])
    }
  })

  /** As projects of hosted Supabase did that were created before May 30, 2026. */
  const GRANTED_BY_DEFAULT = ['tables', 'sequences', 'functions']
    .map(
      (kind) =>
        `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('')

  test.each(['anon', 'authenticated', 'service_role'])(
    'what later migrations make is closed to %s by default, whatever the project granted',
    async (role) => {
      const [declared = ''] =
        /^alter default privileges (.|\n)*?\n\n/m.exec(readFileSync(DECLARATIONS, 'utf8')) ?? []
      const open = await rolledBack(async (client) => {
        await becomeOwner(client)
        await client.query(`
          ${GRANTED_BY_DEFAULT}
          ${declared}
          create table public.later (id serial);
          create function public.later_function() returns int language sql set search_path = '' as 'select 1';
          create function private.later_function() returns int language sql set search_path = '' as 'select 1'`)
        const { rows } = await client.query(
          `select has_table_privilege($1, 'public.later', 'select,insert,update,delete,truncate,references,trigger') as "table",
            has_sequence_privilege($1, 'public.later_id_seq', 'usage,select,update') as "sequence",
            has_function_privilege($1, 'public.later_function()', 'execute') as "function",
            has_function_privilege($1, 'private.later_function()', 'execute') as "private function"`,
          [role],
        )
        return rows[0]
      })
      expect(open).toEqual({ table: false, sequence: false, function: false, 'private function': false })
    },
  )

  test('a declared table and the functions of a later migration are open to staff and the server', async () => {
    const open = await rolledBack(async (client) => {
      await becomeOwner(client)
      await client.query(`
        create table public.later (like private.record_columns including all);
        select private.declare_records('later', section => 'telephony');
        create function public.later_function() returns int language sql set search_path = '' as 'select 1';
        create function public.of_server() returns int language sql set search_path = '' as 'select 1';
        grant execute on function public.of_server() to service_role;
        select private.grant_access()`)
      const { rows } = await client.query(`
        select r.name,
          array(select p from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) p
            where has_table_privilege(r.name, 'public.later', p)) as "table",
          has_function_privilege(r.name, 'public.later_function()', 'execute') as "function",
          has_function_privilege(r.name, 'public.of_server()', 'execute') as "of server"
        from unnest('{anon,authenticated,service_role}'::text[]) r (name)`)
      return rows
    })
    const table = ['select', 'insert', 'update', 'delete']
    expect(open).toEqual([
      { name: 'anon', table: [], function: false, 'of server': false },
      { name: 'authenticated', table, function: true, 'of server': false },
      { name: 'service_role', table, function: true, 'of server': true },
    ])
  })
})

test('every view applies the policies of the user who reads it', async () => {
  const views = await query<{ name: string; options: string[] | null }>(`
    select c.relname as name, c.reloptions as options from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('v', 'm')`)
  expect(views.length).toBeGreaterThan(0)
  expect(views.filter(({ options }) => !options?.includes('security_invoker=true'))).toEqual([])
})

test('new rows of a list are soon vacuumed, so that an index alone counts them', async () => {
  const late = await query<{ table: string }>(`
    select l.table_name as table from private.record_lists l
    join pg_class c on c.oid = format('public.%I', l.table_name)::regclass
    where not coalesce('autovacuum_vacuum_insert_scale_factor=0.01' = any (c.reloptions), false)`)
  expect(late).toEqual([])
})

test('only changes of companies and opportunities, of live calls and of the versions of lists are published to Realtime', async () => {
  const pushed = await query<{ name: string }>(
    "select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1",
  )
  expect(pushed.map(({ name }) => name)).toEqual([
    'companies',
    'list_versions',
    'live_tenants',
    'opportunities',
    'tenant_versions',
  ])
})

describe('storage policies and buckets', async () => {
  const policies = await query<{ name: string; roles: string[]; conditions: string }>(`
    select policyname as name, roles::text[] as roles, concat_ws(' and ', qual, with_check) as conditions
    from pg_policies where schemaname = 'storage'`)

  test.each(policies)(
    '$name applies to signed-in users and one bucket, and checks who they are',
    (policy) => {
      expect(policy.roles).toEqual(['authenticated'])
      expect(policy.conditions).toMatch(/bucket_id = '[a-z-]+'/)
      expect(policy.conditions).toMatch(/private\.has_permission\(/)
    },
  )

  test('are in private buckets with a size limit and listed media types', async () => {
    const open = await query(
      'select id from storage.buckets where public or file_size_limit is null or allowed_mime_types is null',
    )
    expect(open).toEqual([])
  })

  test('may be as large as the tables that list them allow, and no larger', async () => {
    const listed = {
      'call-recordings': CALL_RECORDINGS,
      faxes: FAXES,
      'port-letters': PORT_LETTERS,
      recordings: RECORDINGS,
      voicemail: VOICEMAIL_MESSAGES,
    }
    const buckets = await query<{ id: string; most: number }>(
      'select id, file_size_limit::integer as most from storage.buckets where id = any ($1) order by id',
      [Object.keys(listed)],
    )
    expect(buckets).toEqual(
      Object.entries(listed).map(([id, { size_bytes }]) => ({ id, most: size_bytes.max })),
    )
  })
})

test('the auth and private schemas are closed to signed-in users', async () => {
  const open = await query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('auth'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v')
      and (has_table_privilege('anon', c.oid, 'select, insert, update, delete')
        or has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`)
  // Names of tables and columns.
  expect(open.map(({ name }) => name)).toEqual(['private.record_lists'])
})

describe('database functions', async () => {
  const functions = await query<{
    name: string
    schema: string
    definer: boolean
    settings: string[] | null
    open: boolean
    callable: boolean
    source: string
  }>(`
    select p.oid::regprocedure::text as name, p.pronamespace::regnamespace::text as schema, p.prosecdef as definer,
      p.proconfig as settings, has_function_privilege('anon', p.oid, 'execute') as open,
      has_function_privilege('authenticated', p.oid, 'execute') as callable, p.prosrc as source
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)

  test.each(functions)('$name has a fixed search path and is closed to visitors', ({ settings, open }) => {
    expect(settings).toContain('search_path=""')
    expect(open).toBe(false)
  })

  test.each(functions.filter(({ schema }) => schema === 'public'))(
    '$name runs with the caller’s rights',
    ({ definer }) => {
      expect(definer).toBe(false)
    },
  )

  /** Not reachable through the API, and why it does not matter who triggers them. */
  const NEED_NOT_ASK: Record<string, string> = {
    'private.business_time_zone()':
      'the time zone that the company is in, by which whatever staff read and write knows the day',
    'private.came_back_with(text,jsonb)': 'a yes or no about the caller’s own run',
    'private.did_in_use(dids)': 'of a number that its caller has read; deletions by the server ask it too',
    'private.has_voicemail_pin(uuid,text)': 'a yes or no for whoever knows the sealed PIN',
    'private.is_new(text,uuid)': 'only policies ask it, beside the permission to create the record',
    'private.is_recording_path(text)': 'a yes or no for the policies of Storage',
    'private.references_to(regclass)': 'which columns refer to a table, as declared; none of their rows',
  }

  test.each(
    functions.filter(({ definer, callable, name }) => definer && callable && !(name in NEED_NOT_ASK)),
  )('$name runs with the owner’s rights and checks who the caller is', ({ source }) => {
    expect(source).toMatch(/private\.(has_permission|require_\w+|secret_rule)\(|auth\.uid\(\)/)
  })

  test("functions with the owner's rights are not in the API", () => {
    expect(functions.filter(({ definer }) => definer).map(({ schema }) => schema)).not.toContain('public')
    expect(functions.some(({ definer }) => definer)).toBe(true)
  })
})

function privilegesOf(role: string) {
  return query<{ name: string; privilege: string }>(
    `select c.relname as name, p.privilege_type as privilege
     from pg_class c cross join lateral aclexplode(coalesce(c.relacl, acldefault(
       case when c.relkind = 'S' then 's'::"char" else 'r'::"char" end, c.relowner))) p
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and p.grantee in (0, $1::regrole)
     union all
     select f.proname, p.privilege_type
     from pg_proc f cross join lateral aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) p
     where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.grantee in (0, $1::regrole)
     union all
     select c.relname || '.' || a.attname, p.privilege_type
     from pg_attribute a join pg_class c on c.oid = a.attrelid cross join lateral aclexplode(a.attacl) p
     where c.relnamespace = 'public'::regnamespace and p.grantee in (0, $1::regrole)`,
    [role],
  )
}
