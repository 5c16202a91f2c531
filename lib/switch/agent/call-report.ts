import { z } from 'zod'
import { MOST_PATH_CHARACTERS } from '../../cdr/call-path'
import { LIVE_CALLS } from '../../supabase/constraints'
import { MOST_CALLS, QUEUE } from './limits'
import { account, at, text } from './protocol'

export type CallState = (typeof LIVE_CALLS.state.choices)[number]

const liveCall = z.strictObject({
  call_uuid: z.guid(),
  domain: account.domain,
  direction: z.enum(LIVE_CALLS.direction.choices),
  caller_number: text(LIVE_CALLS.caller_number),
  caller_name: text(LIVE_CALLS.caller_name),
  called_number: text(LIVE_CALLS.called_number),
  /** The connected party, the one ringing, or the conference room; null if there is none. */
  other_number: text(LIVE_CALLS.other_number).nullable(),
  other_name: text(LIVE_CALLS.other_name).nullable(),
  state: z.enum(LIVE_CALLS.state.choices),
  started_at: at,
  answered_at: at.nullable(),
  state_at: at,
  /** Number of the queue in which it waits, or from which it was answered. */
  queue: text(QUEUE).nullable(),
  /** The channel variable PATH. */
  path: z.string().max(MOST_PATH_CHARACTERS),
  codec: text(LIVE_CALLS.codec).nullable(),
  mos: z.number().min(LIVE_CALLS.mos.min).max(LIVE_CALLS.mos.max).nullable(),
})
export type LiveCall = z.infer<typeof liveCall>

/** Live calls of a switch: the changes since the previous report, or all of them if `whole`. */
export const callReport = z.strictObject({
  /** Identifies the agent's process. */
  run: z.guid(),
  report: z.int().min(1),
  whole: z.boolean(),
  calls: z.array(liveCall).max(MOST_CALLS),
  gone: z.array(z.guid()).max(MOST_CALLS),
})
export type CallReport = z.infer<typeof callReport>

export interface CallReportResponse {
  /** False if a report is missing: the next one must be whole. */
  counted: boolean
}
