import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

const root = join(import.meta.dirname, '../..')
const INSERTS = 500

async function startProcess(place: { dataDir: string; supabaseDir: string }) {
  const child: ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } = spawn(
    process.execPath,
    [join(root, 'local/main.ts')],
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
  const addresses: { url: string; serviceKey: string; databaseUrl: string } = JSON.parse(line)
  return { child, ...addresses }
}

test.each([
  { killed: 'the backend', postgresToo: false },
  { killed: 'the backend and PostgreSQL', postgresToo: true },
])('kill -9 of $killed during inserts loses none that was acknowledged', async ({ postgresToo }) => {
  const place = workspace()
  const { child, url, serviceKey } = await startProcess(place)
  const client = createClient(url, serviceKey)
  const acknowledged: number[] = []
  const exited = once(child, 'exit')
  for (let id = 0; id < INSERTS; id++) {
    const { error } = await client.from('notes').insert({ id, body: `note ${id}` })
    if (error) break
    acknowledged.push(id)
    if (id === INSERTS / 2) {
      child.kill('SIGKILL')
      if (postgresToo) process.kill(postmaster(place.dataDir), 'SIGKILL')
    }
  }
  await exited
  expect(acknowledged.length).toBeGreaterThan(INSERTS / 2)
  expect(acknowledged.length).toBeLessThan(INSERTS)

  const next = await start(place)
  const { data } = await createClient(next.url, next.serviceKey).from('notes').select('id').order('id')
  const stored = new Set(data?.map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

test('SIGTERM stops the backend even if PostgreSQL is killed during a request', async () => {
  const place = workspace({
    ...NOTES_MIGRATION,
    'migrations/20260101000100_nap.sql': `create function public.nap() returns void language sql set search_path = ''
      as 'select pg_catalog.pg_sleep(60)'; grant execute on function public.nap() to service_role`,
  })
  const { child, url, serviceKey, databaseUrl } = await startProcess(place)
  const exited = once(child, 'exit')
  void createClient(url, serviceKey)
    .rpc('nap')
    .then(() => undefined)
  const database = new pg.Client({ connectionString: databaseUrl })
  database.on('error', () => undefined)
  await database.connect()
  const connections = async (condition: string) =>
    (await database.query(`select from pg_stat_activity where ${condition}`)).rowCount
  const patience = { timeout: 30_000 }
  await vi.waitUntil(async () => (await connections("wait_event = 'PgSleep'")) === 1, patience)
  expect(await connections("query like 'listen %'")).toBe(1)
  child.kill('SIGTERM')
  // Stopping begins with the connection that listens for changes. Before that, a dead PostgreSQL is a crash.
  await vi.waitUntil(async () => (await connections("query like 'listen %'")) === 0, patience)
  process.kill(postmaster(place.dataDir), 'SIGKILL')
  expect(await exited).toEqual([0, null])
})

function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
