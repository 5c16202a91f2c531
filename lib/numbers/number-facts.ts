/** A DID of ours, as a look-up names it. */
export interface HeldNumber {
  id: string
  status: string
  tenant_id: string | null
  tenant_name: string | null
}

export interface RecentCall {
  id: string
  start_at: string
  from_number: string
  status: string
  talk_seconds: number
}

/** Who said so, and when. `note` says what kept a better source from answering. */
export interface Source {
  source: string
  /** ISO 8601; when it was asked. */
  fetchedAt: string
  note?: string
}

/** All that is known of one number; null is what the source cannot tell. */
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

/** Whether a number can be ported here. */
export interface Portability extends Source {
  number: string
  portable: boolean | null
  fastPort: boolean | null
  reason: string
  carrier: string | null
  lineType: string | null
  rateCenter: string | null
}

export const MOST_LOOKED_UP = 100
/** Numbers of one request; a longer list is sent in parts. */
export const MOST_CHECKED = 100
