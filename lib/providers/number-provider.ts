import type { DIDS } from '../supabase/constraints'

/** What a provider says about a number; null where it does not know. */
export interface ProviderLookup {
  lineType: string | null
  carrier: string | null
  city: string | null
  state: string | null
  /** Undefined if the provider could not be asked for it. */
  callerName: string | null | undefined
}

/** Whether a number can be ported; null where unknown. `reason` is empty unless it cannot. */
export interface ProviderPortability {
  portable: boolean | null
  fastPort: boolean | null
  reason: string
  carrier: string | null
  lineType: string | null
  rateCenter: string | null
}

/** A dispatchable location, complete as emergencyAddress.schema requires; `name` is the business there. */
export interface EmergencyPlace {
  id: string
  version: number
  name: string
  street: string
  unit: string
  city: string
  state: string
  postal_code: string
  country: string
}

/** State of a number's 911 registration at the carrier; `reason` says why not, `reference` is the carrier's id of the address. */
export interface EmergencyAnswer {
  state: (typeof DIDS.e911_state.choices)[number]
  reason: string
  reference: string
}

/** Registers numbers (E.164) for 911. Every answer is null where registration must be done by hand. */
export interface EmergencyProvider {
  /** Display name; null when no carrier is connected. */
  title: string | null
  /**
   * Replaces the number's emergency address with this one; repeating it changes nothing. Rejects when there is no answer in time.
   */
  registerEmergency(number: string, place: EmergencyPlace): Promise<EmergencyAnswer | null>
  emergencyAnswer(number: string): Promise<EmergencyAnswer | null>
  endEmergency(number: string): Promise<EmergencyAnswer | null>
}

/** A connected carrier, on the server. */
export interface CarrierProvider extends NumberProvider, EmergencyProvider {
  title: string
}

/** A provider of number data (E.164), on the server. */
export interface NumberProvider {
  /** Lowercase key, stored with its answers. */
  name: string
  /** Display name. */
  title: string
  /** Rejects when there is no answer within a few seconds. */
  lookup(number: string): Promise<ProviderLookup>
  /** Results by number; numbers the provider skipped are missing. Rejects when there is no answer in time. */
  portability(numbers: readonly string[]): Promise<ReadonlyMap<string, ProviderPortability>>
}
