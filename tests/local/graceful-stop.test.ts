import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { NOTES_MIGRATION, start, startProcess, workspace } from './support.ts'

// SIGTERM does the same: killed-backend.test.ts sends it.
test('SIGINT lets the backend finish requests in progress, and accept no new ones', async () => {
  const place = workspace({
    ...NOTES_MIGRATION,
    'migrations/20260101000100_slow.sql': `create function public.slow_note(id integer) returns text
        language plpgsql set search_path = '' set statement_timeout = '5min' set lock_timeout = 0 as $$
        begin
          perform pg_catalog.pg_advisory_xact_lock(1);
          insert into public.notes (id) values ($1);
          return 'stored';
        end $$; grant execute on function public.slow_note to service_role`,
  })
  const { child, url, serviceKey, databaseUrl } = await startProcess(place)
  const exited = once(child, 'exit')
  const client = createClient(url, serviceKey)
  const database = new pg.Client({ connectionString: databaseUrl })
  database.on('error', () => undefined)
  await database.connect()
  await database.query('select pg_advisory_lock(1)')
  const written = client.rpc('slow_note', { id: 7 }).then((answer) => answer)
  await vi.waitUntil(
    async () =>
      (await database.query("select from pg_stat_activity where wait_event = 'advisory'")).rowCount === 1,
  )
  child.kill('SIGINT')
  await vi.waitUntil(async () => (await fetch(`${url}/health`).catch(() => null)) === null)
  await database.query('select pg_advisory_unlock(1)')
  expect(await written).toMatchObject({ error: null, data: 'stored' })
  expect(await exited).toEqual([0, null])

  const next = await start(place)
  const { data } = await createClient(next.url, next.serviceKey).from('notes').select('id')
  expect(data).toEqual([{ id: 7 }])
})
