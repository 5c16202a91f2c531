import type { NumberFacts, Portability } from '../numbers/number-facts'
import { zoneOfState } from '../numbers/time-zones'
import { CircuitOpen } from './circuit-breaker'
import type { NumberProvider, ProviderLookup, ProviderPortability } from './number-provider'
import { type KnownNumber, offlineFacts, offlinePortability } from './offline'

const HOUR_MS = 3_600_000
/** For how long an answer is as good as a new one. */
const FRESH_MS = { lookup: 30 * 24 * HOUR_MS, portability: 24 * HOUR_MS }
/** How many numbers are asked for at the same time. */
const AT_ONCE = 5
/** A page waits no longer for all of its numbers; what is missing then is said from what is known. */
const PATIENCE_MS = 12_000
/** Nor for its answers to be kept, which is for the next one's sake. */
const KEEPING_MS = 2_000

type Kind = keyof typeof FRESH_MS

/** What the service needs: what is known, whom to ask, and where answers are kept. */
export interface NumberSources {
  known(numbers: readonly string[]): Promise<KnownNumber[]>
  /** Absent without a key. */
  provider?: NumberProvider
  keep(answers: readonly KeptAnswer[]): Promise<void>
  now?: () => number
  patienceMs?: number
}

export interface KeptAnswer {
  number: string
  provider: string
  kind: Kind
  answer: ProviderLookup | ProviderPortability
  fetched_at: string
}

/** An answer and when it was given, if there is one, and what kept a newer one away. */
interface Asked<Answer> {
  answer?: Answer
  fetchedAt?: string
  note?: string
}

/**
 * All that can be found out about numbers (E.164), in their order. The provider's answers are taken from the cache while
 * they are fresh; when it cannot be asked, an old answer or what is known here stands instead, and says so.
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
            if (provider) answered(number, await provider.lookup(number))
          } catch (error) {
            failure = error
            // One number may have failed for itself; a provider that is left alone fails for all.
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
      callerName: answer.callerName,
      source: provider.title,
      fetchedAt,
      note,
    }
  })
}

/** Whether numbers (E.164) can be ported, in their order; sources as in {@link lookUpNumbers}. */
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
    // What we hold needs no port, whatever a provider says.
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
 * Takes what the cache has, asks for the rest within the page's patience, and keeps what was answered. `ask` is told how to
 * hand over an answer, and whether the page has stopped waiting.
 */
async function gather<Answer extends ProviderLookup | ProviderPortability>(
  kind: Kind,
  numbers: readonly string[],
  { known: read, provider, keep, now = Date.now, patienceMs = PATIENCE_MS }: NumberSources,
  ask: (
    wanted: string[],
    answered: (number: string, answer: Answer) => void,
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
    if (now() - Date.parse(cached.fetched_at) < FRESH_MS[kind]) asked.set(number, entry)
    else old.set(number, entry)
  }
  const wanted = known.map(({ number }) => number).filter((number) => !asked.has(number))
  if (provider && wanted.length > 0) {
    const kept: KeptAnswer[] = []
    let open = true
    let note = `${provider.title} did not say.`
    const answered = (number: string, answer: Answer) => {
      if (!open) return
      asked.set(number, { answer, fetchedAt: at })
      kept.push({ number, provider: provider.name, kind, answer, fetched_at: at })
    }
    try {
      await inTime(
        ask(wanted, answered, () => !open),
        patienceMs,
      )
    } catch (error) {
      note =
        error instanceof CircuitOpen
          ? `${provider.title} has not answered lately and is asked again later.`
          : `${provider.title} could not be asked.`
    }
    open = false
    for (const number of wanted) {
      if (!asked.has(number)) asked.set(number, { ...old.get(number), note })
    }
    await inTime(keep(kept), KEEPING_MS).catch(() => console.error('Number look-ups were not kept in time.'))
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
