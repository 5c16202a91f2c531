// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@/lib/session/session-store'
import type { Supabase } from '@/lib/supabase/browser-client'

const NAME = 'sb-staff-auth-token'
const ADA = { id: 'u1', email: 'ada@demo.test', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
const GRACE = { ...ADA, id: 'u2', email: 'grace@demo.test' }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function session(user: object, sessionId: string) {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  return {
    access_token: `e30.${encode({ exp: expires_at, session_id: sessionId })}.y`,
    refresh_token: `refresh-${sessionId}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  }
}

type Answer = () => Response | Promise<Response>
/** Responses of the services, by the end of the URL. */
let answers: Record<string, Answer>
const asked = vi.fn<typeof globalThis.fetch>()
let supabase: Supabase

/** A page in which Ada is signed in, with the real client and the real store. */
async function openPage() {
  vi.resetModules()
  document.cookie = `${NAME}=base64-${encode(session(ADA, 's1'))}; path=/`
  const store = await import('@/lib/session/session-store')
  const { getSupabase } = await import('@/lib/supabase/browser-client')
  supabase = await getSupabase()
  const seen: CurrentUser[] = []
  store.subscribeToUser(() => void seen.push(store.currentUser()))
  await vi.waitFor(() => expect(store.currentUser()?.id).toBe('u1'))
  await store.checkSession()
  return { store, seen, supabase }
}
const refused = (status: number, error_code: string) => () =>
  Response.json({ code: status, error_code, msg: error_code }, { status })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answers = { '/auth/v1/user': () => Response.json(ADA) }
  asked.mockReset().mockImplementation(async (input) => {
    const path = new URL(String(input)).pathname
    return answers[path]?.() ?? Response.json({}, { status: 404 })
  })
  vi.stubGlobal('fetch', asked)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
})

afterEach(async () => {
  await supabase.auth.dispose()
  document.cookie = `${NAME}=; path=/; max-age=0`
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('the current user', () => {
  test('is known with the session, whose id survives a refresh', async () => {
    const { store, supabase: client } = await openPage()
    expect(store.currentSessionId()).toBe('s1')
    answers['/auth/v1/token'] = () => Response.json(session(ADA, 's1'))
    await client.auth.refreshSession()
    expect(store.currentSessionId()).toBe('s1')
    expect(store.currentUser()).toMatchObject({ id: 'u1' })
  })

  test('follows profile changes, a different user, and a sign-out', async () => {
    const { store, seen, supabase: client } = await openPage()
    answers['/auth/v1/user'] = () => Response.json({ ...ADA, user_metadata: { full_name: 'Ada' } })
    await client.auth.updateUser({ data: { full_name: 'Ada' } })
    expect(store.currentUser()?.user_metadata).toEqual({ full_name: 'Ada' })
    answers['/auth/v1/token'] = () => Response.json(session(GRACE, 's2'))
    await client.auth.signInWithPassword({ email: 'grace@demo.test', password: 'x' })
    expect(store.currentUser()?.email).toBe('grace@demo.test')
    expect(store.currentSessionId()).toBe('s2')
    answers['/auth/v1/logout'] = () => new Response(null, { status: 204 })
    await client.auth.signOut()
    expect(store.currentUser()).toBeNull()
    expect(store.currentSessionId()).toBeUndefined()
    expect(seen.map((user) => user && user.id)).toEqual(expect.arrayContaining(['u1', 'u2', null]))
  })

  test('of a page that the server rendered is known before the session, which is told when the cookies have been read', async () => {
    vi.resetModules()
    document.cookie = `${NAME}=base64-${encode(session(ADA, 's1'))}; path=/`
    const store = await import('@/lib/session/session-store')
    const { getSupabase } = await import('@/lib/supabase/browser-client')
    supabase = await getSupabase()
    store.startAs(ADA as never)
    expect(store.currentSessionId()).toBeUndefined()
    const told: (string | undefined)[] = []
    store.subscribeToUser(() => void told.push(store.currentSessionId()))
    await store.checkSession()
    await vi.waitFor(() => expect(told).toContain('s1'))
    expect(store.currentUser()).toMatchObject({ id: 'u1' })
  })

  test('follows another tab', async () => {
    const { store } = await openPage()
    const tab = new BroadcastChannel(NAME)
    tab.postMessage({ event: 'SIGNED_IN', session: session(GRACE, 's2') })
    await vi.waitFor(() => expect(store.currentUser()?.id).toBe('u2'))
    tab.postMessage({ event: 'SIGNED_OUT', session: null })
    await vi.waitFor(() => expect(store.currentUser()).toBeNull())
    tab.close()
  })
})

describe('a session ends', () => {
  test('when the database answers 401 and the auth service no longer knows it', async () => {
    const { store, supabase: client } = await openPage()
    answers['/auth/v1/user'] = refused(403, 'session_not_found')
    answers['/rest/v1/companies'] = () => Response.json({ code: 'PGRST303' }, { status: 401 })
    await client.from('companies').select('id')
    await vi.waitFor(() => expect(store.currentUser()).toBeNull())
  })

  test('when the cookies are gone', async () => {
    const { store } = await openPage()
    document.cookie = `${NAME}=; path=/; max-age=0`
    await store.checkSession()
    expect(store.currentUser()).toBeNull()
  })

  test('when the user signs out, whatever an earlier check answers afterwards', async () => {
    const { store, supabase: client } = await openPage()
    const late = Promise.withResolvers<Response>()
    answers['/auth/v1/user'] = () => late.promise
    const check = store.checkSession()
    await vi.waitFor(() => expect(asked.mock.lastCall?.[0]).toContain('/auth/v1/user'))
    answers['/auth/v1/logout'] = () => new Response(null, { status: 204 })
    await client.auth.signOut()
    late.resolve(Response.json(ADA))
    await check
    expect(store.currentUser()).toBeNull()
  })

  test('when the user signs out and the auth service never answers', async () => {
    const { store } = await openPage()
    const { signOut } = await import('@/lib/session/sign-in')
    answers['/auth/v1/logout'] = () => new Promise<Response>(() => {})
    vi.useFakeTimers()
    void signOut()
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(store.currentUser()).toBeNull()
    expect(document.cookie).not.toContain(NAME)
  })

  test('when an API route answers 401 and a refresh does not help', async () => {
    const { store } = await openPage()
    answers['/auth/v1/user'] = refused(403, 'user_banned')
    answers['/auth/v1/token'] = refused(400, 'refresh_token_not_found')
    answers['/api/search'] = () => Response.json({ message: 'Sign in first.' }, { status: 401 })
    const { fetchJson } = await import('@/lib/fetcher')
    await expect(fetchJson('http://localhost/api/search')).rejects.toMatchObject({ status: 401 })
    await vi.waitFor(() => expect(store.currentUser()).toBeNull())
  })
})

test('a session is still checked within five seconds when the machine’s clock was set back by hours', async () => {
  vi.useFakeTimers()
  const { store } = await openPage()
  vi.setSystemTime(Date.now() - 5 * 3_600_000)
  asked.mockClear()
  store.checkSessionSoon()
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(asked).toHaveBeenCalledOnce()
})

describe('a session survives', () => {
  test('a missing permission', async () => {
    const { store, supabase: client } = await openPage()
    answers['/rest/v1/companies'] = () => Response.json({ code: '42501' }, { status: 403 })
    await client.from('companies').select('id')
    await store.checkSession()
    expect(store.currentUser()?.id).toBe('u1')
  })

  test('a rejected token, if a refresh yields a new one', async () => {
    const { store } = await openPage()
    answers['/auth/v1/user'] = refused(403, 'bad_jwt')
    answers['/auth/v1/token'] = () => Response.json(session(ADA, 's1'))
    await store.checkSession()
    expect(store.currentUser()?.id).toBe('u1')
    expect(asked.mock.calls.some(([url]) => String(url).includes('grant_type=refresh_token'))).toBe(true)
  })

  test.each([429, 500])('a %i from the auth service', async (status) => {
    const { store } = await openPage()
    answers['/auth/v1/user'] = refused(status, 'unexpected')
    await store.checkSession()
    expect(store.currentUser()?.id).toBe('u1')
  })
})
