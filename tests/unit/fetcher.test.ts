import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureMessage, isUnanswered, NETWORK_FAILURE, RequestFailure, UserError } from '@/lib/errors'
import { fetchFile, fetchJson, postJson } from '@/lib/fetcher'

function answerWith(status: number, body?: string) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function failureOf(request: Promise<unknown>): Promise<RequestFailure> {
  const error: unknown = await request.then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof RequestFailure)) throw new Error(`Expected a RequestFailure, got ${String(error)}`)
  return error
}

afterEach(() => vi.unstubAllGlobals())

describe('the shared fetcher', () => {
  test.each([200, 201])('returns the parsed body for status %i', async (status) => {
    answerWith(status, '{"a":{"b":1}}')
    await expect(fetchJson('/api/x')).resolves.toEqual({ a: { b: 1 } })
  })

  test('returns undefined for an empty answer', async () => {
    answerWith(200, '')
    await expect(fetchJson('/api/x')).resolves.toBeUndefined()
  })

  test('fails with the parsed body for any other status', async () => {
    const status = fc.integer({ min: 202, max: 599 }).filter((value) => ![204, 205, 304].includes(value))
    await fc.assert(
      fc.asyncProperty(status, fc.jsonValue(), async (code, body) => {
        answerWith(code, JSON.stringify(body))
        const failure = await failureOf(fetchJson('/api/x'))
        expect(failure.status).toBe(code)
        expect(JSON.stringify(failure.body)).toBe(JSON.stringify(body))
      }),
    )
  })

  test('fails for a 204, which has no result', async () => {
    answerWith(204)
    expect(await failureOf(fetchJson('/api/x'))).toMatchObject({
      status: 204,
      message: 'Something went wrong.',
    })
  })

  test('fails with the message in the body', async () => {
    answerWith(403, '{"message":"You do not have permission to do this."}')
    expect((await failureOf(fetchJson('/api/x'))).message).toBe('You do not have permission to do this.')
  })

  test.each([
    ['no body', ''],
    ['a body that is not JSON', '<h1>Bad gateway</h1>'],
    ['JSON without a message', '{"code":7}'],
    ['a message that is not text', '{"message":{"a":1}}'],
    ['an empty message', '{"message":" "}'],
    ['null', 'null'],
  ])("fails with 'Something went wrong.' for %s", async (_what, body) => {
    answerWith(502, body)
    expect((await failureOf(fetchJson('/api/x'))).message).toBe('Something went wrong.')
  })

  test.each([
    [502, '<h1>Bad gateway</h1>', true],
    [504, '', true],
    [503, '{"message":"Something went wrong."}', false],
    [500, '', false],
  ])(
    'a %i with the body %s leaves open whether the request was carried out: %s',
    async (status, body, open) => {
      answerWith(status, body)
      expect(isUnanswered(await failureOf(fetchJson('/api/x')))).toBe(open)
    },
  )

  test('fails for a successful response that is not JSON', async () => {
    answerWith(200, '<html>')
    expect((await failureOf(fetchJson('/api/x'))).message).toBe('Something went wrong.')
  })

  test('fails with status 0 and a readable message when there is no response', async () => {
    const cause = new TypeError('fetch failed')
    vi.stubGlobal('fetch', () => Promise.reject(cause))
    const failure = await failureOf(fetchJson('/api/x'))
    expect(failure).toMatchObject({ status: 0, message: NETWORK_FAILURE, cause })
  })

  test('rejects with an AbortError when the request is aborted', async () => {
    const controller = new AbortController()
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      controller.abort()
      return Promise.reject(init.signal?.reason)
    })
    await expect(fetchJson('/api/x', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a JSON post', () => {
  test('is sent with a JSON content type, keeping the caller’s headers', async () => {
    const fetch = answerWith(201, '"t1"')
    await expect(
      postJson('/api/search', { type: 'mac', value: 'x' }, { headers: new Headers({ 'x-trace': '1' }) }),
    ).resolves.toBe('t1')
    const [url, init] = fetch.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(url).toBe('/api/search')
    expect(init).toMatchObject({ method: 'POST', body: '{"type":"mac","value":"x"}' })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-trace')).toBe('1')
  })
})

describe('the error message for users', () => {
  test("is its own if it was written for them, else 'Something went wrong.'", () => {
    expect(failureMessage(new UserError('The file is empty.'))).toBe('The file is empty.')
    expect(failureMessage(new RequestFailure('Too many attempts.', 429))).toBe('Too many attempts.')
    expect(failureMessage(new Error('secret detail'))).toBe('Something went wrong.')
    expect(failureMessage(undefined)).toBe('Something went wrong.')
  })
})

describe('a file', () => {
  const answer = (body: BodyInit, status = 200, headers = {}) =>
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers }))

  test('comes with the name that the server gives it', async () => {
    answer('a,b', 200, { 'content-disposition': 'attachment; filename="calls-a.csv"' })
    const { name, content } = await fetchFile('/api/x')
    expect([name, await content.text()]).toEqual(['calls-a.csv', 'a,b'])
  })

  test('fails with the message of the server', async () => {
    answer('{"message":"Try again when one of them has finished."}', 503)
    expect(await failureOf(fetchFile('/api/x'))).toMatchObject({
      status: 503,
      message: 'Try again when one of them has finished.',
    })
  })

  test('that breaks off is not passed on', async () => {
    const pieces = ['a,b', new Error('cut off')]
    const body = new ReadableStream({
      pull(stream) {
        const piece = pieces.shift()
        if (piece instanceof Error) stream.error(piece)
        else stream.enqueue(new TextEncoder().encode(piece))
      },
    })
    answer(body)
    expect((await failureOf(fetchFile('/api/x'))).message).toBe(NETWORK_FAILURE)
  })
})
