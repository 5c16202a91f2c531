import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
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

  test('runs only so many long jobs of one caller that another begins at once', async () => {
    const queue = fairQueue(3, 60_000, (caller) => (caller === 'server' ? 3 : 2))
    const ends: (() => void)[] = []
    const begun: string[] = []
    const long = (caller: string) =>
      queue.run(caller, () => {
        begun.push(caller)
        return new Promise<void>((done) => ends.push(done))
      })
    const jobs = ['importer', 'importer', 'importer', 'importer'].map(long)
    expect(await queue.run('reader', async () => 'page')).toBe('page')
    expect(begun).toEqual(['importer', 'importer'])
    jobs.push(long('server'), long('server'))
    ends.shift()?.()
    await jobs[0]
    // Whose jobs fill their share stays first in line.
    expect(begun).toEqual(['importer', 'importer', 'server', 'importer'])
    for (let at = 0; at < jobs.length; at++) {
      ends.shift()?.()
      await new Promise((done) => setImmediate(done))
    }
    await Promise.all(jobs)
    expect(begun.slice(4).toSorted()).toEqual(['importer', 'server'])
    const all = ['server', 'server', 'server'].map(long)
    expect(begun).toHaveLength(9)
    for (const end of ends.splice(0)) end()
    await Promise.all(all)
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

describe('concurrent requests', () => {
  const NAP = {
    ...NOTES_MIGRATION,
    'migrations/20260101000100_nap.sql': `create function public.nap(length numeric) returns text
      language sql set search_path = '' as $$ select pg_catalog.pg_sleep(length::float8) || '' $$;
      grant execute on function public.nap to service_role, authenticated;
      create function public.hold() returns text language sql set search_path = '' set statement_timeout = '5min' set lock_timeout = 0
      as $$ select pg_catalog.pg_advisory_xact_lock_shared(1) || '' $$;
      grant execute on function public.hold to service_role, authenticated`,
  }

  /** Has requests that call `hold` wait until they are released, and counts those that arrive once so many do. */
  async function holdingRequests(databaseUrl: string) {
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    await database.query('select pg_advisory_lock(1)')
    const waiting = "select from pg_stat_activity where wait_event = 'advisory'"
    let arrived = 0
    const count = () => (arrived += 1)
    return {
      async held(number: number) {
        await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(number)
        subscribe('http.server.request.start', count)
      },
      async arrived(number: number) {
        await expect.poll(() => arrived).toBe(number)
        unsubscribe('http.server.request.start', count)
      },
      async release() {
        await database.query('select pg_advisory_unlock(1)')
        await database.end()
      },
    }
  }

  test('that have waited for too long are told when to try again', async () => {
    const { url, serviceKey, databaseUrl } = await start({ ...workspace(NAP), queuePatienceMs: 50 })
    const requests = await holdingRequests(databaseUrl)
    const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(`${url}/rest/v1/${path}`, {
        ...init,
        headers: {
          ...headers,
          apikey: serviceKey,
          authorization: `Bearer ${serviceKey}`,
          'content-type': 'application/json',
        },
      })
    const busy = Array.from({ length: 8 }, () => ask('rpc/hold', { method: 'POST', body: '{}' }))
    await requests.held(8)
    const late = [
      ask('notes'),
      ask('rpc/nap', { method: 'POST', body: JSON.stringify({ length: 0 }) }),
      ask(`notes?select=*&owner=eq.${randomUUID()}`, {
        headers: { accept: 'application/vnd.pgrst.object+json' },
      }),
    ]
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
    await requests.release()
    expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    // On a busy machine, one request alone may wait for longer than this patience.
    await expect.poll(async () => (await ask('notes')).status).toBe(200)
  })

  test('for files that have waited for too long are told when to try again', async () => {
    const { url, serviceKey, databaseUrl } = await start({ ...workspace(NAP), queuePatienceMs: 5000 })
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    await database.query('begin; lock table storage.buckets')
    const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
    const file = (init: RequestInit = {}) =>
      fetch(`${url}/storage/v1/object/recordings/none.wav`, { ...init, headers })
    const late: Response[] = []
    const asked = Array.from({ length: 12 }, (_, at) =>
      file(at % 2 ? { method: 'POST', body: 'sound' } : {}).then((answer) => {
        if (answer.status === 503) late.push(answer)
        return answer.status
      }),
    )
    // Storage has four connections.
    await expect.poll(() => late.length).toBeGreaterThanOrEqual(8)
    await database.query('rollback')
    await database.end()
    for (const answer of late) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toMatchObject({
        statusCode: '503',
        message: expect.stringContaining('busy'),
      })
    }
    expect(new Set(await Promise.all(asked))).toEqual(new Set([400, 503]))
    await expect.poll(async () => (await file()).status).toBe(400)
  })

  test('are all answered, and a single request does not wait for another caller’s batch', async () => {
    const { url, anonKey, serviceKey, databaseUrl } = await start(workspace(NAP))
    const exporter = createClient(url, serviceKey)
    const { data: made } = await exporter.auth.admin.createUser({
      email: 'reader@example.test',
      password: 'a-Password-2468',
      email_confirm: true,
    })
    expect(made.user).not.toBeNull()
    const reader = createClient(url, anonKey)
    await reader.auth.signInWithPassword({ email: 'reader@example.test', password: 'a-Password-2468' })

    const requests = await holdingRequests(databaseUrl)
    let answered = 0
    const held = Array.from({ length: 8 }, () => exporter.rpc('hold').then((answer) => answer))
    await requests.held(held.length)
    const exports = Array.from({ length: 150 }, () =>
      exporter.rpc('nap', { length: 0.02 }).then((answer) => {
        answered += 1
        return answer
      }),
    )
    const page = reader.rpc('nap', { length: 0 }).then((answer) => answer)
    await requests.arrived(exports.length + 1)
    expect(answered).toBe(0)
    await requests.release()
    expect((await page).error).toBeNull()
    // A FIFO queue would have answered nearly all.
    expect(answered).toBeLessThan(75)
    const answers = await Promise.all([...held, ...exports])
    expect(answers.filter(({ error }) => error)).toEqual([])
  })

  test('of one person count as one caller, in all sessions and however the token is sent, and leave room for others', async () => {
    const { url, anonKey, serviceKey, databaseUrl } = await start(workspace(NAP))
    const admin = createClient(url, serviceKey)
    const signIn = async (email: string) => {
      const { data } = await createClient(url, anonKey).auth.signInWithPassword({
        email,
        password: 'a-Password-2468',
      })
      return data.session?.access_token ?? ''
    }
    for (const email of ['hoarder@example.test', 'reader@example.test'])
      await admin.auth.admin.createUser({ email, password: 'a-Password-2468', email_confirm: true })
    const sessions = await Promise.all([1, 2, 3].map(() => signIn('hoarder@example.test')))
    const reader = await signIn('reader@example.test')
    const ask = (authorization: string, name: string, given: object) =>
      fetch(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: anonKey, authorization, 'content-type': 'application/json' },
        body: JSON.stringify(given),
      })
    const nap = (authorization: string, length: number) => ask(authorization, 'nap', { length })
    const requests = await holdingRequests(databaseUrl)
    const held = Array.from({ length: 6 }, () => ask(`Bearer ${sessions[0]}`, 'hold', {}))
    await requests.held(held.length)
    let answered = 0
    const many = Array.from({ length: 200 }, async (_, at) => {
      const { status } = await nap(`Bearer${' '.repeat(at + 1)}${sessions[at % 3]}`, 0.01)
      answered += 1
      return status
    })
    const page = nap(`Bearer ${reader}`, 0)
    await requests.arrived(many.length + 1)
    expect((await page).status).toBe(200)
    expect(answered).toBe(0)
    await requests.release()
    await Promise.all(held)
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })
})
