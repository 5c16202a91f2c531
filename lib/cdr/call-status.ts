import type { CallStatus } from './call-record'
import { textOf } from './variables'

const BUSY = ['USER_BUSY']
const GIVEN_UP = ['ORIGINATOR_CANCEL']
const UNANSWERED = [
  'NO_ANSWER',
  'NO_USER_RESPONSE',
  'ALLOTTED_TIMEOUT',
  'NORMAL_CLEARING',
  'LOSE_RACE',
  'PICKED_OFF',
]

/**
 * How the call ended for its parties. A call that reaches voicemail was answered by a machine, so it counts as voicemail; checking
 * one's own mailbox does not. An inbound call abandoned by the caller is stored as missed.
 */
export function statusOf(variables: Record<string, unknown>, answered: boolean): CallStatus {
  const cause = textOf(variables, 'hangup_cause')
  if (answered) {
    if (leftMessage(variables)) return 'voicemail'
    return textOf(variables, 'missed_call') === 'true' ? 'missed' : 'answered'
  }
  if (BUSY.includes(cause)) return 'busy'
  if (GIVEN_UP.includes(cause)) return 'cancelled'
  return UNANSWERED.includes(cause) ? 'missed' : 'failed'
}

function leftMessage(variables: Record<string, unknown>): boolean {
  if (textOf(variables, 'voicemail_message') === 'true') return true
  return textOf(variables, 'last_app') === 'voicemail' && !/\bcheck\b/.test(textOf(variables, 'last_arg'))
}
