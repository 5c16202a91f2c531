import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  ArchiveError,
  columnsOf,
  inTransaction,
  listOf,
  lockAllCalls,
  partOf,
  read,
  write,
} from './call-archive-io.ts'

/** Number of calls and legs of a month (2024-01, UTC) that were moved. */
export interface MovedMonth {
  month: string
  calls: number
  legs: number
}

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
