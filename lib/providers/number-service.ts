import { HOUR_MS } from '../dates/calendar'
import type { NumberFacts, Portability } from '../numbers/number-facts'
import { zoneOfState } from '../numbers/time-zones'
import { CircuitOpen } from './circuit-breaker'
import type { NumberProvider, ProviderLookup, ProviderPortability } from './number-provider'
import { type KnownNumber, offlineFacts, offlinePortability } from './offline'

/** How long a cached answer counts as fresh. */
const FRESH_MS = { lookup: 30 * 24 * HOUR_MS, portability: 24 * HOUR_MS }
/** How many numbers are looked up at the same time. */
const AT_ONCE = 5
/** Longest time a page waits for its numbers; missing ones are answered from what is known here. */
const PATIENCE_MS = 12_000
/** Longest time a page waits for the cache to be written, which only helps later requests. */
const KEEPING_MS = 2_000

type Kind = keyof typeof FRESH_MS

/** Dependencies of the service: local data, the provider, and the cache. */
export interface NumberSources {
  known(numbers: readonly string[]): Promise<KnownNumber[]>
  /** Absent without an API key. */
  provider?: NumberProvider
  keep(answers: readonly CachedLookup[]): Promise<void>
  now?: () => number
  patienceMs?: number
}

export interface CachedLookup {
  number: string
  provider: string
  kind: Kind
  answer: ProviderLookup | ProviderPortability
  fetched_at: string
}

/** An answer with its time, if there is one, and why there is no newer one. */
interface Asked<Answer> {
  answer?: Answer
  fetchedAt?: string
  note?: string
}

/**
 * Looks up numbers (E.164), in order. Uses cached provider answers while they are fresh; when the provider cannot be asked, uses
 * an old answer or local data and says so.
 */
export async function lookUpNumbers(
  numbers: readonly string[],
  sources: NumberSources,
): Promise<NumberFacts[]> {
  const { provider } = sources
  const { known, asked, now } = await gather<ProviderLookup>(
    'lookup',
    numbers,
    sources,
    async (wanted, answered, over) => {
      const queue = [...wanted]
      let failure: unknown
      const worker = async () => {
        for (let number = queue.shift(); number && !over(); number = queue.shift()) {
          try {
            if (provider) {
              const answer = await provider.lookup(number)
              const isPart = answer.callerName === undefined
              answered(number, answer, isPart ? `${provider.title} did not give the caller name.` : undefined)
            }
          } catch (error) {
            failure = error
            // A single number may fail on its own; an open circuit breaker fails for all.
            if (error instanceof CircuitOpen) return
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      if (failure) throw failure
    },
  )
  return known.map((one) => {
    const local = offlineFacts(one, now)
    const found = asked.get(one.number)
    if (!found?.answer || !found.fetchedAt || !provider) return { ...local, note: found?.note }
    const { answer, fetchedAt, note } = found
    const state = answer.state ?? local.state
    return {
      ...local,
      lineType: answer.lineType ?? local.lineType,
      carrier: answer.carrier ?? local.carrier,
      city: answer.city ?? local.city,
      state,
      timeZone: zoneOfState(state),
      callerName: answer.callerName ?? null,
      source: provider.title,
      fetchedAt,
      note,
    }
  })
}

/** Whether numbers (E.164) can be ported, in order; sources as in {@link lookUpNumbers}. */
export async function checkPortability(
  numbers: readonly string[],
  sources: NumberSources,
): Promise<Portability[]> {
  const { provider } = sources
  const { known, asked, now } = await gather<ProviderPortability>(
    'portability',
    numbers,
    sources,
    async (wanted, answered) => {
      if (!provider) return
      for (const [number, answer] of await provider.portability(wanted)) answered(number, answer)
    },
  )
  return known.map((one) => {
    const local = offlinePortability(one, now)
    const found = asked.get(one.number)
    // Numbers we hold need no port, whatever a provider says.
    const settled = one.did !== null && local.portable === false
    if (settled || !found?.answer || !found.fetchedAt || !provider) {
      return { ...local, note: settled ? undefined : found?.note }
    }
    const { answer, fetchedAt, note } = found
    const carrier = cachedCarrier(one, provider.name)
    return {
      number: one.number,
      portable: answer.portable,
      fastPort: answer.fastPort,
      reason: answer.reason,
      carrier: answer.carrier ?? carrier.carrier ?? local.carrier,
      lineType: answer.lineType ?? carrier.lineType ?? local.lineType,
      rateCenter: answer.rateCenter ?? local.rateCenter,
      source: provider.title,
      fetchedAt,
      note,
    }
  })
}

/**
 * Takes what the cache has, asks for the rest within the page's time limit, and caches the answers. `ask` gets a callback for
 * each answer, with what it lacks and is asked for again next time, and a signal for when the page has stopped waiting.
 */
async function gather<Answer extends ProviderLookup | ProviderPortability>(
  kind: Kind,
  numbers: readonly string[],
  { known: read, provider, keep, now = Date.now, patienceMs = PATIENCE_MS }: NumberSources,
  ask: (
    missing: string[],
    answered: (number: string, answer: Answer, lack?: string) => void,
    over: () => boolean,
  ) => Promise<void>,
) {
  const known = await read(numbers)
  const at = new Date(now()).toISOString()
  const asked = new Map<string, Asked<Answer>>()
  const old = new Map<string, Asked<Answer>>()
  for (const { number, answers } of known) {
    const cached = answers.find((one) => one.provider === provider?.name && one.kind === kind)
    if (!cached) continue
    const entry = { answer: cached.answer as Answer, fetchedAt: cached.fetched_at }
    // The cache is JSON, which has no key for a caller name that could not be asked for.
    const isWhole = kind !== 'lookup' || (cached.answer as ProviderLookup).callerName !== undefined
    if (isWhole && now() - Date.parse(cached.fetched_at) < FRESH_MS[kind]) asked.set(number, entry)
    else old.set(number, entry)
  }
  const missing = known.map(({ number }) => number).filter((number) => !asked.has(number))
  if (provider && missing.length > 0) {
    const fetched: CachedLookup[] = []
    let open = true
    let note = `${provider.title} has no answer for this number.`
    const answered = (number: string, answer: Answer, lack?: string) => {
      if (!open) return
      asked.set(number, { answer, fetchedAt: at, note: lack })
      fetched.push({ number, provider: provider.name, kind, answer, fetched_at: at })
    }
    try {
      await inTime(
        ask(missing, answered, () => !open),
        patienceMs,
      )
    } catch (error) {
      note =
        error instanceof CircuitOpen
          ? `${provider.title} has not answered lately and will be asked again later.`
          : `${provider.title} could not be reached.`
    }
    open = false
    for (const number of missing) {
      if (!asked.has(number)) asked.set(number, { ...old.get(number), note })
    }
    await inTime(keep(fetched), KEEPING_MS).catch(() =>
      console.error('Number lookups were not cached in time.'),
    )
  }
  return { known, now: at, asked }
}

function cachedCarrier({ answers }: KnownNumber, provider: string): Partial<ProviderLookup> {
  const cached = answers.find((one) => one.provider === provider && one.kind === 'lookup')
  return (cached?.answer ?? {}) as Partial<ProviderLookup>
}

async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Too late.')), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
