import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib'
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

/** The first bytes of a file, with more than its first line. */
const HEADER_BYTES = 16_384

const MONTH = /^[0-9]{4}-(0[1-9]|1[0-2])$/

/**
 * Months with calls that ended at least `keep` whole months ago, oldest first. The minimum is three: billing reads the calls of the month
 * before, in each tenant's time zone.
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
 * Writes a month's calls and legs as compressed CSV files into the folder, then removes them from the database: all or nothing. A month
 * that was archived before, and has got calls since, gets further files, `calls-2024-01.2.csv.gz`. Throws ArchiveError if the database is
 * too busy.
 */
export async function archiveMonth(database: pg.Client, month: string, folder: string): Promise<MovedMonth> {
  requireMonth(month)
  mkdirSync(folder, { recursive: true })
  const partition = `private.${pg.escapeIdentifier(`cdr_${month.replace('-', '_')}`)}`
  const ofMonth = `start_at >= '${month}-01Z'::timestamptz and start_at < '${month}-01Z'::timestamptz + interval '1 month'`
  return inTransaction(database, async () => {
    await database.query(`lock table ${partition} in share row exclusive mode`)
    const files = newFiles(month, folder)
    try {
      const [ofCall, ofLeg] = [
        await columnsOf(database, 'public.cdr'),
        await columnsOf(database, 'public.cdr_legs'),
      ]
      const calls = await write(
        database,
        `select ${listOf(ofCall)} from public.cdr where ${ofMonth} order by start_at, id`,
        files.calls,
      )
      // Deleted as they are written, so that none is stored in between; and before all calls are locked, as it may take minutes.
      const legs = await write(
        database,
        `delete from public.cdr_legs where ${ofMonth} returning ${listOf(ofLeg)}`,
        files.legs,
      )
      await lockAllCalls(database, partition)
      await database.query(`drop table ${partition}`)
      await database.query(
        `insert into public.archived_call_months (month, calls) values ($1, $2)
         on conflict (month) do update set calls = archived_call_months.calls + excluded.calls, created_at = now()`,
        [`${month}-01`, calls],
      )
      // The calls last: their file shows that both are there.
      for (const file of [files.legs, files.calls]) renameSync(partOf(file), file)
      return { month, calls, legs }
    } catch (error) {
      for (const file of Object.values(files)) rmSync(partOf(file), { force: true })
      throw error
    }
  })
}

/** Archives months one after another. One that fails is told, and the next go on. */
export async function archiveMonths(
  database: pg.Client,
  months: readonly string[],
  folder: string,
  tell: { moved(month: MovedMonth): void; failed(month: string, error: unknown): void },
): Promise<void> {
  for (const month of months) {
    try {
      tell.moved(await archiveMonth(database, month, folder))
    } catch (error) {
      tell.failed(month, error)
    }
  }
}

/**
 * Restores all of a month's files; calls of deleted tenants stay in the files, and calls that exist already are left alone. Hourly and
 * daily counts are never archived. `elsewhere` is how many archived calls are in none of these files, nor back already: the month stays
 * marked as archived until they are back, or until all of its files are in one folder. Throws ArchiveError if a file is missing.
 */
export async function bringBackMonth(
  database: pg.Client,
  month: string,
  folder: string,
): Promise<MovedMonth & { elsewhere: number }> {
  const files = filesIn(month, folder)
  // In a transaction of its own: no call is stored while its locks are held.
  await inTransaction(database, () =>
    database.query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`]),
  )
  return inTransaction(database, async () => {
    const moved = { month, calls: 0, legs: 0 }
    let found = 0
    for (const file of files) {
      const calls = await read(database, 'public.cdr', file.calls)
      moved.calls += calls.stored
      moved.legs += (await read(database, 'public.cdr_legs', file.legs)).stored
      found += calls.found
    }
    // Calls that were there before may be of files that have been brought back already, so they count only while all files are here.
    const { rows } = await database.query<{ left: number }>(
      `update public.archived_call_months set brought_back = brought_back + $2 where month = $1
       returning greatest(calls - greatest(brought_back, $3), 0)::integer as left`,
      [`${month}-01`, moved.calls, found],
    )
    const elsewhere = rows[0]?.left ?? 0
    if (elsewhere === 0)
      await database.query('delete from public.archived_call_months where month = $1', [`${month}-01`])
    return { ...moved, elsewhere }
  })
}

function requireMonth(month: string): void {
  if (!MONTH.test(month)) throw new ArchiveError(`"${month}" is not a month; write 2024-01.`)
}

function filesOf(month: string, folder: string, number: number) {
  const named = (what: string) => join(folder, `${what}-${month}${number > 1 ? `.${number}` : ''}.csv.gz`)
  return { calls: named('calls'), legs: named('call-legs') }
}

function newFiles(month: string, folder: string) {
  for (let number = 1; ; number++) {
    const files = filesOf(month, folder, number)
    if (!Object.values(files).some((file) => existsSync(file))) return files
  }
}

/** The files of a month that a folder holds, in the order in which they were written. Throws ArchiveError if one is missing. */
function filesIn(month: string, folder: string) {
  requireMonth(month)
  const name = new RegExp(`^calls-${month}(?:\\.([0-9]+))?\\.csv\\.gz$`)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const numbers = names.flatMap((file) => (name.test(file) ? [Number(name.exec(file)?.[1] ?? 1)] : []))
  const files = (numbers.length > 0 ? numbers : [1])
    .toSorted((one, other) => one - other)
    .map((number) => filesOf(month, folder, number))
  for (const file of files.flatMap(({ calls, legs }) => [calls, legs])) {
    if (!existsSync(file)) throw new ArchiveError(`${file} is missing.`)
  }
  return files
}

const partOf = (file: string) => `${file}.part`

/** How often a month is begun again. */
const AGAIN = 3

/** What PostgreSQL says if others hold a lock, and if they wait for those held here. */
const [LOCKED, DEADLOCK] = ['55P03', '40P01']

/** For how long the lock on all calls is asked for, and how often. */
const ASKED_FOR_MS = 30_000
const ASKED_EVERY_MS = 20

/**
 * Locks all calls without waiting in line for them. In line, it would hold up incoming calls; and who changes calls of all months, as
 * deleting a tenant does, locks all calls first and then waits for this month, which is locked here: PostgreSQL would end one of the two.
 * Throws if they are not free in time, or at once if somebody waits for the month.
 */
async function lockAllCalls(database: pg.Client, partition: string): Promise<void> {
  const until = Date.now() + ASKED_FOR_MS
  await database.query('savepoint unlocked')
  for (;;) {
    try {
      await database.query('lock table only public.cdr in access exclusive mode nowait')
      return
    } catch (error) {
      if (codeOf(error) !== LOCKED || Date.now() > until) throw error
      await database.query('rollback to savepoint unlocked')
      if (await isWaitedFor(database, partition)) throw error
    }
    await setTimeout(ASKED_EVERY_MS)
  }
}

async function isWaitedFor(database: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from pg_catalog.pg_locks where relation = $1::regclass and not granted limit 1',
    [table],
  )
  return rowCount === 1
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

async function inTransaction<T>(database: pg.Client, work: () => Promise<T>, again = AGAIN): Promise<T> {
  await database.query('begin')
  try {
    // Incoming calls queue behind a lock that is waiting for a long report.
    await database.query("set local lock_timeout = '5s'")
    // Hosted Supabase ends every statement after two minutes; a large month takes longer.
    await database.query('set local statement_timeout = 0')
    const done = await work()
    await database.query('commit')
    return done
  } catch (error) {
    await database.query('rollback')
    const busy = [LOCKED, DEADLOCK].includes(codeOf(error) ?? '')
    // Who waits for what is locked here is done once it is released.
    if (busy && again > 0) return inTransaction(database, work, again - 1)
    if (busy) {
      throw new ArchiveError('The database is busy with these calls. Try again later.')
    }
    throw error
  }
}

/** The stored columns of a table. */
async function columnsOf(database: pg.Client, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

const listOf = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Writes what a statement returns; returns how many rows. */
async function write(database: pg.Client, statement: string, file: string): Promise<number> {
  const rows = database.query(copyTo(`copy (${statement}) to stdout (format csv, header)`))
  try {
    const unended = rows.iterator({ destroyOnReturn: false })
    await pipeline(unended, createGzip(), createWriteStream(partOf(file), { mode: 0o600, flush: true }))
  } catch (error) {
    // The connection answers nothing else before all rows are read.
    await finished(rows.resume()).catch(() => undefined)
    throw error
  }
  return rows.rowCount ?? 0
}

/**
 * Stores a file's rows; returns how many it has, and how many were stored. The file may be of an earlier release: a column that the table
 * has got since takes its default, and one that it has no longer stays in the file.
 */
async function read(
  database: pg.Client,
  table: string,
  file: string,
): Promise<{ found: number; stored: number }> {
  const written = await headerOf(file)
  const present = await columnsOf(database, table)
  const columns = listOf(written.filter((name) => present.includes(name)))
  await database.query(
    `create temporary table arriving on commit drop as select ${columns} from ${table} with no data`,
  )
  for (const name of written.filter((one) => !present.includes(one)))
    await database.query(`alter table arriving add column ${listOf([name])} text`)
  const rows = database.query(
    copyFrom(`copy arriving (${listOf(written)}) from stdin (format csv, header match)`),
  )
  await pipeline(createReadStream(file), createGunzip(), rows)
  const { rowCount } = await database.query(
    `insert into ${table} (${columns}) select ${columns} from arriving a
     where exists (select from public.tenants t where t.id = a.tenant_id) on conflict do nothing`,
  )
  await database.query('drop table arriving')
  return { found: rows.rowCount ?? 0, stored: rowCount ?? 0 }
}

/** The columns that a file names in its first line. */
async function headerOf(file: string): Promise<string[]> {
  const start = await buffer(createReadStream(file, { end: HEADER_BYTES }))
  // What follows is cut off.
  const text = gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  return text.slice(0, text.indexOf('\n')).split(',')
}
