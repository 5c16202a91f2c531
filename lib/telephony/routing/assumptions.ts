import type { Target } from './step'

/** Simulated behavior of a phone. */
export type PhoneState =
  /** Answered after this many seconds of ringing. A call that must be confirmed is, unless `confirms` is false. */
  | { is: 'answers'; after: number; confirms?: boolean }
  | { is: 'away' }
  | { is: 'busy' }
  | { is: 'declines' }
  | { is: 'unregistered' }

/** Assumptions about a simulated call. */
export interface Assumptions {
  /** The caller's input, one entry per wait of a menu; an empty or missing entry is a timeout. */
  digits?: readonly string[]
  /** By extension id. */
  phones?: Readonly<Record<string, PhoneState>>
  /** By number, E.164. */
  outside?: Readonly<Record<string, PhoneState>>
  /** Phones not named above; `away` by default. */
  others?: PhoneState
  /** Calls in progress by the id of what limits them: an extension, a route, a gateway, the tenant. */
  calls?: Readonly<Record<string, number>>
  /** Ids of gateways that reject calls. */
  failedGateways?: readonly string[]
  /** Whether the caller knows the PIN of a route; true by default. */
  knowsPin?: boolean
  /** Duration of a voicemail message, in seconds. */
  message?: number
  /** Seconds after which the caller hangs up. */
  patience?: number
}

/** Default message duration, and default patience of a caller, in seconds. */
export const MESSAGE_SECONDS = 30
export const DEFAULT_PATIENCE = 3600

/** What a test call assumes a phone or an outside number to do: its own assumption, else that for all others. */
export function stateOf(assumptions: Assumptions, target: Target): PhoneState {
  const { phones = {}, outside = {}, others = { is: 'away' } } = assumptions
  const named = target.kind === 'extension' ? phones[target.id] : outside[target.number]
  return named ?? others
}

/** Whether the assumed calls leave no room under one of the limits. */
export function isFull({ calls = {} }: Assumptions, caps: readonly { on: { id: string }; calls: number }[]) {
  return caps.some((cap) => (calls[cap.on.id] ?? 0) >= cap.calls)
}

/** Whether a gateway rejects calls. */
export function isDown({ failedGateways = [] }: Assumptions, { gateway }: { gateway: { id: string } }) {
  return failedGateways.includes(gateway.id)
}
