import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { linkEndpoints } from '@/local/auth/link-endpoints'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))
beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

describe('a request to recover an account', () => {
  /** Asks an endpoint of its own, as often as the function is called; answers the status. */
  async function asking() {
    const outboxDir = await mkdtemp(path.join(tmpdir(), 'recovery-'))
    const addresses = { siteUrl: 'http://localhost:1', apiUrl: 'http://localhost:2', outboxDir }
    const pool = { query: async () => ({ rows: [] }) } as unknown as Pool
    const { recover } = linkEndpoints(pool, { ...addresses, jwtSecret: 's', serviceKey: 'service' })
    return async (address: string, apikey = 'anon') => {
      const url = new URL('http://localhost:2/auth/v1/recover')
      const request = new Request(url, { method: 'POST', headers: { apikey } })
      const call = { request, url, path: '/recover', body: { email: 'ada@demo.test' } }
      return recover({
        ...call,
        device: { userAgent: null, address },
        next: async () => new Response(),
      }).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      )
    }
  }
  const STRANGER = '198.51.100.7'
  const OWN = '203.0.113.9'

  test('is refused after three within a quarter of an hour from one network, and not from the owner’s', async () => {
    const ask = await asking()
    for (let n = 0; n < 3; n++) {
      expect(await ask(STRANGER)).toBe(200)
      vi.advanceTimersByTime(61_000)
    }
    expect(await ask(STRANGER)).toBe('over_request_rate_limit')
    expect(await ask(OWN)).toBe(200)
    vi.advanceTimersByTime(12 * 60_000)
    expect(await ask(STRANGER)).toBe(200)
  })

  test('by the app’s server, whose staff the database limits, does not wait for others', async () => {
    const ask = await asking()
    expect(await ask(STRANGER)).toBe(200)
    expect(await ask(OWN, 'service')).toBe(200)
    expect(await ask(OWN)).toBe('over_email_send_rate_limit')
  })
})
