export const CALL_DIRECTIONS = ['inbound', 'outbound', 'local'] as const
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

export const CALL_STATUSES = ['answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** One stretch of a call: from being sent somewhere to being sent on, or hung up. Times are ISO 8601. */
export interface CallLeg {
  /** The leg's own name in the switch, where it has one of its own. */
  uuid?: string
  /** The number it was sent to. */
  number: string
  channel?: string
  started_at: string
  ringing_at?: string
  answered_at?: string
  bridged_at?: string
  /** Sent on to the next stretch. */
  transferred_at?: string
  ended_at?: string
  hangup_cause?: string
  /** Whom it rang, in order. */
  peers?: { number: string; channel?: string }[]
}

/** Where a call's packets came from and went to; addresses as the switch writes them. */
export interface CallAddresses {
  caller?: string
  caller_media?: string
  switch_media?: string
  user_agent?: string
}

/**
 * A record as the database function ingest_cdr takes it: read, normalised, not yet placed with a tenant. Numbers are
 * E.164 where they are of that kind; times are ISO 8601; lengths are whole seconds.
 */
export interface CallRecord {
  id: string
  call_uuid: string
  /** The id of the call that this is a leg of; null for the call itself. */
  leg_of: string | null
  /** The tenant's id, where the record names it. */
  tenant: string | null
  /** Domains of which one may be the tenant's. */
  domains: string[]
  /** E.164 numbers of which one may be the number that the call came in on. */
  dialled: string[]
  /** Extensions that the call may be of, the likeliest first. */
  extensions: string[]
  /** null when the record does not say; then it is told by the numbers. */
  direction: CallDirection | null
  status: CallStatus
  start_at: string
  answer_at: string | null
  end_at: string
  ring_seconds: number
  talk_seconds: number
  duration: number
  from_number: string
  from_name: string
  to_number: string
  hangup_cause: string
  q850: number | null
  mos: number | null
  codec: string | null
  recording_path: string | null
  addresses: CallAddresses
  legs: CallLeg[]
  raw: unknown
}

/** The record cannot be stored; the message says why, in words for the staff who look after it. */
export class MalformedRecord extends Error {
  override name = 'MalformedRecord'
}
