// @vitest-environment jsdom
import { DEFAULT_COOKIE_OPTIONS, MAX_CHUNK_SIZE } from '@supabase/ssr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_COOKIE } from '@/lib/session/session-cookie'
import { getSupabase } from '@/lib/supabase/browser-client'

const USER = { id: 'u1', email: 'ada@demo.test', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
const LONG_SESSION = {
  access_token: `e30.${'x'.repeat(8000)}.y`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: USER,
}

let written: string[]

beforeEach(() => {
  written = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie))
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('the session is stored in cookies as the specification’s section 9 requires', async () => {
  vi.stubGlobal('fetch', async () => Response.json(LONG_SESSION))
  const supabase = await getSupabase()
  const { error } = await supabase.auth.signInWithPassword({ email: 'ada@demo.test', password: 'x' })
  expect(error).toBeNull()

  const chunks = written.filter(
    (cookie) => /^sb-staff-auth-token\.\d+=./.test(cookie) && !cookie.includes('Max-Age=0'),
  )
  expect(chunks.length).toBeGreaterThan(2)
  for (const chunk of chunks) {
    const attributes = chunk.split('; ').slice(1).sort()
    expect(attributes).toEqual(['Max-Age=34560000', 'Path=/', 'SameSite=Lax'])
  }
  const values = chunks.map((chunk) => chunk.slice(chunk.indexOf('=') + 1).split(';')[0] ?? '')
  expect(values[0]).toHaveLength(3180)
  expect(values.join('')).toMatch(/^base64-[\w-]+$/)
  const stored = JSON.parse(Buffer.from(values.join('').slice('base64-'.length), 'base64url').toString())
  expect(stored).toMatchObject({ refresh_token: 'refresh', user: { id: 'u1' } })
})

test('the product sets the library defaults explicitly', () => {
  expect(SESSION_COOKIE).toEqual({ ...DEFAULT_COOKIE_OPTIONS, name: 'sb-staff-auth-token', secure: false })
  expect(MAX_CHUNK_SIZE).toBe(3180)
})

test('sign-in uses the PKCE flow', async () => {
  const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  const supabase = await getSupabase()
  await supabase.auth.resetPasswordForEmail('ada@demo.test')
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toMatchObject({ code_challenge_method: 's256' })
})

test('everything shares one client', async () => {
  expect(await getSupabase()).toBe(await getSupabase())
})

test.each([
  ['https://office.example', true],
  ['http://localhost:3000', false],
  ['', false],
])('at "%s" the cookie is Secure: %s', async (siteUrl, secure) => {
  vi.stubEnv('NEXT_PUBLIC_SITE_URL', siteUrl)
  vi.resetModules()
  const { SESSION_COOKIE: cookie } = await import('@/lib/session/session-cookie')
  expect(cookie.secure).toBe(secure)
})
