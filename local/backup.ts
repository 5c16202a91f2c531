import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import postgres, { type ReservedSql } from 'postgres'
import { UUID } from '../lib/validation/uuid.ts'
import { startBackend } from './backend.ts'
import { type BackupWriter, createBackupFile, readBackupFile } from './backup-file.ts'
import {
  backupLinks,
  lockDataDir,
  prepareDataDir,
  refuseHalfRestored,
  removeLeftLinks,
  restoreMark,
  runningBackend,
} from './data-dir.ts'
import { databaseUrl } from './database.ts'
import { BackendError, errorCode } from './errors.ts'
import { freePort } from './free-port.ts'
import { loadSecrets, secretsFile } from './keys.ts'
import { CLUSTER_OWNER, clusterFolder, startPostgres } from './postgres.ts'
import { recordOf } from './processes.ts'

const STORED_FILE = new RegExp(`^storage/${UUID}$`)

/** What the database held when the backup was made. */
interface Contents {
  madeAt: string
  /** Migrations by version, as the database records them. */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  /** Partitions are recreated before their rows are loaded. */
  partitions: { name: string; of: string; bound: string }[]
  sequences: { name: string; value: string; called: boolean }[]
}

const TRIES = 5

/** What the system says of a file that cannot grow. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/**
 * Writes everything in a data directory into one file: the database at one point in time, the files of Storage, and the secrets. A
 * backend running there continues. Nothing there changes: data of an earlier release are not migrated. The file gives its holder full
 * access to the back office. Throws BackendError.
 */
export async function writeBackup(dataDir: string, file: string): Promise<void> {
  refuseHalfRestored(dataDir)
  if (![secretsFile, clusterFolder].every((path) => existsSync(path(dataDir))))
    throw new BackendError(`There is no data in ${dataDir}.`)
  if (existsSync(file)) throw new BackendError(`${file} exists already. Choose another name.`)
  if (!existsSync(dirname(file))) throw new BackendError(`There is no folder ${dirname(file)}.`)
  // Left by a backup that was killed.
  rmSync(`${file}.part`, { force: true })
  removeLeftLinks(dataDir)
  await withCluster(dataDir, await ownServer(dataDir), async (sql) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await writeOnce(sql, dataDir, `${file}.part`)
        return renameSync(`${file}.part`, file)
      } catch (error) {
        rmSync(`${file}.part`, { force: true })
        if (NO_ROOM.includes(errorCode(error) ?? ''))
          throw new BackendError(`There is no room for ${file}. Choose a folder on another disk.`)
        // A file was deleted between the backup's point in time and its link.
        if (errorCode(error) !== 'ENOENT' || attempt === TRIES) throw error
      }
    }
  })
}

async function writeOnce(sql: ReservedSql, dataDir: string, part: string): Promise<void> {
  const file = createBackupFile(part)
  const links = backupLinks(dataDir)
  try {
    const versions = await writeRows(sql, dataDir, file)
    mkdirSync(links)
    for (const version of versions) linkSync(join(dataDir, 'storage', version), join(links, version))
    // After the transaction: they take the longest, and its locks would hold up the first call of a month without a partition, and with it
    // all others. A version's bytes never change, so they are those of the rows as long as they are there.
    for (const version of versions)
      await file.add(`storage/${version}`, createReadStream(join(links, version)))
    await file.end()
  } finally {
    rmSync(links, { recursive: true, force: true })
  }
}

/** Writes everything but the files of Storage, as of one point in time; returns the versions of the files that the rows name. */
async function writeRows(sql: ReservedSql, dataDir: string, file: BackupWriter): Promise<string[]> {
  const partitioned = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relkind = 'p'`
  await sql`begin isolation level repeatable read read only`
  try {
    // Before the snapshot: the rows of a partition that is dropped later, as by archiving calls, would be missing although the snapshot
    // has it.
    for (const { name } of partitioned) await sql.unsafe(`lock table ${name} in access share mode`)
    const contents = await contentsOf(sql)
    await file.add('contents', [JSON.stringify(contents)])
    await file.add('secrets.json', [readFileSync(secretsFile(dataDir))])
    for (const { name, columns } of contents.tables) {
      // A partitioned table can only be copied through a query.
      const rows = await sql.unsafe(`copy (select ${columns.join(', ')} from ${name}) to stdout`).readable()
      try {
        await file.add(`table ${name}`, rows.iterator({ destroyOnReturn: false }))
      } finally {
        // The connection answers nothing else before all rows are read.
        await finished(rows.resume()).catch(() => undefined)
        // The driver pauses its socket while the stream is full, and does not resume for the last rows.
        rows._read(0)
      }
    }
    const objects = await sql<
      { version: string }[]
    >`select distinct version from storage.objects where version is not null`
    return objects.map(({ version }) => version)
  } finally {
    await sql`rollback`
  }
}

/**
 * Restores a backup into a data directory that is new or empty. The program must have the same migrations as the data in the backup.
 * Nothing is left behind on failure; if the process is killed, the folder that it leaves cannot be started. Throws BackendError.
 */
export async function readBackup(file: string, dataDir: string, supabaseDir?: string): Promise<void> {
  if (!existsSync(file)) throw new BackendError(`There is no file ${file}.`)
  refuseHalfRestored(dataDir)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new BackendError(
      `${dataDir} is not empty. Restore into a new folder (LOCAL_DATA_DIR), or move that one away.`,
    )
  }
  const isNew = !existsSync(dataDir)
  try {
    await restore(file, dataDir, supabaseDir)
  } catch (error) {
    // One that was there may be a disk of its own, or be in a folder where nothing can be deleted.
    const left = isNew ? [dataDir] : readdirSync(dataDir).map((name) => join(dataDir, name))
    for (const path of left) rmSync(path, { recursive: true, force: true })
    throw error
  }
}

async function restore(file: string, dataDir: string, supabaseDir: string | undefined): Promise<void> {
  let contents: Contents | undefined
  mkdirSync(join(dataDir, 'storage'), { recursive: true, mode: 0o711 })
  writeFileSync(restoreMark(dataDir), JSON.stringify(recordOf(process.pid) ?? null))
  await readBackupFile(file, async (name, content) => {
    if (name === 'contents') contents = JSON.parse((await buffer(content)).toString())
    else if (name === 'secrets.json')
      writeFileSync(join(dataDir, name), await buffer(content), { mode: 0o600 })
  })
  if (!contents) throw new BackendError('This backup does not say what it holds.')
  const { migrations, tables, partitions, sequences } = contents
  const backend = await startBackend({
    dataDir,
    port: await freePort(),
    siteUrl: 'http://127.0.0.1',
    seed: false,
    restoring: true,
    supabaseDir,
  })
  await withCluster(dataDir, { port: portOf(backend), stop: backend.stop }, async (sql) => {
    const known = await migrationsOf(sql)
    if (known.join() !== migrations.join()) {
      throw new BackendError(
        `The backup has migration ${migrations.at(-1)}, this program has ${known.at(-1)}. Restore it with the program that its data are of, then update.`,
      )
    }
    const own = await statementsOf(sql)
    await sql`begin`
    // Disables triggers and foreign keys: the rows are exactly those of the original database.
    await sql`set local session_replication_role = replica`
    for (const { name, of, bound } of partitions) {
      await sql.unsafe(`create table if not exists ${name} partition of ${of} ${bound}`)
      await sql.unsafe(`alter table ${name} enable row level security`)
    }
    await sql.unsafe(`truncate ${(await contentsOf(sql)).tables.map(({ name }) => name).join(', ')}`)
    await readBackupFile(file, async (part, content) => {
      const table = tables.find(({ name }) => part === `table ${name}`)
      // On startup, a backend deletes files that no row references, so they are restored along with the rows.
      if (STORED_FILE.test(part)) {
        await pipeline(content, createWriteStream(join(dataDir, part), { mode: 0o600 }))
      } else if (table) {
        const rows = await sql
          .unsafe(`copy ${table.name} (${table.columns.join(', ')}) from stdin`)
          .writable()
        await pipeline(content, rows)
      }
    })
    if ((await statementsOf(sql)) !== own) {
      throw new BackendError(
        'The backup has migrations of the same names as this program, but others. Restore it with the program that its data are of.',
      )
    }
    for (const { name, value, called } of sequences)
      await sql`select setval(${name}::regclass, ${value}::bigint, ${called})`
    // Agents beside switches hold snapshots that are newer than the backup.
    await sql`select private.renew_snapshots()`
    await sql`commit`
    await sql`analyze`
  })
  rmSync(restoreMark(dataDir))
}

/** A PostgreSQL on a data directory, and what to do with it afterwards. */
interface Server {
  port: number
  stop(): Promise<void>
}

/** The PostgreSQL of the backend that runs on the data directory. Otherwise one is started alone: a backend would migrate the data. */
async function ownServer(dataDir: string): Promise<Server> {
  const { databaseUrl: running } = runningBackend(dataDir) ?? {}
  if (running) return { port: portOf({ databaseUrl: running }), stop: async () => undefined }
  prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  try {
    const { port, stop } = await startPostgres(dataDir, loadSecrets(dataDir).databasePassword)
    return { port, stop: () => stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

const portOf = (backend: { databaseUrl: string }) => Number(new URL(backend.databaseUrl).port)

/** Runs `work` as the cluster's owner, then stops the server. */
async function withCluster(
  dataDir: string,
  { port, stop }: Server,
  work: (sql: ReservedSql) => Promise<void>,
): Promise<void> {
  const url = databaseUrl(CLUSTER_OWNER, loadSecrets(dataDir).databasePassword, port)
  const pool = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const sql = await pool.reserve()
    await work(sql)
  } finally {
    await pool.end({ timeout: 1 })
    await stop()
  }
}

async function contentsOf(sql: ReservedSql): Promise<Contents> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid order by name`
  const partitions = await sql<{ name: string; of: string; bound: string }[]>`
    select c.oid::regclass::text as name, i.inhparent::regclass::text as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid where c.relispartition and c.relkind = 'r' order by name`
  const sequences = await sql<{ name: string; value: string; called: boolean }[]>`
    select c.oid::regclass::text as name, coalesce(pg_sequence_last_value(c.oid), s.seqstart)::text as value,
      pg_sequence_last_value(c.oid) is not null as called
    from pg_class c join pg_sequence s on s.seqrelid = c.oid
    where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by name`
  return {
    madeAt: new Date().toISOString(),
    migrations: await migrationsOf(sql),
    tables: [...tables],
    partitions: [...partitions],
    sequences: [...sequences],
  }
}

async function migrationsOf(sql: ReservedSql): Promise<string[]> {
  const rows = await sql<
    { version: string }[]
  >`select version from supabase_migrations.schema_migrations order by version`
  return rows.map(({ version }) => version)
}

/** What the migrations were when they were applied. */
async function statementsOf(sql: ReservedSql): Promise<string> {
  return JSON.stringify(
    await sql`select version, statements from supabase_migrations.schema_migrations order by version`,
  )
}
