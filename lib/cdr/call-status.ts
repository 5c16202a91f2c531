import type { Reasons } from '../telephony/routing/reason'
import type { PathEntry } from './call-path'
import type { CallLeg, CallStatus } from './call-record'
import { textOf } from './variables'

type Why = keyof Reasons

/** Final path steps of calls that reached a mailbox. */
const MAILBOX: readonly string[] = ['voicemail takes', 'message left'] satisfies Why[]
/** Final path steps of calls that the switch itself served. */
const SERVED: readonly string[] = [
  'plays',
  'room joined',
  'room left',
  'group is paged',
  'fax is received',
  'fax was received',
  'feature code',
  'feature done',
  'call park',
] satisfies Why[]

const BUSY_CAUSES = ['USER_BUSY']
const GIVEN_UP = ['ORIGINATOR_CANCEL']
const MISSED_CAUSES = [
  'NO_ANSWER',
  'NO_USER_RESPONSE',
  'ALLOTTED_TIMEOUT',
  'NORMAL_CLEARING',
  'LOSE_RACE',
  'PICKED_OFF',
]

/** What a record tells about a call: its stages, and its path if the switch has told it. */
export interface Ended {
  legs: readonly CallLeg[]
  path: readonly PathEntry[] | null
}

/**
 * When somebody or something took a call that the switch answered at `answered`; null if nothing did. A switch also answers to greet
 * a caller, to offer a menu and to let callers wait for a person: those it connects with nobody are not taken.
 */
export function takenAt(answered: string | null, { legs, path }: Ended): string | null {
  const last = path?.at(-1)?.why
  if (answered === null || last === undefined) return answered
  const connected = legs.find(({ bridged_at }) => bridged_at)?.bridged_at
  // A carrier's ringing is heard, and counts as connected, before it answers.
  if (connected) return connected > answered ? connected : answered
  return MAILBOX.includes(last) || SERVED.includes(last) ? answered : null
}

/**
 * How the call ended for its parties. A call that reaches voicemail was taken by a machine, so it counts as voicemail; checking one's
 * own mailbox does not. An inbound call abandoned by the caller is stored as missed.
 */
export function statusOf(
  variables: Record<string, unknown>,
  taken: boolean,
  path: Ended['path'],
): CallStatus {
  const last = path?.at(-1)?.why
  if (taken) {
    if (last === undefined ? leftMessage(variables) : MAILBOX.includes(last)) return 'voicemail'
    return textOf(variables, 'missed_call') === 'true' ? 'missed' : 'answered'
  }
  const cause = textOf(variables, 'hangup_cause')
  if (BUSY_CAUSES.includes(cause)) return 'busy'
  if (GIVEN_UP.includes(cause)) return 'cancelled'
  // A blocked call counts as failed, not missed.
  return MISSED_CAUSES.includes(cause) && last !== 'blocked' ? 'missed' : 'failed'
}

function leftMessage(variables: Record<string, unknown>): boolean {
  if (textOf(variables, 'voicemail_message') === 'true') return true
  return textOf(variables, 'last_app') === 'voicemail' && !/\bcheck\b/.test(textOf(variables, 'last_arg'))
}
