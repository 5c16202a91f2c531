import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { inTransaction, withClient } from '../../local/database.ts'

/** The tenants to spread calls over, those with most extensions first, and what their calls may be of. */
const TENANTS = `
  create temporary table large_cdr_tenants on commit drop as
  select (row_number() over (order by cardinality(e.extensions) desc, t.id) - 1)::int as n, count(*) over ()::int as of,
    t.id as tenant_id, t.time_zone, e.extensions, e.extension_ids, e.names, d.dids,
    array['207', '316', '208', '402', '412', '303', '503', '406', '802', '757'] as areas
  from public.tenants t
  join lateral (select array_agg(extension order by extension) as extensions, array_agg(id order by extension) as extension_ids,
      array_agg(effective_caller_id_name order by extension) as names
    from public.extensions where tenant_id = t.id) e on e.extensions is not null
  join lateral (select array_agg(number order by number) as dids from public.dids where tenant_id = t.id) d
    on d.dids is not null`

const HOURLY = `
  insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
  select c.tenant_id, date_trunc('hour', c.start_at, t.time_zone), c.direction, c.status, count(*),
    sum(c.talk_seconds), sum(c.ring_seconds)
  from public.cdr c join public.tenants t on t.id = c.tenant_id
  group by 1, 2, 3, 4 order by 2`

const DAILY = `
  select private.recount_cdr_days(tenant_id) from (select distinct tenant_id from public.cdr_hourly) t`

/** In one pass over the calls: they are joined with the extensions only when there is one row for each pair that talked. */
const LAST_CALLS = `
  insert into private.extension_calls as n (tenant_id, extension_id, last_at)
  select u.tenant_id, e.id, max(u.last_at)
  from (
    select tenant_id, extension_id, case direction when 'local' then to_number end as reached, max(start_at) as last_at
    from public.cdr group by 1, 2, 3
  ) u
  join public.extensions e on e.tenant_id = u.tenant_id and (e.id = u.extension_id or e.extension = u.reached)
  group by 1, 2
  on conflict (tenant_id, extension_id) do update set last_at = excluded.last_at where n.last_at < excluded.last_at`

/**
 * Fills the last `months` months with `rows` call records in all, counts them by hour and by day, and notes when each extension last
 * made or received one. Months that have half of their share already are left as they are. Each month is loaded before it gets its
 * indexes, which takes a third of the time.
 * `databaseUrl` is the owner's. Throws what PostgreSQL answers.
 */
export function loadLargeCdr(
  databaseUrl: string,
  { rows, months, log }: { rows: number; months: number; log: (line: string) => void },
): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query("set time zone 'UTC'")
    const now = new Date()
    const spans = Array.from({ length: months }, (_, back) => monthOf(now, months - 1 - back))
    const length = spans.reduce((sum, { from, until }) => sum + (until.getTime() - from.getTime()), 0)
    let loaded = 0
    for (const span of spans) {
      const share = Math.round((rows * (span.until.getTime() - span.from.getTime())) / length)
      const calls = await loadMonth(client, span, share)
      log(`${span.partition}: ${calls} calls`)
      loaded += calls
    }
    if (loaded === 0 && (await isCounted(client))) return
    await client.query('truncate public.cdr_hourly')
    await client.query(HOURLY)
    await client.query(DAILY)
    await client.query(LAST_CALLS)
    for (const table of ['public.cdr', 'public.cdr_hourly', 'public.cdr_daily', 'private.extension_calls'])
      await client.query(`vacuum (analyze) ${table}`)
  })
}

async function isCounted(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ counted: boolean }>(
    'select (select count(*) from public.cdr) = (select sum(calls) from public.cdr_daily) as counted',
  )
  return rows[0]?.counted === true
}

interface Month {
  partition: string
  from: Date
  until: Date
}

function monthOf(now: Date, back: number): Month {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1))
  return {
    partition: `cdr_${from.toISOString().slice(0, 7).replace('-', '_')}`,
    from,
    until: next > now ? now : next,
  }
}

/** Loads `rows` calls into the month, beside the few it may have, and returns how many that were: none where it has as many. */
function loadMonth(client: pg.Client, { partition, from, until }: Month, rows: number): Promise<number> {
  return inTransaction(client, async () => {
    const [table, loading] = [`private.${partition}`, `private.${partition}_loading`]
    const { rows: found } = await client.query('select to_regclass($1) is not null as made', [table])
    const made = Boolean(found[0]?.made)
    if (made) {
      const { rowCount } = await client.query(`select 1 from ${table} limit ${Math.ceil(rows / 2)}`)
      if (rowCount && rowCount >= rows / 2) return 0
    }
    await client.query(TENANTS)
    await client.query(
      `create table ${loading} (like public.cdr including defaults including generated including constraints)`,
    )
    const sql = readFileSync(join(import.meta.dirname, 'large-cdr.sql'), 'utf8')
      .replaceAll('$TABLE', loading)
      .replaceAll('$ROWS', String(rows))
      .replaceAll('$FROM', from.toISOString())
      .replaceAll('$UNTIL', until.toISOString())
      .replaceAll('$SEED', String((from.getUTCFullYear() * 12 + from.getUTCMonth()) / 100_000))
    await client.query(sql)
    if (made) {
      const columns = await storedColumns(client)
      await client.query(`insert into ${loading} (${columns}) select ${columns} from ${table}`)
      await client.query(`drop table ${table}`)
    }
    await client.query(`alter table ${loading} rename to ${partition}`)
    await client.query(`alter table ${table} enable row level security`)
    const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
    await client.query("set local maintenance_work_mem = '256MB'")
    await client.query(
      `alter table public.cdr attach partition ${table} for values from ('${from.toISOString()}') to ('${last.toISOString()}')`,
    )
    return rows
  })
}

/** The columns of a call that are not generated. */
async function storedColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'public.cdr'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return rows[0]?.columns ?? ''
}
