import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Backend } from '../../local/backend.ts'
import { createBackupFile, readBackupFile } from '../../local/backup-file.ts'
import { readBackup, writeBackup } from '../../local/backup.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { NOTES_MIGRATION, start, temporaryFolder, workspace } from './support.ts'

const MINUTES = 60_000
const [BACKUP, RESTORE] = ['backup', 'restore'].map((name) =>
  join(import.meta.dirname, `../../scripts/${name}.ts`),
) as [string, string]
/** In which Node reads a file, in bytes. */
const PIECE = 65_536

const CALLS_MIGRATION = {
  'migrations/20260101000000_calls.sql': `
    create table public.accounts (id integer);
    create table public.calls (id integer, made date not null) partition by range (made);
    create table public.calls_2020 partition of public.calls for values from ('2020-01-01') to ('2021-01-01');
    insert into public.calls values (4711, '2020-05-01');`,
}

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
        `select count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from ${name} t`,
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

/** The parts of a backup, as text. */
async function partsOf(file: string): Promise<Record<string, string>> {
  const parts: Record<string, string> = {}
  await readBackupFile(file, async (name, content) => {
    parts[name] = (await buffer(content)).toString()
  })
  return parts
}

function folder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The environment of a command for this data directory. */
const environmentFor = (dataDir: string) => ({
  ...process.env,
  // Set so that a developer's .env.local is ignored.
  NEXT_PUBLIC_SUPABASE_URL: '',
  NEXT_PUBLIC_SUPABASE_ANON_KEY: '',
  SECRETS_KEY: '',
  LOCAL_DATA_DIR: dataDir,
})

/** Runs an npm script as a person would, for this data directory; returns what it says. */
async function npmRun(script: string, dataDir: string, ...args: string[]): Promise<string> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: environmentFor(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(code, err).toBe(0)
  return out
}

/** Adds companies, each in one transaction with its contact, until it is told to stop; `count` of them are stored. */
function writer({ databaseUrl }: Backend) {
  const state = { count: 0 }
  let going = true
  const work = (async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    for (; going; state.count += 1) {
      await client.query(`
        with company as (insert into public.companies (name) values ('Written meanwhile') returning id)
        insert into public.contacts (company_id, name) select id, 'Front desk' from company`)
    }
    await client.end()
  })()
  const stop = () => {
    going = false
    return work
  }
  return { state, stop }
}

test(
  'a lost data directory can be restored into another folder from a backup made during work: rows, files and secrets',
  async () => {
    const place = folder()
    const [dataDir, elsewhere, file] = ['data', 'elsewhere', 'all.trunkline'].map((name) =>
      join(place, name),
    ) as [string, string, string]
    const backend = await start({ dataDir })
    const before = await rowsOf(backend)
    const { state, stop } = writer(backend)
    await expect.poll(() => state.count).toBeGreaterThan(0)
    const stored = state.count
    expect(await npmRun('backup', dataDir, file)).toContain(`Wrote ${file}.`)
    const later = state.count
    await stop()
    expect(later).toBeGreaterThan(stored)
    const [rows, files] = [await rowsOf(backend), filesOf(dataDir)]
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(Object.keys(files).length).toBeGreaterThan(0)
    await backend.stop()
    rmSync(dataDir, { recursive: true })

    expect(await npmRun('restore', elsewhere, file)).toContain(`Restored ${elsewhere}.`)
    const restored = await start({ dataDir: elsewhere })
    const again = await rowsOf(restored)
    // By these, agents notice that the database was restored.
    const renewed = ['tenant_versions', 'private.installation']
    const still = Object.keys(rows).filter((name) => rows[name] === before[name] && !renewed.includes(name))
    for (const name of renewed) expect(again[name], name).not.toBe(rows[name])
    expect(still.length).toBeGreaterThan(50)
    expect(still.filter((name) => again[name] !== rows[name])).toEqual([])
    expect(filesOf(elsewhere)).toEqual(files)
    expect(readFileSync(join(elsewhere, 'secrets.json'), 'utf8')).toBe(secrets)

    const client = createClient(restored.url, restored.anonKey, { auth: { persistSession: false } })
    const signedIn = await client.auth.signInWithPassword({
      email: 'admin@demo.test',
      password: DEMO_PASSWORD,
    })
    expect(signedIn.error).toBeNull()
    // One moment of the work: every company with its contact and its entry in the trail.
    const owner = new pg.Client({ connectionString: restored.databaseUrl })
    await owner.connect()
    const { rows: counted } = await owner.query(`
      select count(*)::int as companies, count(c.id)::int as contacts, count(a.id)::int as entries
      from public.companies m
      left join public.contacts c on c.company_id = m.id
      left join public.audit_log a on a.record_id = m.id and a.action = 'insert'
      where m.name = 'Written meanwhile'`)
    await owner.end()
    const { companies } = counted[0]
    expect(counted).toEqual([{ companies, contacts: companies, entries: companies }])
    expect(companies).toBeGreaterThanOrEqual(stored)
    expect(companies).toBeLessThanOrEqual(later + 1)
    const saved = await client.from('companies').insert({ name: 'After the flood' }).select('id')
    expect(saved.error).toBeNull()
  },
  10 * MINUTES,
)

test('a backup of stopped data changes nothing, even if the program has later migrations', async () => {
  const { folder: place, dataDir, supabaseDir } = workspace()
  const file = join(place, 'all.trunkline')
  const before = await start({ dataDir, supabaseDir })
  const client = new pg.Client({ connectionString: before.databaseUrl })
  await client.connect()
  await client.query("insert into public.notes (id, body) values (1, 'Kept')")
  await client.end()
  const rows = await rowsOf(before)
  await before.stop()

  // It backs up with the program's own migrations at hand, none of which the data have.
  await writeBackup(dataDir, file)
  expect(await rowsOf(await start({ dataDir, supabaseDir }))).toEqual(rows)
  const parts = await partsOf(file)
  expect(JSON.parse(parts.contents ?? '')).toMatchObject({ migrations: ['20260101000000'] })
  expect(parts['table notes']).toContain('Kept')
})

test('no partition can be dropped while a backup is being written, so that it has the rows of each, until it ends for want of room', async () => {
  const { folder: place, dataDir, supabaseDir } = workspace(CALLS_MIGRATION)
  const file = join(place, 'all.trunkline')
  const { databaseUrl: connectionString } = await start({ dataDir, supabaseDir })
  const [busy, archiver] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([busy.connect(), archiver.connect()])
  try {
    // The backup waits for a table that comes before.
    await busy.query('begin; lock table public.accounts')
    const writing = writeBackup(dataDir, file)
    const waiting = async () =>
      (
        await archiver.query(
          "select from pg_locks where not granted and relation = 'public.accounts'::regclass",
        )
      ).rowCount
    await expect.poll(waiting).toBe(1)
    await archiver.query("set lock_timeout = '100ms'")
    await expect(archiver.query('drop table public.calls_2020')).rejects.toThrow('lock timeout')
    await busy.query('rollback')
    await writing

    // More than what waits between the database and a file.
    await busy.query('insert into public.accounts select random() * 1e9 from generate_series(1, 1000000)')
    const other = join(place, 'other.trunkline')
    // A file of 50 kB stands for a full disk: to a process, both are a write that fails.
    const full = spawn('sh', ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, BACKUP, other], {
      env: environmentFor(dataDir),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void full.kill('SIGKILL'))
    const [said] = await Promise.all([text(full.stderr), once(full, 'exit')])
    expect([said, full.exitCode]).toEqual([
      `There is no room for ${other}. Choose a folder on another disk.\n`,
      1,
    ])
    expect(readdirSync(place).filter((name) => name.startsWith('other'))).toEqual([])
    await expect.poll(() => archiver.query('drop table public.calls_2020')).toBeTruthy()
  } finally {
    await Promise.all([busy.end(), archiver.end()])
  }
  expect((await partsOf(file))['table calls']).toBe('4711\t2020-05-01\n')
})

test('a new partition does not wait for the files that a backup copies, which has them although they are deleted meanwhile', async () => {
  const { folder: place, dataDir, supabaseDir } = workspace(CALLS_MIGRATION)
  const { databaseUrl: connectionString } = await start({ dataDir, supabaseDir })
  const client = new pg.Client({ connectionString })
  await client.connect()
  const version = randomUUID()
  // It cannot be read before somebody writes to it.
  const slow = join(dataDir, 'storage', version)
  execFileSync('mkfifo', [slow])
  const others = Array.from({ length: 20 }, () => randomUUID())
  for (const other of others) writeFileSync(join(dataDir, 'storage', other), other)
  const file = join(place, 'all.trunkline')
  try {
    await client.query("insert into storage.buckets (id, name) values ('calls', 'calls')")
    await client.query(
      "insert into storage.objects (bucket_id, name, version) select 'calls', v || '.wav', v from unnest($1::text[]) v",
      [[version, ...others]],
    )
    const writing = writeBackup(dataDir, file)
    // Opens as soon as it is being read.
    const sound = await open(slow, 'w')
    try {
      await client.query("set lock_timeout = '100ms'")
      await client.query(`
        create table public.calls_2021 partition of public.calls for values from ('2021-01-01') to ('2022-01-01')`)
      for (const other of others) unlinkSync(join(dataDir, 'storage', other))
    } finally {
      await sound.write('sound')
      await sound.close()
      await writing
    }
  } finally {
    await client.end()
  }
  const parts = await partsOf(file)
  expect(parts[`storage/${version}`]).toBe('sound')
  for (const other of others) expect(parts[`storage/${other}`]).toBe(other)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('storage.'))).toEqual([])
  expect(parts['table storage.objects']).toContain(version)
})

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
    // What a killed backup leaves.
    writeFileSync(`${file}.part`, 'half a back')
    await writeBackup(dataDir, file)
    await backend.stop()
    await expect(writeBackup(dataDir, file)).rejects.toThrow('exists already')
    await expect(writeBackup(dataDir, join(place, 'no/all.trunkline'))).rejects.toThrow('There is no folder')
    await expect(readBackup(file, dataDir, supabaseDir)).rejects.toThrow('is not empty')

    const target = join(place, 'restored')
    const left = () => readdirSync(place).includes('restored')
    writeFileSync(
      join(supabaseDir, 'migrations/20270101000000_later.sql'),
      'create table public.later (id int)',
    )
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('20270101000000')
    expect(left()).toBe(false)

    rmSync(join(supabaseDir, 'migrations/20270101000000_later.sql'))
    const [[notes, sql] = []] = Object.entries(NOTES_MIGRATION)
    writeFileSync(join(supabaseDir, String(notes)), `${sql} select 1;`)
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('migrations of the same names')
    expect(left()).toBe(false)

    mkdirSync(target)
    truncateSync(file, statSync(file).size - 20)
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('truncated')
    expect(readdirSync(target)).toEqual([])
    rmSync(target, { recursive: true })
    writeFileSync(file, 'no backup')
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow('not a backup')
    expect(left()).toBe(false)
  },
  10 * MINUTES,
)

test('a folder is neither started nor backed up nor restored into during a restore, nor after one that was killed', async () => {
  const {
    folder: place,
    dataDir,
    supabaseDir,
  } = workspace({
    ...NOTES_MIGRATION,
    'migrations/20260101000100_snapshots.sql': `create schema private;
      create function private.renew_snapshots() returns void language sql as ''`,
  })
  const file = join(place, 'all.trunkline')
  await (await start({ dataDir, supabaseDir })).stop()
  await writeBackup(dataDir, file)
  const target = join(place, 'restored')
  const child = spawn(process.execPath, [RESTORE, file], {
    env: environmentFor(target),
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => existsSync(join(target, 'secrets.json')), { interval: 5 }).toBe(true)
  const isRefused = async (why: string) => {
    await expect(start({ dataDir: target, supabaseDir })).rejects.toThrow(why)
    await expect(writeBackup(target, join(place, 'again.trunkline'))).rejects.toThrow(why)
    await expect(readBackup(file, target, supabaseDir)).rejects.toThrow(why)
  }
  child.kill('SIGSTOP')
  await isRefused(`is under way (process ${child.pid})`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await isRefused('was cut off')
  rmSync(target, { recursive: true })
  await readBackup(file, target, supabaseDir)
  await (await start({ dataDir: target, supabaseDir })).stop()
})
