import { failureMessage, Refusal, RequestFailure } from '../errors'
import type { E911State } from '../telephony/e911-states'
import { CircuitOpen } from './circuit-breaker'
import type { EmergencyPlace, EmergencyProvider } from './number-provider'

/** A tenant's number, as stored, and the version that the user saw. */
export interface RegistrableNumber {
  id: string
  number: string
  version: number
  seen: number
  updated_at: string
  emergency_address_id: string | null
  e911_state: string
  e911_reason: string
  e911_reference: string
  e911_answered_at: string | null
}

/** The outcome for one number: its new state, or what went wrong, and what is left to do by hand. */
export interface EmergencyOutcome {
  id: string
  problem: string | null
  note: string | null
  /** Whether the carrier has rejected the address, and that is recorded. */
  rejected?: boolean
}

/** Records a step (public.set_e911_state) if the number is still at the version the user saw, and `place` as it was sent. Throws Refusal. */
export type RecordStep = (step: {
  id: string
  version: number
  to: E911State
  place?: EmergencyPlace
  reason?: string
  reference?: string
}) => Promise<void>

interface Parts {
  provider: EmergencyProvider
  record: RecordStep
}

const SEND = 'Send the address to the carrier and record its answer here.'

/** How many numbers the provider is asked about at the same time. */
const AT_ONCE = 5

/**
 * Registers the number's emergency address with the provider and records the answer. When the provider cannot be reached, nothing
 * is recorded and trying again is safe; so it is when the response was lost. Never throws.
 */
export function registerNumber(
  did: RegistrableNumber,
  place: EmergencyPlace,
  { provider, record }: Parts,
): Promise<EmergencyOutcome> {
  return outcome(did.id, async () => {
    const isSubmitted = did.e911_state === 'submitted' && did.version === did.seen + 1
    if (did.emergency_address_id === place.id && (isSubmitted || isAnswered(did, 2))) {
      return outcomeOf(did, isSubmitted && !did.e911_reference ? byHand(provider, SEND) : undefined)
    }
    requireSeen(did)
    if (did.e911_state === 'submitted') {
      return {
        problem: `${did.number} is already submitted. Record the carrier's answer, or end the registration.`,
      }
    }
    const answer = await asked(provider, () => provider.registerEmergency(did.number, place))
    const reference = answer?.reference
    // It has refused the address itself, and still has the one that is recorded here.
    if (answer?.state === 'rejected' && !reference && did.e911_state === 'confirmed') {
      return { problem: `${answer.reason} ${did.number} stays registered where it was.` }
    }
    await record({ id: did.id, version: did.version, to: 'submitted', place, reference })
    if (!answer) return { note: byHand(provider, SEND) }
    if (answer.state === 'submitted' || answer.state === 'none') return {}
    await record({ id: did.id, version: did.version + 1, to: answer.state, reason: answer.reason })
    return answer.state === 'rejected' ? rejection(answer.reason) : {}
  })
}

/** Asks the provider about a submitted number, and records a confirmation or rejection; repeating it is safe. Never throws. */
export function checkNumber(did: RegistrableNumber, { provider, record }: Parts): Promise<EmergencyOutcome> {
  return outcome(did.id, async () => {
    if (isAnswered(did, 1)) return outcomeOf(did)
    requireSeen(did)
    if (did.e911_state !== 'submitted') return { problem: `${did.number} is not waiting for an answer.` }
    const answer = await asked(provider, () => provider.emergencyAnswer(did.number))
    if (!answer) return { note: byHand(provider, 'Ask the carrier and record its answer here.') }
    if (answer.state === 'submitted') return { note: `${provider.title} has not answered yet.` }
    if (answer.state === 'none' || (did.e911_reference && answer.reference !== did.e911_reference)) {
      return {
        problem: `${provider.title} does not have ${did.number} at this address. End the registration and register it again.`,
      }
    }
    await record({ id: did.id, version: did.version, to: answer.state, reason: answer.reason })
    return answer.state === 'rejected' ? rejection(answer.reason) : {}
  })
}

/**
 * Ends a registration here (the database refuses while an extension depends on it, or if the number has changed), then with the
 * provider; repeating it is safe. Never throws.
 */
export function endNumber(did: RegistrableNumber, { provider, record }: Parts): Promise<EmergencyOutcome> {
  return outcome(did.id, async () => {
    await record({ id: did.id, version: did.seen, to: 'none' })
    try {
      const answer = await provider.endEmergency(did.number)
      return answer ? {} : { note: byHand(provider, 'End the registration with the carrier as well.') }
    } catch {
      return {
        problem: `The registration ended here, but ${provider.title} could not be reached. End it there as well.`,
      }
    }
  })
}

/** Does the work for each item, a few at a time. Resolves to the answers in the order of the items, or rejects with the first failure. */
export async function forEach<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) answers[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

/** Whether the last of so many steps since the user saw the number recorded the carrier's answer. */
const isAnswered = (did: RegistrableNumber, steps: number) =>
  did.version === did.seen + steps && did.e911_answered_at === did.updated_at

/** The outcome of a request that had succeeded, and is repeated because its response was lost. */
const outcomeOf = ({ e911_state, e911_reason }: RegistrableNumber, note?: string) =>
  e911_state === 'rejected' ? rejection(e911_reason) : { note }

const rejection = (reason: string) => ({ problem: reason, rejected: true })

function requireSeen({ version, seen }: RegistrableNumber): void {
  if (version === seen) return
  throw new Refusal('Someone else has saved this number since you opened it.', 409, 'conflict')
}

async function asked<Answer>(provider: EmergencyProvider, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw new RequestFailure(
      error instanceof CircuitOpen
        ? `${provider.title} has not answered lately. Nothing was recorded; try again in a minute.`
        : `${provider.title} could not be reached. Nothing was recorded; try again.`,
      502,
    )
  }
}

const byHand = ({ title }: EmergencyProvider, todo: string) =>
  title === null ? `No carrier is connected. ${todo}` : `${title} does not hold this number. ${todo}`

async function outcome(
  id: string,
  work: () => Promise<{ problem?: string; note?: string; rejected?: boolean }>,
): Promise<EmergencyOutcome> {
  try {
    const { problem = null, note = null, rejected } = await work()
    return { id, problem, note, rejected }
  } catch (error) {
    return { id, problem: failureMessage(error), note: null }
  }
}
