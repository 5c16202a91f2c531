import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../../local/backend.ts'
import { freePort } from '../../local/free-port.ts'

/** A temporary folder that PostgreSQL may enter also when the tests run as root. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backend-test-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Copies the data directory of a backend that has stopped, with the owners of its files. */
export function copyData(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

/** Makes a data directory that a backend has stopped on, but without migrations. */
export function copyPreparedData(dataDir: string): void {
  copyData(inject('preparedData'), dataDir)
}

/** Writes files given by their path below `folder`. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

export const NOTES_MIGRATION = {
  'migrations/20260101000000_notes.sql': `
    create table public.notes (
      id integer primary key,
      body text not null default '',
      price numeric(10, 2) not null default 0,
      at timestamptz not null default '2026-03-01 12:30:00+00',
      owner uuid references auth.users (id)
    );
    alter table public.notes enable row level security;
    create policy own on public.notes for select using (owner = (select auth.uid()));
    grant select, insert, update, delete on public.notes to anon, authenticated, service_role;
  `,
}

/** Folders of one test: `supabase` with a small migration and `data`, not yet created if `fresh`. Removed afterwards. */
export function workspace(files: Record<string, string> = NOTES_MIGRATION, { fresh = false } = {}) {
  const folder = temporaryFolder()
  const supabaseDir = join(folder, 'supabase')
  mkdirSync(join(supabaseDir, 'migrations'), { recursive: true })
  writeFiles(supabaseDir, files)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  if (!fresh) copyPreparedData(dataDir)
  return { folder, supabaseDir, dataDir }
}

/** Starts a backend that is stopped when the test ends, if it has not been before. */
export async function start(
  options: Pick<BackendOptions, 'dataDir' | 'supabaseDir'> & Partial<BackendOptions>,
): Promise<Backend> {
  const backend = await startBackend({ siteUrl: 'http://localhost:3000', port: await freePort(), ...options })
  onTestFinished(() => backend.stop())
  return backend
}

interface Addresses {
  url: string
  anonKey: string
  serviceKey: string
  databaseUrl: string
}

/** Starts the backend as a process of its own. `started` rejects with what it said if it ends before it is ready. */
export function spawnBackend(env: Record<string, string>): {
  child: ChildProcess
  started: Promise<Addresses>
} {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../local/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ended = once(child, 'close').then(() => {
    throw new Error(`The backend has ended: ${said.join('')}`)
  })
  const line = once(createInterface({ input: child.stdout }), 'line')
  return { child, started: Promise.race([line, ended]).then(([text]) => JSON.parse(text)) }
}

/** The same, until it is ready. It is killed when the test ends. */
export async function startProcess(place: { dataDir: string; supabaseDir: string }) {
  const { child, started } = spawnBackend({
    LOCAL_DATA_DIR: place.dataDir,
    SUPABASE_DIR: place.supabaseDir,
    SUPABASE_PORT: String(await freePort()),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ...(await started) }
}

/** The process id of a data directory's PostgreSQL. */
export function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
