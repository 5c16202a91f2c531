import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { NOTES_MIGRATION, postmaster, startProcess, workspace } from './support.ts'

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
  await vi.waitUntil(async () => (await connections("wait_event = 'PgSleep'")) === 1)
  expect(await connections("query like 'listen %'")).toBe(1)
  child.kill('SIGTERM')
  // Stopping begins with the connection that listens for changes. Before that, a dead PostgreSQL is a crash.
  await vi.waitUntil(async () => (await connections("query like 'listen %'")) === 0)
  process.kill(postmaster(place.dataDir), 'SIGKILL')
  expect(await exited).toEqual([0, null])
})
