import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { fairQueue, QueueTimeout } from '../../local/fair-queue.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

describe('a fair queue', () => {
  test('serves each caller in turn, and never exceeds its concurrency', async () => {
    const queue = fairQueue(2, 60_000)
    const order: string[] = []
    let running = 0
    let most = 0
    const work = (name: string) => async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setImmediate(done))
      order.push(name)
      running -= 1
    }
    const exports = Array.from({ length: 20 }, (_, at) => queue.run('exporter', work(`export ${at}`)))
    const page = queue.run('reader', work('page'))
    await Promise.all([...exports, page])
    expect(most).toBe(2)
    expect(order).toHaveLength(21)
    expect(order.indexOf('page')).toBeLessThan(5)
    expect(order.filter((name) => name !== 'page')).toEqual(
      Array.from({ length: 20 }, (_, at) => `export ${at}`),
    )
  })

  test('continues after a failed job', async () => {
    const queue = fairQueue(1, 60_000)
    const failed = queue.run('one', () => Promise.reject(new Error('no')))
    const next = queue.run('one', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })

  test('refuses a job that has waited for too long, without beginning it, and goes on', async () => {
    const queue = fairQueue(1, 20)
    let end = () => undefined
    const first = queue.run('one', () => new Promise<void>((done) => (end = () => void done())))
    let begun = false
    const late = queue.run('two', async () => {
      begun = true
    })
    await expect(late).rejects.toBeInstanceOf(QueueTimeout)
    const next = queue.run('two', async () => 'yes')
    end()
    await first
    expect(await next).toBe('yes')
    expect(begun).toBe(false)
  })
})

describe('500 concurrent requests', () => {
  const NAP = {
    ...NOTES_MIGRATION,
    'migrations/20260101000100_nap.sql': `create function public.nap(length numeric) returns text
      language sql set search_path = '' as $$ select pg_catalog.pg_sleep(length::float8) || '' $$;
      grant execute on function public.nap to service_role, authenticated`,
  }

  test('that have waited for too long are told when to try again', async () => {
    const { url, serviceKey, databaseUrl } = await start({ ...workspace(NAP), queuePatienceMs: 50 })
    const nap = (path: string, init: RequestInit = {}) =>
      fetch(`${url}/rest/v1/${path}`, {
        ...init,
        headers: {
          apikey: serviceKey,
          authorization: `Bearer ${serviceKey}`,
          'content-type': 'application/json',
        },
      })
    const busy = Array.from({ length: 8 }, () =>
      nap('rpc/nap', { method: 'POST', body: JSON.stringify({ length: 5 }) }),
    )
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    const asleep = "select from pg_stat_activity where wait_event = 'PgSleep'"
    await expect.poll(async () => (await database.query(asleep)).rowCount).toBe(8)
    await database.end()
    const late = [nap('notes'), nap('rpc/nap', { method: 'POST', body: JSON.stringify({ length: 0 }) })]
    for (const answer of await Promise.all(late)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await answer.json()).toMatchObject({
        code: 'PGRST003',
        message: expect.stringContaining('busy'),
      })
    }
    const signIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email: 'reader@example.test', password: 'a-Password-2468' }),
    })
    expect([signIn.status, await signIn.json()]).toEqual([
      503,
      expect.objectContaining({ msg: 'The sign-in service cannot answer now. Try again.' }),
    ])
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await nap('notes')).status).toBe(200)
  })

  test('are all answered, and a single request does not wait for another caller’s batch', async () => {
    const { url, anonKey, serviceKey } = await start(workspace(NAP))
    const exporter = createClient(url, serviceKey)
    const { data: made } = await exporter.auth.admin.createUser({
      email: 'reader@example.test',
      password: 'a-Password-2468',
      email_confirm: true,
    })
    expect(made.user).not.toBeNull()
    const reader = createClient(url, anonKey)
    await reader.auth.signInWithPassword({ email: 'reader@example.test', password: 'a-Password-2468' })

    let answered = 0
    const exports = Array.from({ length: 499 }, () =>
      exporter.rpc('nap', { length: 0.05 }).then((answer) => {
        answered += 1
        return answer
      }),
    )
    await expect.poll(() => answered).toBeGreaterThan(0)
    const page = await reader.rpc('nap', { length: 0 })
    expect(page.error).toBeNull()
    // The running ones and one of the other caller; a FIFO queue would have answered nearly all.
    expect(answered).toBeLessThan(250)
    const answers = await Promise.all(exports)
    expect(answers.filter(({ error }) => error)).toEqual([])
  })
})
