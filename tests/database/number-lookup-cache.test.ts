import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { checkPortability, lookUpNumbers, type NumberSources } from '@/lib/providers/number-service'
import { numberSources } from '@/lib/providers/sources'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { standInServer } from '../support/stand-in-server'

type Handler = (req: IncomingMessage, res: ServerResponse, body: string) => void

let callers: Record<Role, Caller>
let handle: Handler
let asked: string[] = []
/** A stand-in for Telnyx. */
const origin = standInServer((req, res, body) => {
  asked.push(decodeURIComponent(req.url ?? ''))
  handle(req, res, body)
})

beforeAll(async () => {
  const { url, anonKey, serviceKey } = inject('supabase')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', anonKey)
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', serviceKey)
  vi.stubEnv('TELNYX_API_KEY', 'KEY-of-a-test')
  vi.stubEnv('TELNYX_BASE_URL', `${origin()}/v2`)
  callers = await callersByRole()
})
afterAll(() => {
  vi.unstubAllEnvs()
})
beforeEach(() => {
  asked = []
})

/** A valid number that no other test looks up. */
const newNumber = () => `+1207${randomInt(200, 999)}${String(randomInt(10_000)).padStart(4, '0')}`
const json = (res: ServerResponse, status: number, body: unknown, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Responds as documented: GET /v2/number_lookup/{number}, POST /v2/portability_checks. */
const answering: Handler = (req, res, body) => {
  if (req.method === 'POST') {
    const { phone_numbers } = JSON.parse(body) as { phone_numbers: string[] }
    const data = phone_numbers.map((phone_number) => ({
      record_type: 'portability_check_result',
      phone_number,
      portable: true,
      fast_portable: false,
      not_portable_reason: '',
    }))
    return json(res, 200, { data })
  }
  return json(res, 200, {
    data: {
      record_type: 'number_lookup',
      carrier: { name: 'Pine Tree Telephone', type: 'mobile', error_code: null },
      portability: { city: 'PORTLAND', state: 'ME', line_type: 'mobile' },
      caller_name: { caller_name: 'HARBOR LANE', error_code: '' },
    },
  })
}

/** Asks as a page does, but waits for the cache however long it takes to write; a page waits a moment only. */
const keeping = async <T>(role: Role, ask: (sources: NumberSources) => Promise<T>): Promise<T> => {
  const sources = await numberSources(callers[role].client)
  let kept: Promise<void> | undefined
  const answer = await ask({ ...sources, keep: (answers) => (kept = sources.keep(answers)) })
  await kept
  return answer
}
const lookUp = async (number: string, role: Role = 'admin') => {
  const [facts] = await keeping(role, (sources) => lookUpNumbers([number], sources))
  return facts
}
const stored = (number: string) =>
  query<{ kind: string; answer: Record<string, unknown>; age: number }>(
    `select kind, answer, extract(epoch from now() - fetched_at)::int as age
     from public.number_lookups where number = $1 and provider = 'telnyx' order by kind`,
    [number],
  )

describe('a cached answer of the provider', () => {
  test('is not paid for twice', async () => {
    handle = answering
    const number = newNumber()
    const first = await lookUp(number)
    expect(first).toMatchObject({
      carrier: 'Pine Tree Telephone',
      callerName: 'HARBOR LANE',
      source: 'Telnyx',
    })
    expect(asked).toHaveLength(2)
    const rows = await stored(number)
    expect(rows).toMatchObject([
      {
        kind: 'lookup',
        answer: {
          carrier: 'Pine Tree Telephone',
          lineType: 'mobile',
          state: 'ME',
          callerName: 'HARBOR LANE',
        },
      },
    ])
    expect(rows[0]?.age).toBeLessThan(60)

    const again = await lookUp(number, 'superadmin')
    expect(asked).toHaveLength(2)
    expect({ ...again, fetchedAt: '' }).toEqual({ ...first, fetchedAt: '' })
    expect(Date.parse(String(again?.fetchedAt))).toBe(Date.parse(String(first?.fetchedAt)))
  })

  test('replaces a stale one', async () => {
    handle = answering
    const number = newNumber()
    await lookUp(number)
    await query(
      `update public.number_lookups set fetched_at = now() - interval '31 days',
         answer = answer || '{"carrier": "Long Gone Wireless"}' where number = $1`,
      [number],
    )
    expect(await lookUp(number)).toMatchObject({ carrier: 'Pine Tree Telephone' })
    expect(await stored(number)).toMatchObject([{ answer: { carrier: 'Pine Tree Telephone' } }])
  })

  test('about portability covers every number in the request, separately from its lookup', async () => {
    handle = answering
    const numbers = [newNumber(), newNumber(), newNumber()]
    await lookUp(String(numbers[0]))
    asked = []
    const checkAll = () => keeping('admin', (sources) => checkPortability(numbers, sources))
    const checked = await checkAll()
    expect(
      checked.map(({ number, portable, fastPort, source }) => ({ number, portable, fastPort, source })),
    ).toEqual(numbers.map((number) => ({ number, portable: true, fastPort: false, source: 'Telnyx' })))
    expect(checked[0]?.carrier).toBe('Pine Tree Telephone')
    expect(asked).toEqual(['/v2/portability_checks'])
    expect((await stored(String(numbers[0]))).map(({ kind }) => kind)).toEqual(['lookup', 'portability'])
    await checkAll()
    expect(asked).toHaveLength(1)
  })

  test('is stored once if two users request it at the same time', async () => {
    handle = answering
    const number = newNumber()
    await Promise.all([lookUp(number), lookUp(number, 'superadmin')])
    expect(await stored(number)).toHaveLength(1)
  })

  test('is visible to sales but not to techs, and nobody can write one', async () => {
    handle = answering
    const number = newNumber()
    await lookUp(number)
    const [row] = await query('select id from public.number_lookups where number = $1', [number])
    const seen = (role: Role) =>
      callers[role].client.from('number_lookups').select('number').eq('id', String(row?.id))
    expect((await seen('admin')).data).toHaveLength(1)
    expect((await seen('tech')).data).toEqual([])
    const forged = { number: newNumber(), provider: 'telnyx', kind: 'lookup', answer: {} }
    expect((await callers.superadmin.client.from('number_lookups').insert(forged)).error?.code).toBe('42501')
  })
})

// Last test: from here on the provider is not called.
test('a failing provider is not called again, and cached and local data are shown immediately', async () => {
  handle = answering
  const [old, unknown] = [newNumber(), newNumber()]
  await lookUp(old)
  await query("update public.number_lookups set fetched_at = now() - interval '40 days' where number = $1", [
    old,
  ])

  handle = (_req, res) =>
    json(res, 429, { errors: [{ code: '10011', title: 'Too many requests' }] }, { 'retry-after-ms': '1' })
  const failing = await lookUp(old)
  expect(failing).toMatchObject({ carrier: 'Pine Tree Telephone', note: 'Telnyx could not be reached.' })
  expect(await lookUp(unknown)).toMatchObject({ carrier: null, source: 'Known here' })
  expect(await stored(unknown)).toEqual([])
  // A lookup stops at the first of its two failures; by now four have been counted.
  for (const number of [newNumber(), newNumber()]) await lookUp(number)

  handle = () => undefined
  const another = newNumber()
  const [facts, kept] = await Promise.all([lookUp(another), lookUp(old)])
  expect(asked.filter((path) => path.includes(another))).toEqual([])
  expect(kept?.carrier).toBe('Pine Tree Telephone')
  expect(facts?.note).toBe('Telnyx has not answered lately and will be asked again later.')
})
