import { createReadStream, createWriteStream } from 'node:fs'
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

/** The first bytes of a file, with more than its first line. */
const HEADER_BYTES = 16_384

/** Where a file is written until its month is moved. */
export const partOf = (file: string) => `${file}.part`

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
export async function lockAllCalls(database: pg.Client, partition: string): Promise<void> {
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

/** Does the work in one transaction, and again if others hold what it needs. Throws an ArchiveError if they still do. */
export async function inTransaction<T>(
  database: pg.Client,
  work: () => Promise<T>,
  again = AGAIN,
): Promise<T> {
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
export async function columnsOf(database: pg.Client, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Columns as a list in a statement. */
export const listOf = (columns: readonly string[]) =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Writes what a statement returns into the file's part; returns how many rows. */
export async function write(database: pg.Client, statement: string, file: string): Promise<number> {
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
export async function read(
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
