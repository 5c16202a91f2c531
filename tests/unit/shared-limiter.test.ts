import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Limit } from '@/lib/api/limiter'
import { standInServer } from '../support/stand-in-server'

let answer: { status: number; body: unknown }
const database = standInServer((_request, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer.body))
})
const LIMIT = { times: 2, withinSeconds: 60 }
const tooMany = { status: 429, headers: { 'Retry-After': expect.any(String) } }
beforeEach(() => {
  answer = { status: 200, body: 0 }
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', database())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'service')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** As the server's routes make it, with the server's own client. */
async function sharedLimiter(name: string, limit: Limit) {
  vi.resetModules()
  const { createSharedLimiter } = await import('@/lib/api/shared-limiter')
  return createSharedLimiter(name, limit)
}

test('a limit that another server has used up makes the user wait here too', async () => {
  answer.body = 30
  await expect((await sharedLimiter('shared', LIMIT))('ada')).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': '30' },
  })
})

test.each(['25006', '53100'])(
  'while the disk is full (%s), this server counts by itself, so that reading goes on',
  async (code) => {
    answer = { status: 405, body: { code, message: 'cannot execute DELETE in a read-only transaction' } }
    const takeTurn = await sharedLimiter('full', LIMIT)
    await takeTurn('ada')
    await takeTurn('ada')
    await expect(takeTurn('ada')).rejects.toMatchObject(tooMany)
    await takeTurn('grace')
  },
)

test('any other failure is not taken for a free turn', async () => {
  answer = { status: 500, body: { code: 'XX000', message: 'broken' } }
  await expect((await sharedLimiter('broken', LIMIT))('ada')).rejects.toMatchObject({ message: 'broken' })
})
