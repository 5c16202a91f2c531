import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { testAppEnvironment } from '@/scripts/lib/test-app'

afterEach(() => vi.unstubAllEnvs())

test('the tests’ app has no setting of a real project but the pool that they may run through', () => {
  for (const name of Object.keys(parseEnv(readFileSync('.env.example', 'utf8')))) {
    vi.stubEnv(name, 'of a real project')
  }
  const kept = Object.entries(testAppEnvironment()).filter(([, value]) => value === 'of a real project')
  expect(kept).toEqual([['PGBOUNCER', 'of a real project']])
  vi.unstubAllEnvs()
  // What is not there at all would be filled in from .env.local.
  expect(testAppEnvironment()).toMatchObject({ SMTP_URL: '', TELNYX_API_KEY: '', SUPABASE_URL: '' })
})
