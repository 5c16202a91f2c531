import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobsClient } from '@/lib/supabase/admin-client'
import { standInServer } from '@/tests/support/stand-in-server'

/** Whether questions get no answer, as on a connection that has died. */
let dead: boolean
/** The connections on which questions have come. */
let connections: Set<Socket>
const api = standInServer(({ socket }, response) => {
  connections.add(socket)
  response.setHeader('content-type', 'application/json')
  if (!dead) response.end('[]')
})

beforeEach(() => {
  dead = true
  connections = new Set()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', api())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'service')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a question of scheduled work that is not answered fails, and the next one is answered on another connection', async () => {
  const ask = async () => jobsClient()?.rpc('claim_mails', { urgent: true, how_many: 1, seconds: 120 })
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal)
  const unanswered = ask()
  await vi.waitFor(() => expect(connections.size).toBe(1))
  expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000)
  late.abort()
  expect((await unanswered)?.error).not.toBeNull()
  dead = false
  expect(await ask()).toMatchObject({ data: [], error: null })
  expect(connections.size).toBe(2)
})
