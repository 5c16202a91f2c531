import type { CallStatus } from '../cdr/call-record'
import type { ProviderPortability } from '../providers/number-provider'
import { humanize } from '../words'

/** One of our DIDs, as a lookup returns it; of one that the user may not see, only its status. */
export interface HeldNumber {
  id: string | null
  status: string
  tenant_id: string | null
  tenant_name: string | null
}

export interface RecentCall {
  id: string
  start_at: string
  from_number: string
  status: CallStatus
  talk_seconds: number
}

/** Source and time of an answer. `note` says why a better source was not used. */
export interface Source {
  source: string
  /** ISO 8601; when the source was asked. */
  fetchedAt: string
  note?: string
}

/** Everything known about a number; null where the source cannot tell. */
export interface NumberFacts extends Source {
  number: string
  valid: boolean
  national: string
  international: string
  lineType: string | null
  carrier: string | null
  city: string | null
  state: string | null
  timeZone: string | null
  callerName: string | null
  held: HeldNumber | null
  calls: RecentCall[]
}

/** Whether we can port in a number. */
export interface Portability extends Source, ProviderPortability {
  number: string
}

/** In words, whether a number can be ported; null if nobody could say. */
export function portabilityLabel(portable: boolean | null): string {
  if (portable === null) return 'Not known'
  return portable ? 'Portable' : 'Not portable'
}

/** Line types that are not written as they are stored. */
export const LINE_TYPE_NAMES = { voip: 'VoIP', uan: 'Company number' } as const

/** A line type, of the coverage or as a provider calls it, in words. */
export const lineTypeLabel = (type: string): string =>
  (LINE_TYPE_NAMES as Readonly<Record<string, string>>)[type.toLowerCase()] ?? humanize(type)

export const MAX_LOOKUPS = 100
/** Most numbers per request; longer lists are sent in parts. */
export const MAX_PORTABILITY_CHECKS = 100
