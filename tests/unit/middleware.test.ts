import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { middleware } from '@/middleware'

const SITE = 'https://staff.example.com'
const USER = { id: 'u1', aud: 'authenticated', app_metadata: {}, user_metadata: {} }

function session(secondsLeft: number) {
  const expires_at = Math.floor(Date.now() / 1000) + secondsLeft
  return {
    access_token: 'a.b.c',
    refresh_token: 'r1',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user: USER,
  }
}

function visit(path: string, stored?: object) {
  const value = stored && `base64-${Buffer.from(JSON.stringify(stored)).toString('base64url')}`
  return middleware(
    new NextRequest(new URL(path, SITE), {
      headers: value ? { cookie: `sb-staff-auth-token=${value}` } : {},
    }),
  )
}

function goesTo(response: Response): string | undefined {
  return response.headers.get('location')?.replace(SITE, '')
}

const fetch = vi.fn<typeof globalThis.fetch>()

beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('a phone’s file request goes to the API, which asks for its own password', async () => {
  const answer = await visit('/provision/805ec0112233.cfg')
  expect(answer.headers.get('x-middleware-rewrite')).toBe(`${SITE}/api/provision/805ec0112233.cfg`)
  expect(fetch).not.toHaveBeenCalled()
})

describe('a visitor without a session', () => {
  test('is sent to the sign-in page, and back afterwards', async () => {
    expect(goesTo(await visit('/app/tenants/1?tab=a'))).toBe('/login?next=%2Fapp%2Ftenants%2F1%3Ftab%3Da')
    expect(goesTo(await visit('/customers/1'))).toBe('/login?next=%2Fcustomers%2F1')
    expect(goesTo(await visit('/app'))).toBe('/login')
  })

  test('may open the sign-in page', async () => {
    expect(goesTo(await visit('/login?next=/app/sales'))).toBeUndefined()
  })

  test('is not trusted when the cookie holds no session', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(goesTo(await visit('/app', { hello: 1 }))).toBe('/login')
  })
})

describe('a signed-in user', () => {
  test('opens pages without a request to the auth service, and without copies of the headers', async () => {
    const response = await visit('/app/sales', session(3000))
    expect(goesTo(response)).toBeUndefined()
    expect(response.headers.has('x-middleware-override-headers')).toBe(false)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('has a session until ten seconds before the token expires', async () => {
    expect(goesTo(await visit('/app/sales', session(15)))).toBeUndefined()
    expect(fetch).not.toHaveBeenCalled()
    fetch.mockImplementation(async () => Response.json({ ...session(3600), refresh_token: 'r2' }))
    expect(goesTo(await visit('/app/sales', session(5)))).toBeUndefined()
    expect(fetch).toHaveBeenCalledOnce()
  })

  test('is redirected away from the sign-in page', async () => {
    expect(goesTo(await visit('/login', session(3000)))).toBe('/app')
    expect(goesTo(await visit('/login?next=/app/sales', session(3000)))).toBe('/app/sales')
  })

  test('is not redirected to another site', async () => {
    expect(goesTo(await visit('/login?next=//evil.example', session(3000)))).toBe('/app')
  })

  test('stays on the sign-in page if it shows a reason', async () => {
    expect(goesTo(await visit('/login?reason=disabled', session(3000)))).toBeUndefined()
  })

  test('gets a refreshed session when the token has expired', async () => {
    fetch.mockResolvedValue(Response.json({ ...session(3600), refresh_token: 'r2' }))
    const response = await visit('/app', session(-60))
    expect(goesTo(response)).toBeUndefined()
    const cookie = response.headers.getSetCookie().find((each) => each.startsWith('sb-staff-auth-token='))
    expect(cookie).toMatch(/; Path=\/; .*Max-Age=34560000; .*SameSite=lax/i)
    expect(cookie).not.toMatch(/HttpOnly/i)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const value = cookie?.split(/[=;]/)[1] ?? 'missing'
    expect(response.headers.get('x-middleware-request-cookie')).toContain(value)
  })

  test('is sent to sign in when the session cannot be refreshed', async () => {
    fetch.mockResolvedValue(
      Response.json({ code: 'refresh_token_not_found', message: 'no' }, { status: 400 }),
    )
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await visit('/app/sales', session(-60))
    expect(goesTo(response)).toBe('/login?next=%2Fapp%2Fsales')
    expect(response.headers.getSetCookie().join()).toMatch(/sb-staff-auth-token=;.*Max-Age=0/i)
  })

  test('is not signed out when the auth service is unreachable', async () => {
    vi.useFakeTimers()
    fetch.mockRejectedValue(new TypeError('fetch failed'))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = visit('/app/sales', session(-60))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(goesTo(await response)).toBeUndefined()
  })
})
