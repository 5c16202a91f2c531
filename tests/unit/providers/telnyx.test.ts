import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { CircuitOpen } from '@/lib/providers/circuit-breaker'
import { telnyxProvider } from '@/lib/providers/telnyx'
import { standInServer } from '../../support/stand-in-server'

type Handler = (req: IncomingMessage, res: ServerResponse, body: string) => void

const NUMBER = '+12075550101'
let handle: Handler
let calls: { method: string; url: string; authorization: string | undefined; body: string }[] = []
const origin = standInServer((req, res, body) => {
  const { method = '', url = '', headers } = req
  calls.push({ method, url, authorization: headers.authorization, body })
  handle(req, res, body)
})
beforeEach(() => {
  calls = []
})

const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const provider = (attemptMs = 60_000, deadlineMs = 120_000) =>
  telnyxProvider({ apiKey: 'KEY-of-a-test', baseURL: `${origin()}/v2`, attemptMs, deadlineMs })
const soon = { 'retry-after-ms': '1' }

/** The documented shape of GET /v2/number_lookup/{number}. */
const LOOKUP = {
  data: {
    record_type: 'number_lookup',
    country_code: 'US',
    national_format: '(207) 555-0101',
    phone_number: NUMBER,
    fraud: null,
    carrier: { name: 'Pine Tree Telephone', type: 'fixed line', error_code: null },
    portability: {
      lrn: '2075550000',
      ported_status: 'N',
      city: 'PORTLAND',
      state: 'ME',
      line_type: 'fixed line',
    },
  },
}
const NAME = { data: { phone_number: NUMBER, caller_name: { caller_name: 'HARBOR LANE', error_code: '' } } }

describe('a Telnyx lookup', () => {
  test('requests carrier and caller name with the key, and parses the documented response', async () => {
    handle = (req, res) => json(res, 200, req.url?.includes('caller-name') ? NAME : LOOKUP)
    expect(await provider().lookup(NUMBER)).toEqual({
      lineType: 'fixed line',
      carrier: 'Pine Tree Telephone',
      city: 'PORTLAND',
      state: 'ME',
      callerName: 'HARBOR LANE',
    })
    expect(calls.map(({ url }) => decodeURIComponent(url)).sort()).toEqual([
      `/v2/number_lookup/${NUMBER}?type=caller-name`,
      `/v2/number_lookup/${NUMBER}?type=carrier`,
    ])
    expect(new Set(calls.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer KEY-of-a-test']),
    )
  })

  test.each([
    [403, null],
    [503, undefined],
  ])('works without a caller name, and after a %i knows it as %s', async (status, callerName) => {
    handle = (req, res) =>
      req.url?.includes('caller-name') ? json(res, status, { errors: [] }, soon) : json(res, 200, LOOKUP)
    expect(await provider().lookup(NUMBER)).toMatchObject({ carrier: 'Pine Tree Telephone', callerName })
  })

  test('of an unknown number is empty, not an error', async () => {
    handle = (_req, res) => json(res, 404, { errors: [{ code: '10005', title: 'Resource not found' }] })
    expect(await provider().lookup(NUMBER)).toEqual({
      lineType: null,
      carrier: null,
      city: null,
      state: null,
      callerName: null,
    })
  })

  test('does not follow redirects, which would leak the key', async () => {
    handle = (_req, res) => void res.writeHead(302, { location: `${origin()}/elsewhere` }).end()
    await expect(provider(500, 800).lookup(NUMBER)).rejects.toThrow()
    expect(calls).not.toEqual([])
    expect(calls.every(({ url }) => url.startsWith('/v2/number_lookup/'))).toBe(true)
  })
})

describe('a Telnyx portability check', () => {
  const ANSWER = {
    data: [
      {
        record_type: 'portability_check_result',
        phone_number: NUMBER,
        portable: true,
        fast_portable: true,
        not_portable_reason: '',
      },
      {
        phone_number: '+12075550102',
        portable: false,
        fast_portable: false,
        not_portable_reason: 'No coverage',
      },
    ],
  }

  test('sends all numbers at once and parses the documented response', async () => {
    handle = (_req, res) => json(res, 200, ANSWER)
    const found = await provider().portability([NUMBER, '+12075550102', '+12075550103'])
    expect(calls).toMatchObject([{ method: 'POST', url: '/v2/portability_checks' }])
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      phone_numbers: [NUMBER, '+12075550102', '+12075550103'],
    })
    expect(found.get(NUMBER)).toMatchObject({ portable: true, fastPort: true, reason: '' })
    expect(found.get('+12075550102')).toMatchObject({ portable: false, reason: 'No coverage' })
    expect(found.has('+12075550103')).toBe(false)
  })

  test('fails on a wrong key without retrying', async () => {
    handle = (_req, res) => json(res, 401, { errors: [{ code: '10009', title: 'Authentication failed' }] })
    await expect(provider().portability([NUMBER])).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  test.each([429, 500, 503])('is retried after %i', async (status) => {
    handle = (_req, res) =>
      calls.length < 3 ? json(res, status, { errors: [] }, soon) : json(res, 200, ANSWER)
    expect((await provider().portability([NUMBER])).size).toBe(2)
    expect(calls).toHaveLength(3)
  })

  test('gives up after three attempts', async () => {
    handle = (_req, res) => json(res, 429, { errors: [] }, soon)
    await expect(provider().portability([NUMBER])).rejects.toThrow()
    expect(calls).toHaveLength(3)
  })

  test.each<[string, Handler]>([
    ['that never answers', () => undefined],
    ['that asks to retry in an hour', (_req, res) => json(res, 429, {}, { 'retry-after': '3600' })],
  ])('stops waiting at its deadline for a server %s', async (_what, handler) => {
    handle = handler
    const started = performance.now()
    await expect(provider(100, 300).portability([NUMBER])).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  test('fails immediately after four consecutive failures of the provider', async () => {
    handle = (_req, res) => json(res, 400, { errors: [] })
    const one = provider()
    for (let attempt = 0; attempt < 4; attempt++) await expect(one.portability([NUMBER])).rejects.toThrow()
    expect(calls).toHaveLength(4)
    await expect(one.portability([NUMBER])).rejects.toThrow(CircuitOpen)
    expect(calls).toHaveLength(4)
  })
})
