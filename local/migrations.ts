import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { inTransaction } from './database.ts'
import { createDemoAccounts } from './demo-accounts.ts'
import { BackendError, oneLine } from './errors.ts'

interface Migration {
  version: string
  name: string
  file: string
  sql: string
}

/**
 * Applies migrations that are not in the database yet, in order, each in a transaction, and records them where the Supabase CLI
 * does. Returns the files applied. Throws BackendError naming a file that failed, was changed after it was applied, or is
 * missing.
 */
export async function applyMigrations(client: pg.Client, directory: string): Promise<string[]> {
  const migrations = readMigrations(directory)
  const applied = await appliedMigrations(client)
  for (const [version, name] of applied) {
    if (!migrations.some((migration) => migration.version === version)) {
      throw new BackendError(
        `The data was made with migration ${version}_${name.name}.sql, which is not in ${directory}. Update the program, or start on other data with LOCAL_DATA_DIR.`,
      )
    }
  }
  const done: string[] = []
  for (const migration of migrations) {
    const before = applied.get(migration.version)
    if (!before) {
      await apply(client, migration)
      done.push(migration.file)
    } else if (before.sql !== migration.sql) {
      throw new BackendError(
        `The migration ${migration.file} was changed after it was applied to this data. Start the program that the data were made with, or move the data directory away to start afresh.`,
      )
    }
  }
  return done
}

/**
 * Loads a seed file, with the demo accounts it refers to, once per database, and makes its files; all of it or, if that is interrupted,
 * nothing, so that the next start does it. Returns whether it did. With `wanted` false the database is marked as never to be seeded.
 */
export async function seedOnce(
  client: pg.Client,
  file: string,
  wanted: boolean,
  makeFiles: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  if (!existsSync(file)) return false
  const seen = await client.query('select 1 from supabase_migrations.seed_files limit 1')
  if (seen.rowCount) return false
  const sql = readSql(file)
  await inTransaction(client, async () => {
    if (wanted) {
      await createDemoAccounts(client)
      await run(client, basename(file), sql)
      await makeFiles()
    }
    const hash = wanted ? createHash('sha256').update(sql).digest('hex') : 'not wanted'
    await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
      `supabase/${basename(file)}`,
      hash,
    ])
  })
  return wanted
}

function readMigrations(directory: string): Migration[] {
  if (!existsSync(directory)) throw new BackendError(`The folder of migrations ${directory} is missing.`)
  return readdirSync(directory)
    .filter((file) => /^\d+_.+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: file.slice(0, file.indexOf('_')),
      name: file.slice(file.indexOf('_') + 1, -'.sql'.length),
      file,
      sql: readSql(join(directory, file)),
    }))
}

/** A checkout with other line endings counts as the same migration. */
function readSql(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, { name: string; sql: string }>> {
  const { rows } = await client.query<{ version: string; name: string | null; statements: string[] | null }>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  )
  return new Map(
    rows.map((row) => [row.version, { name: row.name ?? '', sql: (row.statements ?? []).join('\n') }]),
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await run(client, migration.file, migration.sql)
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [migration.version, migration.name, [migration.sql]],
    )
  })
}

/** One message of the simple query protocol, however many statements and megabytes; settings are reset after the file. */
async function run(client: pg.Client, file: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
    await client.query('reset all; reset role')
  } catch (error) {
    throw new BackendError(`${file}${lineOf(error, sql)} failed: ${oneLine(error)}.`)
  }
}

function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || !error.position) return ''
  return `, line ${sql.slice(0, Number(error.position)).split('\n').length},`
}
