import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Why a month was not archived, for the user at the terminal. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** Number of calls and legs of a month (2024-01, UTC) that were moved. */
export interface MovedMonth {
  month: string
  calls: number
  legs: number
}

const MONTH = /^[0-9]{4}-(0[1-9]|1[0-2])$/

/**
 * Months with calls that ended at least `keep` whole months ago, oldest first. The minimum is three: billing and idle seats read
 * the calls of the last sixty days.
 */
export async function monthsBeyond(database: pg.Client, keep: number): Promise<string[]> {
  if (!Number.isInteger(keep) || keep < 3) throw new ArchiveError('Keep three months or more.')
  const { rows } = await database.query<{ month: string }>(
    `select replace(substr(c.relname, 5), '_', '-') as month from pg_catalog.pg_inherits i
     join pg_catalog.pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'public.cdr'::regclass and c.relname ~ '^cdr_[0-9]{4}_[0-9]{2}$'
       and c.relname < 'cdr_' || to_char((now() at time zone 'UTC') - make_interval(months => $1), 'YYYY_MM')
     order by 1`,
    [keep],
  )
  return rows.map(({ month }) => month)
}

/**
 * Writes a month's calls and legs as compressed CSV files into the folder, then removes them from the database: all or nothing.
 * Throws ArchiveError if the files exist already, or the database is too busy.
 */
export async function archiveMonth(database: pg.Client, month: string, folder: string): Promise<MovedMonth> {
  const files = filesOf(month, folder)
  for (const file of Object.values(files)) {
    if (existsSync(file)) throw new ArchiveError(`${file} exists already. Move it away first.`)
  }
  mkdirSync(folder, { recursive: true })
  const partition = `private.${pg.escapeIdentifier(`cdr_${month.replace('-', '_')}`)}`
  const ofMonth = `start_at >= '${month}-01Z'::timestamptz and start_at < '${month}-01Z'::timestamptz + interval '1 month'`
  return inTransaction(database, async () => {
    await database.query(`lock table ${partition} in share row exclusive mode`)
    const calls = await write(database, 'public.cdr', ofMonth, files.calls)
    const legs = await write(database, 'public.cdr_legs', ofMonth, files.legs)
    await database.query(`drop table ${partition}`)
    await database.query(`delete from public.cdr_legs where ${ofMonth}`)
    await database.query(
      `insert into public.archived_call_months (month, calls) values ($1, $2)
       on conflict (month) do update set calls = archived_call_months.calls + excluded.calls, created_at = now()`,
      [`${month}-01`, calls],
    )
    for (const file of Object.values(files)) renameSync(partOf(file), file)
    return { month, calls, legs }
  })
}

/**
 * Restores a month's files; calls of deleted tenants stay in the files, and calls that exist already are left alone. Hourly and
 * daily counts are never archived. Throws ArchiveError if a file is missing.
 */
export async function bringBackMonth(
  database: pg.Client,
  month: string,
  folder: string,
): Promise<MovedMonth> {
  const files = filesOf(month, folder)
  for (const file of Object.values(files)) {
    if (!existsSync(file)) throw new ArchiveError(`${file} is missing.`)
  }
  return inTransaction(database, async () => {
    await database.query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`])
    const calls = await read(database, 'public.cdr', files.calls)
    const legs = await read(database, 'public.cdr_legs', files.legs)
    await database.query('delete from public.archived_call_months where month = $1', [`${month}-01`])
    return { month, calls, legs }
  })
}

function filesOf(month: string, folder: string) {
  if (!MONTH.test(month)) throw new ArchiveError(`"${month}" is not a month; write 2024-01.`)
  const named = (what: string) => join(folder, `${what}-${month}.csv.gz`)
  return { calls: named('calls'), legs: named('call-legs') }
}

const partOf = (file: string) => `${file}.part`

async function inTransaction<T>(database: pg.Client, work: () => Promise<T>): Promise<T> {
  await database.query('begin')
  try {
    // Incoming calls queue behind a lock that is waiting for a long report.
    await database.query("set local lock_timeout = '5s'")
    const done = await work()
    await database.query('commit')
    return done
  } catch (error) {
    await database.query('rollback')
    if (error instanceof pg.DatabaseError && error.code === '55P03') {
      throw new ArchiveError('The database is busy with these calls. Try again later.')
    }
    throw error
  }
}

/** The stored columns of a table, as a list for COPY. */
async function columnsOf(database: pg.Client, table: string): Promise<string> {
  const { rows } = await database.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

async function write(database: pg.Client, table: string, ofMonth: string, file: string): Promise<number> {
  const columns = await columnsOf(database, table)
  const rows = database.query(
    copyTo(
      `copy (select ${columns} from ${table} where ${ofMonth} order by start_at, id) to stdout (format csv, header)`,
    ),
  )
  await pipeline(rows, createGzip(), createWriteStream(partOf(file), { mode: 0o600, flush: true }))
  return rows.rowCount ?? 0
}

async function read(database: pg.Client, table: string, file: string): Promise<number> {
  const columns = await columnsOf(database, table)
  await database.query(`create temporary table arriving (like ${table}) on commit drop`)
  await pipeline(
    createReadStream(file),
    createGunzip(),
    database.query(copyFrom(`copy arriving (${columns}) from stdin (format csv, header match)`)),
  )
  const { rowCount } = await database.query(
    `insert into ${table} (${columns}) select ${columns} from arriving a
     where exists (select from public.tenants t where t.id = a.tenant_id) on conflict do nothing`,
  )
  await database.query('drop table arriving')
  return rowCount ?? 0
}
