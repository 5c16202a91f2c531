import pg from 'pg'
import type { ChangeType } from './protocol.ts'
import type { Role } from './subscribers.ts'

/** A column; `type` is PostgreSQL's own name (int4, _text). */
export interface Column {
  name: string
  type: string
}

/** A table of the publication. `name` is schema.table, quoted; `columns` are those that each role may read. */
export interface PublishedTable {
  schema: string
  table: string
  name: string
  columns: Record<Role, Column[]>
  key: { name: string; sqlType: string }[]
}

/** Rows changed by one statement, by primary key values in the order of the table's `key`. */
export interface Change {
  schema: string
  table: string
  type: ChangeType
  keys: unknown[][]
}

const channel = 'local_realtime'

// Statement triggers see all rows of a statement at once. A notification holds less than 8,000 bytes, so many keys go into
// several. Identical ones in one transaction arrive once, which is correct: the row is read when it is announced. The key is
// looked up each time, so that a migration that changes it does not break writes.
const announcer = `
create schema if not exists local_realtime;
revoke all on schema local_realtime from public;
create or replace function local_realtime.announce() returns trigger language plpgsql set search_path = '' as $$
declare
  head text := format('{"schema":%s,"table":%s,"type":%s,"keys":[', to_json(tg_table_schema), to_json(tg_table_name), to_json(tg_op));
  key_columns text := (
    select string_agg(format('%I', a.attname), ', ' order by k.position)
    from pg_catalog.pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, position)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = tg_relid and i.indisprimary);
  row_key text;
  keys text := '';
begin
  if key_columns is null then return null; end if;
  for row_key in execute format('select jsonb_build_array(%s)::text from changed', key_columns) loop
    if octet_length(head) + octet_length(keys) + octet_length(row_key) > 7900 then
      if keys <> '' then perform pg_notify('${channel}', head || keys || ']}'); end if;
      keys := '';
    end if;
    if octet_length(head) + octet_length(row_key) <= 7900 then
      keys := keys || case when keys = '' then '' else ',' end || row_key;
    end if;
  end loop;
  if keys <> '' then perform pg_notify('${channel}', head || keys || ']}'); end if;
  return null;
end $$;
revoke all on function local_realtime.announce() from public;`

const publishedTables = `
select n.nspname as schema, c.relname as table, format('%I.%I', n.nspname, c.relname) as name,
  (select json_object_agg(r.role, (
     select coalesce(json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum), '[]')
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and has_schema_privilege(r.role, n.oid, 'usage') and has_column_privilege(r.role, c.oid, a.attnum, 'select')))
   from unnest('{anon,authenticated,service_role}'::name[]) r (role)) as columns,
  (select json_agg(json_build_object('name', a.attname, 'sqlType', format_type(a.atttypid, a.atttypmod)) order by k.position)
   from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, position)
   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
   where i.indrelid = c.oid and i.indisprimary) as key
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = 'supabase_realtime'`

const ownTriggers = `
select t.tgname as trigger, format('%I.%I', n.nspname, c.relname) as name
from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
where t.tgfoid = 'local_realtime.announce'::regproc`

/**
 * Adds the announcing triggers to each table of publication `supabase_realtime` that has a primary key, and removes them from
 * tables that have left it. Safe to repeat. Returns the tables.
 */
export async function installFeed(pool: pg.Pool): Promise<PublishedTable[]> {
  await pool.query(announcer)
  const { rows } = await pool.query<PublishedTable & { key: PublishedTable['key'] | null }>(publishedTables)
  const tables = rows.filter((row) => row.key)
  const present = await pool.query<{ trigger: string; name: string }>(ownTriggers)
  for (const { trigger, name } of present.rows) {
    if (!tables.some((table) => table.name === name)) await pool.query(`drop trigger ${trigger} on ${name}`)
  }
  for (const { name } of tables) {
    for (const [event, image] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
      const trigger = `local_realtime_${event}`
      if (present.rows.some((row) => row.name === name && row.trigger === trigger)) continue
      await pool.query(
        `create trigger ${trigger} after ${event} on ${name} referencing ${image} table as changed
         for each statement execute function local_realtime.announce()`,
      )
    }
  }
  return tables
}

/** Callbacks of a listener. `onGap` is called when changes may have been missed: the connection was lost and is back. */
export interface FeedListener {
  onChange(change: Change): void
  onGap(): void
}

/** Listens for announced changes on its own connection, which is renewed when it breaks. */
export async function listenToFeed(
  databaseUrl: string,
  listener: FeedListener,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'realtime-feed',
      keepAlive: true,
    })
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload }) => {
      if (payload) listener.onChange(JSON.parse(payload) as Change)
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    fresh.once('end', () => renew(200))
    return fresh
  }

  function renew(delayMs: number): void {
    if (closed) return
    retry = setTimeout(async () => {
      try {
        client = await connect()
        if (closed) await client.end()
        else listener.onGap()
      } catch {
        renew(Math.min(delayMs * 2, 5000))
      }
    }, delayMs)
  }

  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await client.end().catch(() => {})
    },
  }
}
