// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionReader, shownExpiry, tokenInForce, writeTrueExpiry } from '@/lib/session/recovery-margin'
import type { Supabase } from '@/lib/supabase/browser-client'

const NAME = 'sb-staff-auth-token'
const USER = { id: 'u1', email: 'ada@demo.test', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inSeconds = (left: number) => Math.floor(Date.now() / 1000) + left
const tokenFor = (expires_at: number) => `e30.${encode({ exp: expires_at })}.y`

function session(secondsLeft: number, more: object = {}) {
  const expires_at = inSeconds(secondsLeft)
  return {
    access_token: tokenFor(expires_at),
    refresh_token: 'r1',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user: USER,
    ...more,
  }
}
const storedSession = () => {
  const value = document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(NAME))
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1))
    .join('')
  return value && JSON.parse(Buffer.from(value.slice('base64-'.length), 'base64url').toString())
}

const fetch = vi.fn<typeof globalThis.fetch>()
let supabase: Supabase | undefined

/** A page opened with this session in the cookies, using the real client. */
async function openPage(stored: object): Promise<{ supabase: Supabase; events: string[] }> {
  vi.resetModules()
  document.cookie = `${NAME}=base64-${encode(stored)}; path=/`
  const { getSupabase } = await import('@/lib/supabase/browser-client')
  supabase = await getSupabase()
  const events: string[] = []
  supabase.auth.onAuthStateChange((event) => void events.push(event))
  await supabase.auth.initialize()
  return { supabase, events }
}
const refreshes = () => fetch.mock.calls.filter(([url]) => String(url).includes('grant_type=refresh_token'))

beforeEach(() => {
  // Each test opens its own page; the library warns about many clients.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  fetch.mockReset().mockImplementation(async () => Response.json(session(3600, { refresh_token: 'r2' })))
  vi.stubGlobal('fetch', fetch)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
})

afterEach(async () => {
  await supabase?.auth.dispose()
  document.cookie = `${NAME}=; path=/; max-age=0`
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('a session restored when a page opens', () => {
  test.each([11, 50, 89])('is used with %i seconds left, and refreshed by the first tick', async (left) => {
    const { supabase: client, events } = await openPage(session(left))
    expect(events).toContain('SIGNED_IN')
    expect(refreshes()).toHaveLength(0)
    expect((await client.auth.getSession()).data.session?.refresh_token).toBe('r1')
    await vi.advanceTimersByTimeAsync(0)
    expect(refreshes()).toHaveLength(1)
    expect(storedSession()).toMatchObject({ refresh_token: 'r2' })
  })

  test.each([9, 0, -60])('is refreshed first with %i seconds left', async (left) => {
    const { events } = await openPage(session(left))
    expect(refreshes()).toHaveLength(1)
    expect(events).toContain('TOKEN_REFRESHED')
    expect(storedSession()).toMatchObject({ refresh_token: 'r2' })
  })

  test('is not refreshed until it expires within three ticks of 30 seconds', async () => {
    await openPage(session(200))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refreshes()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refreshes()).toHaveLength(1)
  })

  test('keeps its own expiry when the client stores it again', async () => {
    const stored = session(60)
    const { supabase: client } = await openPage(stored)
    fetch.mockImplementation(async () => Response.json({ ...USER, email: 'ada.new@demo.test' }))
    await client.auth.updateUser({ data: { theme: 'dark' } })
    expect(storedSession()).toMatchObject({
      expires_at: stored.expires_at,
      user: { email: 'ada.new@demo.test' },
    })
  })
})

test('a failing refresh is retried after 200 ms, then with twice the delay each time, for up to 30 s', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const times: number[] = []
  fetch.mockImplementation(async () => {
    times.push(Date.now())
    throw new TypeError('Failed to fetch')
  })
  const opening = openPage(session(5))
  await vi.advanceTimersByTimeAsync(60_000)
  await opening
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(waits.slice(0, 7)).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
})

describe('the expiry shown to the library', () => {
  const now = 1_772_000_000
  test('is within its margin exactly when less than ten seconds are left, and within its ticks as before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5000, max: 5000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (left, part) => {
          const shown = shownExpiry(now + left, now - part) - (now - part)
          expect(shown < 90).toBe(left + part < 10)
          expect(Math.floor(shown / 30) <= 3).toBe(left + part < 120)
        },
      ),
    )
  })
})

describe('session cookies', () => {
  /** The cookies of a session that is too long for one, out of order, beside another cookie. */
  function chunked(stored: object) {
    const value = `base64-${encode(stored)}`
    return [
      { name: 'theme', value: 'dark' },
      ...[2, 0, 1, 3].map((part) => ({
        name: `${NAME}.${part}`,
        value: value.slice(part * 3180, (part + 1) * 3180),
      })),
    ]
  }
  const large = (secondsLeft: number) => session(secondsLeft, { note: `Zoë ${'x'.repeat(8000)}` })

  test('are read as one, with the expiry shown to the library, beside all others', () => {
    const stored = large(60)
    const cookies = chunked(stored)
    const read = sessionReader()(cookies)
    expect(read.slice(0, -1)).toEqual(cookies)
    expect(read.at(-1)?.name).toBe(NAME)
    expect(JSON.parse(read.at(-1)?.value ?? '')).toEqual({
      ...stored,
      expires_at: shownExpiry(stored.expires_at),
    })
  })

  test('are read again when they change and when time passes', () => {
    const read = sessionReader()
    const expiry = (cookies: { name: string; value: string }[]) =>
      JSON.parse(read(cookies).at(-1)?.value ?? '').expires_at
    const [first, second] = [session(3600), session(1800)]
    const [one, other] = [first, second].map((stored) => [{ name: NAME, value: `base64-${encode(stored)}` }])
    expect(expiry(one ?? [])).toBe(first.expires_at)
    expect(expiry(other ?? [])).toBe(second.expires_at)
    vi.advanceTimersByTime(1_770_000)
    expect(expiry(other ?? [])).toBe(shownExpiry(second.expires_at))
    expect(read([])).toEqual([])
  })

  test('are written with the expiry of their token in the same chunks', () => {
    const stored = large(60)
    const shown = { ...stored, expires_at: shownExpiry(stored.expires_at) }
    expect(writeTrueExpiry(chunked(shown))).toEqual(chunked(stored))
  })

  test.each(['base64-???', 'plain', `base64-${Buffer.from('[]').toString('base64url')}`, ''])(
    'without a session (%s) are left unchanged',
    (value) => {
      expect(sessionReader()([{ name: NAME, value }])).toEqual([{ name: NAME, value }])
      expect(writeTrueExpiry([{ name: NAME, value }])).toEqual([{ name: NAME, value }])
    },
  )

  test('have a token in force until ten seconds before it expires', () => {
    const stored = large(3600)
    const cookies = chunked(stored)
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), (left) => {
        const token = tokenInForce(cookies, stored.expires_at - left)
        expect(token).toBe(left >= 10 ? stored.access_token : undefined)
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['what is not encoded', JSON.stringify(session(3600))],
    ['a cut session', `base64-${encode(session(3600)).slice(0, 99)}`],
    ['a list', `base64-${encode([])}`],
    ['no access token', `base64-${encode(session(3600, { access_token: undefined }))}`],
    ['no refresh token', `base64-${encode(session(3600, { refresh_token: '' }))}`],
    ['an expiry in words', `base64-${encode(session(3600, { expires_at: 'tomorrow' }))}`],
  ])('with %s have no token in force', (_what, value) => {
    expect(tokenInForce([{ name: NAME, value }])).toBeUndefined()
  })
})
