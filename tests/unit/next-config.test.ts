import { PHASE_PRODUCTION_BUILD } from 'next/constants'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import config from '@/next.config'

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon-key')
})
afterEach(() => vi.unstubAllEnvs())

const build = () => config(PHASE_PRODUCTION_BUILD)

test('servers that build the same sources with the same public variables have each other’s scripts', async () => {
  const idOf = async () => (await build()).generateBuildId?.()
  const id = await idOf()
  expect(id).toMatch(/^[\w-]{20}$/)
  expect(await idOf()).toBe(id)
  vi.stubEnv('NEXT_PUBLIC_SITE_URL', 'https://staff.example.com')
  expect(await idOf()).not.toBe(id)
})
