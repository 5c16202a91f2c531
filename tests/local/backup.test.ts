import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Backend } from '../../local/backend.ts'
import { readBackup, writeBackup } from '../../local/backup.ts'
import { createBackupFile, readBackupFile } from '../../local/backup-file.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { start, temporaryFolder, workspace } from './support.ts'

const MINUTES = 60_000
/** In which Node reads a file, in bytes. */
const PIECE = 65_536

/** A hash of each table's rows, whatever their order. */
async function rowsOf({ databaseUrl }: Backend): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'supabase_migrations') order by 1`)
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
      )
      hashes[name] = rows[0].hash
    }
    return hashes
  } finally {
    await client.end()
  }
}

const filesOf = (dataDir: string) =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'storage'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dataDir, 'storage', name)))
          .digest('hex'),
      ]),
  )

function folder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test(
  'a lost data directory can be restored from its backup: every row, file and secret',
  async () => {
    const place = folder()
    const [dataDir, file] = [join(place, 'data'), join(place, 'all.trunkline')]
    const backend = await start({ dataDir })
    // Work goes on while the backup is made; the backup shows one moment of it.
    await writeBackup(dataDir, file)
    const [rows, files] = [await rowsOf(backend), filesOf(dataDir)]
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(Object.keys(files).length).toBeGreaterThan(0)
    await backend.stop()
    rmSync(dataDir, { recursive: true })

    await readBackup(file, dataDir)
    const restored = await start({ dataDir })
    expect(await rowsOf(restored)).toEqual(rows)
    expect(filesOf(dataDir)).toEqual(files)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)

    const client = createClient(restored.url, restored.anonKey, { auth: { persistSession: false } })
    const signedIn = await client.auth.signInWithPassword({
      email: 'admin@demo.test',
      password: DEMO_PASSWORD,
    })
    expect(signedIn.error).toBeNull()
    const saved = await client.from('companies').insert({ name: 'After the flood' }).select('id')
    expect(saved.error).toBeNull()
  },
  10 * MINUTES,
)

test('a backup in which a byte has changed is rejected, wherever its file is cut into pieces', async () => {
  const place = folder()
  const file = join(place, 'all.trunkline')
  /** Writes so much of what cannot be compressed, in bytes. */
  async function written(size: number): Promise<number> {
    rmSync(file, { force: true })
    const backup = createBackupFile(file)
    await backup.add('table public.companies', [randomBytes(size)])
    await backup.end()
    return statSync(file).size
  }
  // The checksum, in the last eight bytes, comes in a piece of its own.
  let size = PIECE - 100
  while ((await written(size)) < PIECE + 6) size += 1
  const take = async (_name: string, content: AsyncGenerator<Buffer>) => void (await buffer(content))
  await expect(readBackupFile(file, take)).resolves.toBeUndefined()

  const bytes = readFileSync(file)
  bytes[PIECE / 2] = (bytes[PIECE / 2] ?? 0) ^ 1
  writeFileSync(file, bytes)
  await expect(readBackupFile(file, take)).rejects.toThrow('damaged')
})

test(
  'a backup that is truncated, of another program, or not a backup is rejected without leaving anything behind',
  async () => {
    const { folder: place, dataDir, supabaseDir } = workspace()
    const file = join(place, 'all.trunkline')
    const backend = await start({ dataDir, supabaseDir })
    await writeBackup(dataDir, file)
    await backend.stop()
    await expect(writeBackup(dataDir, file)).rejects.toThrow('exists already')
    await expect(readBackup(file, dataDir, supabaseDir)).rejects.toThrow('is not empty')

    const target = join(place, 'restored')
    const left = () => readdirSync(place).includes('restored')
    writeFileSync(
      join(supabaseDir, 'migrations/20270101000000_later.sql'),
      'create table public.later (id int)',
    )
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('20270101000000')
    expect(left()).toBe(false)
    truncateSync(file, statSync(file).size - 20)
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('truncated')
    writeFileSync(file, 'no backup')
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('not a backup')
    expect(left()).toBe(false)
  },
  10 * MINUTES,
)
