import { Readable } from 'node:stream'
import type { NextApiRequest, NextApiResponse } from 'next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'

const supabase = { auth: { getUser: vi.fn(), getSession: vi.fn() }, rpc: vi.fn() }
/** The user of the session's token; the cookie names a different one. */
const claims = Buffer.from(JSON.stringify({ sub: 'u1' })).toString('base64url')
vi.mock('@/lib/supabase/server-client', () => ({ createServerClientFor: () => supabase }))

/** What supabase-js returns while the database cannot be reached, and when PostgREST refuses. */
const databaseError = (code: string, message: string) => ({ code, message, details: '', hint: '' })
const away = databaseError('', 'TypeError: fetch failed')

const search = { type: 'mac', value: 'aa' }
const rules = {
  methods: ['POST'],
  section: 'tenants',
  action: 'view',
  body: z.object({ type: z.enum(['mac', 'phone']), value: z.string() }),
  maxBytes: 100,
} as const
const handle = vi.fn(async (_call: { body: unknown; userId: string; read?: unknown }): Promise<unknown> => ({
  done: true,
}))

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
  url?: string
  query?: Record<string, string>
}

async function call(
  {
    method = 'POST',
    headers = {},
    body = JSON.stringify(search),
    url = '/api/search?secret=1',
    query = {},
  }: Sent = {},
  asked: Parameters<typeof apiHandler>[0] = rules as never,
) {
  const answer = { status: 200, body: undefined as unknown, headers: {} as Record<string, string> }
  const req = Object.assign(Readable.from(body ? [Buffer.from(body)] : []), {
    method,
    url,
    query,
    cookies: {},
    headers: { host: 'staff.example.com', 'content-type': 'application/json', ...headers },
  })
  const res = {
    setHeader: (name: string, value: string) => void (answer.headers[name] = value),
    getHeader: (name: string) => answer.headers[name],
    status(status: number) {
      answer.status = status
      return res
    },
    json: (value: unknown) => void (answer.body = value),
  }
  await apiHandler(asked, handle as never)(
    req as unknown as NextApiRequest,
    res as unknown as NextApiResponse,
  )
  return answer
}

beforeEach(() => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.clearAllMocks()
  supabase.auth.getUser.mockResolvedValue({ data: { user: { id: 'u1' } }, error: null })
  supabase.auth.getSession.mockResolvedValue({
    data: { session: { access_token: `e30.${claims}.signature`, user: { id: 'forged' } } },
  })
  supabase.rpc.mockResolvedValue({ data: true, error: null })
  handle.mockResolvedValue({ done: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('an API route', () => {
  test('passes the validated body and the caller to its handler, and returns the handler’s result', async () => {
    const answer = await call()
    expect(answer).toMatchObject({ status: 200, body: { done: true } })
    expect(answer.headers['Cache-Control']).toContain('no-store')
    expect(handle.mock.calls[0]?.[0]).toMatchObject({ body: search, userId: 'u1' })
    expect(supabase.auth.getUser).not.toHaveBeenCalled()
    expect(supabase.rpc).toHaveBeenCalledExactlyOnceWith('has_permission', {
      section: 'tenants',
      action: 'view',
    })
  })

  test('passes on nothing that a body adds to the prototype of its objects', async () => {
    const body =
      '{"type":"mac","value":"aa","__proto__":{"userId":"u2"},"constructor":{"prototype":{"userId":"u2"}}}'
    await call({ body }, { ...rules, maxBytes: 200 } as never)
    const given = handle.mock.calls[0]?.[0]
    expect(given).toMatchObject({ userId: 'u1' })
    expect(Object.keys(given?.body ?? {})).toEqual(['type', 'value'])
    expect(Object.getPrototypeOf(given?.body)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('userId')
  })

  test('accepts a content type with a charset, and requests from its own pages', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', origin: 'https://staff.example.com' }
    expect((await call({ headers })).status).toBe(200)
  })

  test.each(['same-origin', 'none'])(
    'accepts a request without an Origin header whose Sec-Fetch-Site is %s',
    async (site) => {
      expect((await call({ headers: { 'sec-fetch-site': site } })).status).toBe(200)
    },
  )

  test('accepts the public address when a proxy rewrites the host', async () => {
    vi.stubEnv('NEXT_PUBLIC_SITE_URL', 'https://public.example.com')
    expect((await call({ headers: { origin: 'https://public.example.com' } })).status).toBe(200)
  })

  test.each<[string, Sent, number]>([
    ['another method', { method: 'PUT' }, 405],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['no content type', { headers: { 'content-type': '' } }, 415],
    ['another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['an opaque origin', { headers: { origin: 'null' } }, 403],
    ['another site that hides its origin', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['another host of this site that hides its origin', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    ['a body past its limit', { body: JSON.stringify({ ...search, value: 'x'.repeat(200) }) }, 413],
    ['a body whose declared length is too large', { headers: { 'content-length': '101' } }, 413],
    ['broken JSON', { body: '{"type":' }, 400],
    ['a NUL in a text', { body: JSON.stringify({ ...search, value: 'a\0' }) }, 400],
    ['half a surrogate pair in a value', { body: JSON.stringify({ ...search, value: '\ud800' }) }, 400],
    ['half a surrogate pair in a key', { body: JSON.stringify({ ...search, '\udc00': 'a' }) }, 400],
    ['no body', { body: '' }, 400],
    ['an unknown type', { body: '{"type":"fax","value":"1"}' }, 400],
    ['a value of the wrong kind', { body: '{"type":"mac","value":1}' }, 400],
  ])('refuses %s with a JSON message', async (_what, sent, status) => {
    const answer = await call(sent)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/\w/) })
    expect(handle).not.toHaveBeenCalled()
  })

  test('lists its allowed methods', async () => {
    expect((await call({ method: 'GET' })).headers.Allow).toBe('POST')
  })

  test('reports what is wrong with a request body', async () => {
    const { body } = await call({ body: '{"type":"mac"}' })
    expect(body).toMatchObject({ issues: [{ path: 'value' }] })
  })
})

describe('the caller of an API route', () => {
  test('without a session gets 401 before the body is validated', async () => {
    supabase.rpc.mockResolvedValue({ data: null, error: { code: '42501' } })
    supabase.auth.getUser.mockResolvedValue({
      data: { user: null },
      error: { name: 'AuthSessionMissingError' },
    })
    expect(await call({ body: '{}' })).toMatchObject({ status: 401, body: { message: 'Sign in first.' } })
  })

  test('needs the permission in one of several sections', async () => {
    const asked = { ...rules, section: ['tenants', 'numbers'] } as never
    const allow = (allowed?: string) =>
      supabase.rpc.mockImplementation(async (_name: string, { section }: { section: string }) => ({
        data: section === allowed,
        error: null,
      }))
    allow('numbers')
    expect((await call({}, asked)).status).toBe(200)
    allow()
    expect((await call({}, asked)).status).toBe(403)
    expect(handle).toHaveBeenCalledOnce()
  })

  test('is not refused for good when one of several sections cannot be asked about', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const asked = { ...rules, section: ['tenants', 'numbers'] } as never
    const answer = (allowed: boolean) =>
      supabase.rpc.mockImplementation(async (_name: string, { section }: { section: string }) =>
        section === 'tenants' ? { data: null, error: away } : { data: allowed, error: null },
      )
    answer(false)
    expect((await call({}, asked)).status).toBe(500)
    expect(handle).not.toHaveBeenCalled()
    answer(true)
    expect((await call({}, asked)).status).toBe(200)
  })

  test.each([
    ['is busy', 'PGRST003', 503, /^The server is busy/, '1'],
    ['has no room left', '25006', 507, /^The server has no room left/, undefined],
    ['cannot be reached', '', 500, /^Something went wrong/, undefined],
  ])('is told that the database %s', async (_what, code, status, message, wait) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    supabase.rpc.mockResolvedValue({ data: null, error: databaseError(code, 'internal'), status })
    const answer = await call()
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } })
    expect(answer.headers['Retry-After']).toBe(wait)
  })

  test('gets 403 without the permission (or when disabled, or not a member)', async () => {
    supabase.rpc.mockResolvedValue({ data: false, error: null })
    expect(await call({ body: '{}' })).toMatchObject({ status: 403 })
    expect(handle).not.toHaveBeenCalled()
  })

  test('gets an error other than 401 while the auth service is unreachable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    supabase.rpc.mockResolvedValue({ data: null, error: away })
    supabase.auth.getUser.mockResolvedValue({
      data: { user: null },
      error: { name: 'AuthRetryableFetchError' },
    })
    expect((await call()).status).toBe(500)
  })
})

describe('data that a route loads', () => {
  const read = vi.fn()
  const reading = { methods: ['GET'], section: 'tenants', action: 'view', query: z.object({}), read } as const
  const get = () => call({ method: 'GET' }, reading)
  beforeEach(() => {
    read.mockReset().mockResolvedValue({ data: ['1001'] })
    handle.mockImplementation(async ({ read: answer }) => answer)
  })

  test('is loaded before the caller is known, and passed to the handler', async () => {
    let permit = (_answer: unknown) => {}
    supabase.rpc.mockReturnValue(new Promise((resolve) => (permit = resolve)))
    const answer = get()
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
    expect(handle).not.toHaveBeenCalled()
    permit({ data: true, error: null })
    expect(await answer).toMatchObject({ status: 200, body: { data: ['1001'] } })
  })

  test.each([
    ['a visitor', 401, null],
    ['a member without the permission', 403, { id: 'u1' }],
  ])('is hidden from %s, as is a failure to load it', async (_who, status, user) => {
    supabase.auth.getUser.mockResolvedValue({ data: { user }, error: null })
    supabase.rpc.mockResolvedValue({ data: false, error: null })
    for (const answer of [Promise.resolve({ data: ['1001'] }), Promise.reject(new Error('down'))]) {
      read.mockReturnValue(answer)
      expect(await get()).toMatchObject({ status, body: { message: expect.any(String) } })
    }
    expect(handle).not.toHaveBeenCalled()
  })

  test('answers 404 for a malformed id in the path', async () => {
    const withId = { ...reading, query: z.object({ id: z.guid() }) }
    const path = { url: '/api/users/17', query: { id: '17' } }
    expect(await call({ method: 'GET', ...path }, withId)).toMatchObject({ status: 404 })
    expect(await call({ method: 'GET', ...path, url: '/api/users?id=17' }, withId)).toMatchObject({
      status: 400,
    })
  })

  test('is not loaded for an invalid query, which only authorized callers are told about', async () => {
    const strict = { ...reading, query: z.object({ id: z.string() }) }
    expect(await call({ method: 'GET' }, strict)).toMatchObject({ status: 400 })
    supabase.rpc.mockResolvedValue({ data: false, error: null })
    expect(await call({ method: 'GET' }, strict)).toMatchObject({ status: 403 })
    expect(read).not.toHaveBeenCalled()
  })

  test('gives authorized callers a 500 when loading fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    read.mockRejectedValue(new Error('down'))
    expect(await get()).toMatchObject({ status: 500 })
  })
})

describe('a handler that fails', () => {
  test('returns the status and message of a declared error', async () => {
    handle.mockRejectedValue(new ApiFailure(409, 'Somebody else changed this.'))
    expect(await call()).toMatchObject({ status: 409, body: { message: 'Somebody else changed this.' } })
  })

  test('returns 500 for an unexpected error and logs the cause without the query string', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    handle.mockRejectedValue(new Error('password of the database'))
    expect(await call()).toMatchObject({ status: 500, body: { message: 'Something went wrong.' } })
    expect(log).toHaveBeenCalledOnce()
    expect(log.mock.calls.join()).toContain('password of the database')
    expect(log.mock.calls.join()).not.toContain('secret=1')
  })
})
