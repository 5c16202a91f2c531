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
