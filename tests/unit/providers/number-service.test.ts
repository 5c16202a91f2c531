import { describe, expect, test, vi } from 'vitest'
import { circuitBreaker, CircuitOpen } from '@/lib/providers/circuit-breaker'
import type { NumberProvider, ProviderLookup, ProviderPortability } from '@/lib/providers/number-provider'
import {
  type CachedLookup,
  checkPortability,
  lookUpNumbers,
  type NumberSources,
} from '@/lib/providers/number-service'
import type { Coverage, KnownNumber } from '@/lib/providers/offline'

const NOW = Date.parse('2026-02-10T12:00:00Z')
const HOUR = 3_600_000
const NUMBER = '+12074561234'
const known = (given: Partial<KnownNumber> = {}): KnownNumber => ({
  number: NUMBER,
  did: null,
  calls: [],
  coverage: null,
  answers: [],
  ...given,
})
const ANSWER: ProviderLookup = {
  lineType: 'mobile',
  carrier: 'Pine Tree',
  city: 'PORTLAND',
  state: 'ME',
  callerName: 'J DOE',
}
const PORTABLE: ProviderPortability = {
  portable: true,
  fastPort: true,
  reason: '',
  carrier: null,
  lineType: null,
  rateCenter: null,
}
const COVERAGE: Coverage = {
  prefix: '207456',
  carrier: 'Bandwidth',
  rate_center: 'Portland',
  state: 'ME',
  line_type: '',
  portable: true,
  fast_port: true,
  updated_at: '2026-01-01T00:00:00Z',
}
const DID = { id: 'd', status: 'assigned', tenant_id: 't', tenant_name: 'Harbor Lane', carrier: 'Telnyx' }
const cached = (kind: string, answer: unknown, hoursAgo: number) => ({
  provider: 'telnyx',
  kind,
  answer,
  fetched_at: new Date(NOW - hoursAgo * HOUR).toISOString(),
})

function providerOf(given: Partial<NumberProvider> = {}) {
  return {
    name: 'telnyx',
    title: 'Telnyx',
    lookup: vi.fn(async () => ANSWER),
    portability: vi.fn(async (numbers: readonly string[]) => new Map(numbers.map((one) => [one, PORTABLE]))),
    ...given,
  }
}

function sourcesOf(rows: KnownNumber[], provider?: NumberProvider) {
  const kept: CachedLookup[] = []
  const sources: NumberSources = {
    known: async () => rows,
    provider,
    keep: async (answers) => void kept.push(...answers),
    now: () => NOW,
    patienceMs: 200,
  }
  return { sources, kept }
}

describe('a number lookup without a provider', () => {
  test('returns only what the numbering plan and our own records provide', async () => {
    const [facts] = await lookUpNumbers([NUMBER], sourcesOf([known({ did: DID })]).sources)
    expect(facts).toMatchObject({
      valid: true,
      national: '(207) 456-1234',
      international: '+1 207 456 1234',
      lineType: null,
      callerName: null,
      carrier: 'Telnyx',
      held: { tenant_name: 'Harbor Lane' },
      source: 'Known here',
    })
  })

  test('takes the city from the coverage list, and the time zone of a single-zone state', async () => {
    const [facts] = await lookUpNumbers([NUMBER], sourcesOf([known({ coverage: COVERAGE })]).sources)
    expect(facts).toMatchObject({
      city: 'Portland',
      state: 'ME',
      timeZone: 'America/New_York',
      carrier: null,
      source: 'Known here, and a carrier’s coverage list',
    })
  })

  test('recognizes a toll-free number, and an area code that is not in use', async () => {
    const rows = [known({ number: '+18002345678' }), known({ number: '+19995551234' })]
    const facts = await lookUpNumbers(
      rows.map(({ number }) => number),
      sourcesOf(rows).sources,
    )
    expect(facts).toMatchObject([
      { valid: true, lineType: 'toll free' },
      { valid: false, lineType: null },
    ])
  })
})

describe('a portability check without a provider', () => {
  test.each<[string, Partial<KnownNumber>, { portable: boolean | null; reason: string }]>([
    [
      'is unknown for numbers outside the coverage list',
      {},
      { portable: null, reason: 'No coverage list covers it' },
    ],
    ['follows the coverage list', { coverage: COVERAGE }, { portable: true, reason: '' }],
    [
      'is negative where the carrier accepts no ports',
      { coverage: { ...COVERAGE, portable: false } },
      { portable: false, reason: 'Bandwidth does not port numbers from Portland' },
    ],
    [
      'is not offered for our own numbers',
      { did: DID, coverage: COVERAGE },
      { portable: false, reason: 'Already ours' },
    ],
    [
      'is not offered for numbers being ported in',
      { did: { ...DID, status: 'porting_in' } },
      { portable: false, reason: 'Already porting in' },
    ],
    [
      'is offered again once we have given a number up',
      { did: { ...DID, status: 'released' }, coverage: COVERAGE },
      { portable: true, reason: '' },
    ],
  ])('%s', async (_case, given, expected) => {
    const [found] = await checkPortability([NUMBER], sourcesOf([known(given)]).sources)
    expect(found).toMatchObject(expected)
  })
})

describe('a lookup with a provider', () => {
  test('uses and caches the provider’s answer', async () => {
    const { sources, kept } = sourcesOf([known()], providerOf())
    const [facts] = await lookUpNumbers([NUMBER], sources)
    expect(facts).toMatchObject({ ...ANSWER, timeZone: 'America/New_York', source: 'Telnyx' })
    expect(kept).toMatchObject([{ number: NUMBER, provider: 'telnyx', kind: 'lookup', answer: ANSWER }])
  })

  test('reuses a fresh cached answer, with its age', async () => {
    const provider = providerOf()
    const { sources, kept } = sourcesOf([known({ answers: [cached('lookup', ANSWER, 48)] })], provider)
    const [facts] = await lookUpNumbers([NUMBER], sources)
    expect(facts).toMatchObject({ carrier: 'Pine Tree', fetchedAt: '2026-02-08T12:00:00.000Z' })
    expect(facts?.note).toBeUndefined()
    expect(provider.lookup).not.toHaveBeenCalled()
    expect(kept).toEqual([])
  })

  test('keeps an answer without the caller name, and asks again for it next time', async () => {
    const { callerName: _, ...part } = ANSWER
    const provider = providerOf({ lookup: vi.fn(async () => ({ ...part, callerName: undefined })) })
    const { sources, kept } = sourcesOf([known()], provider)
    const [facts] = await lookUpNumbers([NUMBER], sources)
    expect(facts).toMatchObject({
      carrier: 'Pine Tree',
      callerName: null,
      note: 'Telnyx did not give the caller name.',
    })
    expect(kept).toMatchObject([{ number: NUMBER, kind: 'lookup', answer: part }])
    const rows = [known({ answers: [cached('lookup', part, 1)] })]
    const [port] = await checkPortability([NUMBER], sourcesOf(rows, provider).sources)
    expect(port).toMatchObject({ carrier: 'Pine Tree', lineType: 'mobile' })
    await lookUpNumbers([NUMBER], sourcesOf(rows, provider).sources)
    expect(provider.lookup).toHaveBeenCalledTimes(2)
  })

  test('uses a stale cached answer, marked as such, while the provider fails', async () => {
    const fail = async () => Promise.reject(new Error('down'))
    const provider = providerOf({ lookup: fail, portability: fail })
    const rows = [known({ answers: [cached('portability', PORTABLE, 72)] })]
    const [found] = await checkPortability([NUMBER], sourcesOf(rows, provider).sources)
    expect(found).toMatchObject({
      portable: true,
      fetchedAt: '2026-02-07T12:00:00.000Z',
      note: 'Telnyx could not be reached.',
    })
  })

  test('uses local data when there is no answer at all', async () => {
    const fail = async () => Promise.reject(new CircuitOpen())
    const rows = [known({ coverage: COVERAGE })]
    const [facts] = await lookUpNumbers([NUMBER], sourcesOf(rows, providerOf({ lookup: fail })).sources)
    expect(facts).toMatchObject({
      city: 'Portland',
      source: 'Known here, and a carrier’s coverage list',
      note: 'Telnyx has not answered lately and will be asked again later.',
    })
  })

  test('waits up to the page’s limit, and shows what arrived in time', async () => {
    const slow = '+12074561235'
    const lookup = (number: string) =>
      number === slow ? new Promise<never>(() => undefined) : Promise.resolve(ANSWER)
    const rows = [known(), known({ number: slow })]
    const { sources, kept } = sourcesOf(rows, providerOf({ lookup }))
    const facts = await lookUpNumbers([NUMBER, slow], sources)
    expect(facts).toMatchObject([
      { source: 'Telnyx' },
      { source: 'Known here', note: 'Telnyx could not be reached.' },
    ])
    expect(kept).toHaveLength(1)
  })

  test('sends no more requests once the page stops waiting', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `+1207456${1000 + index}`)
    const lookup = vi.fn(
      () => new Promise<ProviderLookup>((resolve) => setTimeout(() => resolve(ANSWER), 40)),
    )
    const { sources } = sourcesOf(
      numbers.map((number) => known({ number })),
      providerOf({ lookup }),
    )
    await lookUpNumbers(numbers, sources)
    const { length } = lookup.mock.calls
    expect(length).toBeLessThan(numbers.length)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(lookup.mock.calls).toHaveLength(length)
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('The cache is full.'))],
    ['never answers', () => new Promise<void>(() => undefined)],
  ])('returns the answer even if the cache %s', async (_what, keep) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { sources } = sourcesOf([known()], providerOf())
    const [facts] = await lookUpNumbers([NUMBER], { ...sources, keep })
    expect(facts).toMatchObject({ carrier: 'Pine Tree', source: 'Telnyx' })
  })

  test('never reports our own numbers as portable', async () => {
    const [found] = await checkPortability([NUMBER], sourcesOf([known({ did: DID })], providerOf()).sources)
    expect(found).toMatchObject({ portable: false, reason: 'Already ours' })
  })

  test('reports a number missing from the answer as unknown', async () => {
    const provider = providerOf({ portability: async () => new Map() })
    const [found] = await checkPortability([NUMBER], sourcesOf([known()], provider).sources)
    expect(found).toMatchObject({ portable: null, note: 'Telnyx has no answer for this number.' })
  })
})

describe('a circuit breaker', () => {
  const fail = () => Promise.reject(new Error('down'))

  test('opens after consecutive failures, and lets one trial call through after a pause', async () => {
    let at = 0
    const through = circuitBreaker({ failures: 2, restMs: 1000, now: () => at })
    await expect(through(fail)).rejects.toThrow('down')
    await expect(through(fail)).rejects.toThrow('down')
    await expect(through(async () => 1)).rejects.toThrow(CircuitOpen)
    at = 1000
    let answer: (value: number) => void = () => undefined
    const trial = through(() => new Promise<number>((resolve) => (answer = resolve)))
    await expect(through(async () => 1)).rejects.toThrow(CircuitOpen)
    answer(7)
    expect(await trial).toBe(7)
    expect(await through(async () => 1)).toBe(1)
  })

  test('stays open when the trial call fails', async () => {
    let at = 0
    const through = circuitBreaker({ failures: 1, restMs: 1000, now: () => at })
    await expect(through(fail)).rejects.toThrow('down')
    at = 1500
    await expect(through(fail)).rejects.toThrow('down')
    at = 2000
    await expect(through(async () => 1)).rejects.toThrow(CircuitOpen)
  })

  test('resets after a success', async () => {
    const through = circuitBreaker({ failures: 2, restMs: 1000 })
    for (const call of [fail, async () => 1, fail, async () => 1])
      await through<unknown>(call).catch(() => undefined)
    expect(await through(async () => 2)).toBe(2)
  })
})
