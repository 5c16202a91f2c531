import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeRecording } from '../../lib/cdr/store-recording.ts'
import { JOBS } from '../../lib/jobs/jobs.ts'
import type { Database } from '../../lib/supabase/database.types.ts'
import { loadSecrets } from '../../local/keys.ts'
import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { callApi } from '../support/api-session.ts'
import { wavFile } from '../support/audio-files.ts'

const DOMAIN = 'harbor-lane-dental.pbx.example'

let database: Pool
beforeAll(() => {
  database = appDatabase()
})
afterAll(() => database.end())

const service = () => {
  const { serviceKey } = loadSecrets(TEST_APP.dataDir)
  return createClient<Database>(testBackend().url, serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
const run = async (name: string) =>
  JOBS.find((job) => job.name === name)?.run(service(), new AbortController().signal)
const objects = async (paths: string[]) =>
  (
    await database.query<{ name: string }>('select name from storage.objects where name = any ($1)', [paths])
  ).rows.map(({ name }) => name)

describe('scheduled jobs', () => {
  test('switch a call flow back without an open browser', async () => {
    const [tenant] = await twoTenants(database)
    const id = randomUUID()
    await database.query(
      `insert into public.call_flows (id, tenant_id, name, number, feature_code, normal_destination_id, alternate_destination_id)
       select $1, $2, 'Left alone', '6987', '*6987', d.id, d.id
       from public.destinations d where d.tenant_id = $2 and d.kind = 'extensions' limit 1`,
      [id, tenant?.tenant],
    )
    try {
      await database.query(
        "update public.call_flows set state = 'alternate', reverts_at = now() + interval '1 second' where id = $1",
        [id],
      )
      await vi.waitFor(
        async () => {
          const { rows } = await database.query(
            'select state, reverts_at from public.call_flows where id = $1',
            [id],
          )
          expect(rows).toEqual([{ state: 'normal', reverts_at: null }])
        },
        { timeout: 60_000, interval: 250 },
      )
      const { rows } = await database.query(
        'select actor_email from public.audit_log where record_id = $1 and changes -> \'state\' = \'["alternate", "normal"]\'',
        [id],
      )
      expect(rows).toEqual([{ actor_email: 'The schedule' }])
    } finally {
      await database.query('delete from public.call_flows where id = $1', [id])
    }
  })

  test('delete expired call recordings with their audio', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()]
    const headers = { authorization: `Bearer ${TEST_APP.cdrIngestSecret}` }
    for (const call of [old, fresh]) {
      const body = wavFile({ seconds: 1 })
      const answer = await callApi(null, `/api/cdr/recordings/${call}?domain=${DOMAIN}`, {
        method: 'PUT',
        headers,
        body,
      })
      expect(answer.status).toBe(200)
    }
    await database.query(
      "update public.call_recordings set created_at = now() - interval '11 years' where id = $1",
      [old],
    )
    const stored = () =>
      database
        .query<{ id: string; path: string }>(
          'select id, path from public.call_recordings where id = any ($1)',
          [[old, fresh]],
        )
        .then(({ rows }) => rows)
    const paths = (await stored()).map(({ path }) => path)
    await run('delete old call recordings')
    expect((await stored()).map(({ id }) => id)).toEqual([fresh])
    expect(await objects(paths)).toEqual([expect.stringContaining(fresh)])
  })

  test('delete the file of a call recording that could not be stored', async () => {
    const [tenant] = await twoTenants(database)
    const [call, id] = [randomUUID(), String(tenant?.tenant)]
    // The database refuses it after the file was stored.
    const audio = { format: 'wav' as const, durationMs: 1000, peaks: [] }
    const bytes = wavFile({ seconds: 1 })
    await expect(storeRecording(service(), { tenant: id, call, bytes, audio })).rejects.toMatchObject({
      code: '23514',
    })
    const path = `${id}/${call}.wav`
    await run('delete old call recordings')
    expect(await objects([path])).toEqual([path])
    await database.query('update private.unowned_call_recordings set due_at = now() where path = $1', [path])
    await run('delete old call recordings')
    expect(await objects([path])).toEqual([])
  })

  test('delete however many call recordings have expired at once', async () => {
    const [tenant] = await twoTenants(database)
    const { rows: made } = await database.query<{ id: string }>(
      `insert into public.call_recordings (id, tenant_id, path, format, duration_ms, size_bytes, peaks, created_at)
       select id, $1::uuid, $1::uuid || '/' || id || '.wav', 'wav', 1000, 1000, '{50}', now() - interval '11 years'
       from (select gen_random_uuid() as id from generate_series(1, 600)) made
       returning id`,
      [tenant?.tenant],
    )
    const ids = made.map(({ id }) => id)
    try {
      await run('delete old call recordings')
      const left = await database.query('select 1 from public.call_recordings where id = any ($1)', [ids])
      expect(left.rowCount).toBe(0)
    } finally {
      await database.query('delete from public.call_recordings where id = any ($1)', [ids])
    }
  })

  test('delete recording files unused for an hour', async () => {
    const [tenant] = await twoTenants(database)
    const [old, fresh] = [`${tenant?.tenant}/${randomUUID()}.wav`, `${tenant?.tenant}/${randomUUID()}.wav`]
    for (const path of [old, fresh]) {
      const bytes = wavFile({ seconds: 1 })
      const { error } = await service()
        .storage.from('recordings')
        .upload(path, bytes, { contentType: 'audio/wav' })
      expect(error).toBeNull()
    }
    await database.query(
      "update storage.objects set created_at = now() - interval '2 hours' where name = $1",
      [old],
    )
    await run('delete unused recording files')
    expect(await objects([old, fresh])).toEqual([fresh])
  })

  test('delete provisioning requests after 90 days', async () => {
    const [tenant] = await twoTenants(database)
    const [old, fresh] = [randomUUID(), randomUUID()]
    await database.query(
      `insert into public.provisioning_log (id, tenant_id, address, agent, file, status, bytes, requested_at)
       select id, $3, '192.0.2.7', '', 'x.cfg', 404, 0, at
       from (values ($1::uuid, now() - interval '91 days'), ($2::uuid, now() - interval '89 days')) as v (id, at)`,
      [old, fresh, tenant?.tenant],
    )
    await run('delete old provisioning requests')
    const { rows } = await database.query('select id from public.provisioning_log where id = any ($1)', [
      [old, fresh],
    ])
    expect(rows).toEqual([{ id: fresh }])
    await database.query('delete from public.provisioning_log where id = $1', [fresh])
  })
})
