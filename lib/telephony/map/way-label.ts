import { shownRuleNumber } from '../caller-match'
import type { Reason } from '../routing/reason'

/** Label of a line on the map, a word or two; empty if it is the only route. */
export function wayLabel(reason: Reason): string {
  switch (reason.why) {
    case 'menu option':
      return `Key ${reason.digits}`
    case 'queue exit key':
      return `Key ${reason.key}`
    case 'menu exit':
    case 'menu hangs up':
      return 'No key'
    case 'rule applies':
      return reason.rule || (reason.state === 'open' ? 'Open' : 'Closed')
    case 'no rule applies':
      return 'Otherwise'
    case 'flow state':
    case 'flow reverted':
    case 'flow other state':
      return reason.label
    case 'caller condition':
      return reason.caller
        ? `From ${shownRuleNumber({ match: reason.match, number: reason.caller })}`
        : 'Withheld number'
    case 'blocked':
      return 'Blocked'
    case 'number overridden':
      return 'Override'
    case 'forwarded':
    case 'voicemail takes over':
    case 'nobody takes over':
      return capital(reason.case)
    case 'forwarded always':
      return 'Always'
    case 'group gives up':
    case 'group hangs up':
    case 'queue timeout':
      return 'No answer'
    case 'parked too long':
    case 'back to who parked':
      return 'Not taken up'
    case 'queue without agents':
      return 'No agents'
    default:
      return ''
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
