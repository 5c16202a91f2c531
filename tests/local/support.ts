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

/** Starts the backend as a process of its own, which is killed when the test ends. */
export async function startProcess(place: { dataDir: string; supabaseDir: string }) {
  const child: ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../local/main.ts')],
    {
      env: {
        ...process.env,
        LOCAL_DATA_DIR: place.dataDir,
        SUPABASE_DIR: place.supabaseDir,
        SUPABASE_PORT: String(await freePort()),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const addresses: { url: string; anonKey: string; serviceKey: string; databaseUrl: string } =
    JSON.parse(line)
  return { child, ...addresses }
}

/** The process id of a data directory's PostgreSQL. */
export function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
