import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobsClient } from '@/lib/supabase/admin-client'
import { standInServer } from '@/tests/support/stand-in-server'

/** Answers nothing to the first question, as on a connection that has died, and all later ones. */
let asked: number
const api = standInServer((_, response) => {
  asked++
  response.setHeader('content-type', 'application/json')
  if (asked > 1) response.end('[]')
})

beforeEach(() => {
  asked = 0
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', api())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'service')
})
afterEach(() => vi.unstubAllEnvs())

test('a question of scheduled work that is not answered fails, and the next one is answered', async () => {
  const ask = () => jobsClient(50)?.rpc('claim_mails', { urgent: true, how_many: 1, seconds: 120 })
  expect((await ask())?.error).not.toBeNull()
  expect(await ask()).toMatchObject({ data: [], error: null })
})
