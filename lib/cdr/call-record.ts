import { CDR } from '../supabase/constraints'
import type { PathEntry } from './call-path'

export const CALL_DIRECTIONS = CDR.direction.choices
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

export const CALL_STATUSES = CDR.status.choices
export type CallStatus = (typeof CALL_STATUSES)[number]

/** One stage of a call: from being sent somewhere to being transferred or hung up. Times are ISO 8601. */
export interface CallLeg {
  /** The leg's own uuid in the switch, where it has one. */
  uuid?: string
  number: string
  channel?: string
  started_at: string
  ringing_at?: string
  answered_at?: string
  bridged_at?: string
  /** Transferred to the next stage. */
  transferred_at?: string
  ended_at?: string
  hangup_cause?: string
  /** Who was rung, the latest first. */
  peers?: { number: string; channel?: string }[]
}

/** Source and destination of a call's packets; addresses as the switch writes them. */
export interface CallAddresses {
  caller?: string
  caller_media?: string
  switch_media?: string
  user_agent?: string
}

/**
 * A record as the database function ingest_cdr takes it: parsed and normalized, not yet matched to a tenant. Numbers are E.164
 * where possible; times are ISO 8601; durations are whole seconds.
 */
export interface CallRecord {
  id: string
  call_uuid: string
  /** Id of the call this is a leg of; null for the call itself. */
  leg_of: string | null
  /** The number that a leg through a gateway called; null for any other leg, and for the call itself. */
  outside_number: string | null
  tenant: string | null
  /** Candidate domains of the tenant. */
  domains: string[]
  /** E.164 numbers that may be the DID the call came in on. */
  dialed: string[]
  /** Extensions that may have been in the call, likeliest first; of a leg none. */
  extensions: string[]
  /** Extensions that a call from inside may have come to, likeliest first; of a leg, the phone that answered it; of other calls none. */
  reached: string[]
  /** null when the record does not say; then the numbers decide. */
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
  /** The account code of the number that the call came in on. */
  account_code: string | null
  hangup_cause: string
  q850: number | null
  mos: number | null
  codec: string | null
  recording_path: string | null
  addresses: CallAddresses
  legs: CallLeg[]
  /** The routing steps given to the switch, oldest first; null if the call has none. */
  path: PathEntry[] | null
  raw: unknown
}

/** The record cannot be stored; the message says why, for the staff who handle rejected records. */
export class MalformedRecord extends Error {
  override name = 'MalformedRecord'
}
