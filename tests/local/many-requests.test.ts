import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { fairQueue } from '../../local/fair-queue.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

describe('a fair queue', () => {
  test('serves each caller in turn, and never exceeds its concurrency', async () => {
    const queue = fairQueue(2)
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
    const queue = fairQueue(1)
    const failed = queue.run('one', () => Promise.reject(new Error('no')))
    const next = queue.run('one', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})

describe('500 concurrent requests', () => {
  const NAP = {
    ...NOTES_MIGRATION,
    'migrations/20260101000100_nap.sql': `create function public.nap(length numeric) returns text
      language sql set search_path = '' as $$ select pg_catalog.pg_sleep(length::float8) || '' $$;
      grant execute on function public.nap to service_role, authenticated`,
  }

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
