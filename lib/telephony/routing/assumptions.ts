import type { Target } from './step'

/** What a phone does when a call comes to it. */
export type PhoneState =
  /** Somebody answers after so many seconds of ringing. A phone that must confirm the call does so unless `confirms` is false. */
  | { is: 'answers'; after: number; confirms?: boolean }
  | { is: 'away' }
  | { is: 'busy' }
  | { is: 'declines' }
  | { is: 'unregistered' }

/** What a person assumes of a call that has not happened. */
export interface Assumptions {
  /** What the caller presses, one entry for each time a menu waits; an empty entry is a timeout, and so is all after the last. */
  digits?: readonly string[]
  /** By the id of the extension. */
  phones?: Readonly<Record<string, PhoneState>>
  /** By the number, E.164. */
  outside?: Readonly<Record<string, PhoneState>>
  /** Phones that are not named above; away unless set. */
  others?: PhoneState
  /** Calls in progress by the id of what limits them: an extension, a route, a gateway, the tenant. */
  calls?: Readonly<Record<string, number>>
  /** Gateways that do not take calls, by id. */
  failedGateways?: readonly string[]
  /** Whether the caller knows the PIN of a route; true unless set. */
  knowsPin?: boolean
  /** Seconds of the message left in a voicemail. */
  message?: number
  /** Seconds after which the caller hangs up. */
  patience?: number
}

/** Seconds of a message, and after which a caller gives up, unless assumed otherwise. */
export const USUAL_MESSAGE = 30
export const USUAL_PATIENCE = 3600

export function stateOf(assumptions: Assumptions, target: Target): PhoneState {
  const { phones = {}, outside = {}, others = { is: 'away' } } = assumptions
  const named = target.kind === 'extension' ? phones[target.id] : outside[target.number]
  return named ?? others
}

export function isFull({ calls = {} }: Assumptions, caps: readonly { on: { id: string }; calls: number }[]) {
  return caps.some((cap) => (calls[cap.on.id] ?? 0) >= cap.calls)
}

/** Whether a gateway does not take calls. */
export function isDown({ failedGateways = [] }: Assumptions, { gateway }: { gateway: { id: string } }) {
  return failedGateways.includes(gateway.id)
}
