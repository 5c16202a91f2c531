/** What a provider says about a number; null is what it does not know. */
export interface ProviderLookup {
  lineType: string | null
  carrier: string | null
  city: string | null
  state: string | null
  callerName: string | null
}

/** Whether a number can be ported; null where nobody can tell. `reason` is empty unless it cannot. */
export interface ProviderPortability {
  portable: boolean | null
  fastPort: boolean | null
  reason: string
  carrier: string | null
  lineType: string | null
  rateCenter: string | null
}

/** Where help is sent, complete as emergencyAddress.schema demands; `name` is the business found there. */
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

/** How far a carrier is with registering a number for 911; `reason` says why not, `reference` what it calls the address. */
export interface EmergencyAnswer {
  state: 'none' | 'submitted' | 'confirmed' | 'rejected'
  reason: string
  reference: string
}

/** Someone who registers numbers (E.164) for 911. Every answer is null where that has to be done by hand. */
export interface EmergencyProvider {
  /** As people know it; null where no carrier is connected. */
  title: string | null
  /** Has help sent to the place, instead of any other; asked again, it changes nothing. Rejects when there is no answer in time. */
  registerEmergency(number: string, place: EmergencyPlace): Promise<EmergencyAnswer | null>
  emergencyAnswer(number: string): Promise<EmergencyAnswer | null>
  endEmergency(number: string): Promise<EmergencyAnswer | null>
}

/** A connected carrier, on the server. */
export interface CarrierProvider extends NumberProvider, EmergencyProvider {
  title: string
}

/** Someone who is asked about numbers (E.164), on the server. */
export interface NumberProvider {
  /** In lower-case letters; kept with its answers. */
  name: string
  /** As people know it. */
  title: string
  /** Rejects when there is no answer within a few seconds. */
  lookup(number: string): Promise<ProviderLookup>
  /** By number; one that the provider passed over is missing. Rejects when there is no answer in time. */
  portability(numbers: readonly string[]): Promise<ReadonlyMap<string, ProviderPortability>>
}
