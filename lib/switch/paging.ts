import { AUTO_ANSWER } from '../telephony/auto-answer'
import type { PageStep } from '../telephony/routing/step'
import { act, type Action, domainOf, type Draft, go, record, set, spoken, tenantOf } from './draft'
import { ANONYMOUS, quoted, variables } from './leg-variables'

/** Seconds a phone has to auto-answer. */
const ANSWERS_WITHIN = 10

/**
 * Calls all phones into a conference of this call (mod_conference), which ends with the caller. Phones auto-answer through
 * Call-Info (`sip_auto_answer`, the predecessor of draft-ietf-sip-answermode) or Alert-Info, depending on the vendor.
 */
export function pagePhones(draft: Draft, step: PageStep): Action[] {
  const number = step.callerId.number || ANONYMOUS
  const flags = step.twoWay ? '' : 'mute'
  const legs = variables('[', {
    sip_auto_answer: true,
    // The endpoint `user` calls the phones itself, and mod_conference looks at its own timeout only once that has ended.
    leg_timeout: ANSWERS_WITHIN,
    alert_info: quoted(AUTO_ANSWER),
    domain_name: domainOf(draft),
    domain_uuid: tenantOf(draft),
  })
  return [
    act('answer'),
    spoken(step.language),
    set('conference_auto_outcall_timeout', ANSWERS_WITHIN),
    // Left empty, mod_conference fills in its own name and zeros.
    set('conference_auto_outcall_caller_id_name', step.callerId.name || number),
    set('conference_auto_outcall_caller_id_number', number),
    // Newer FreeSWITCH versions read the second name, earlier ones the first.
    set('conference_auto_outcall_flags', flags),
    set('conference_utils_auto_outcall_flags', flags),
    act('set', `conference_auto_outcall_prefix=${legs}`),
    set('conference_controls', 'none'),
    act('conference_set_auto_outcall'),
    ...step.phones.map(({ number }) =>
      act('conference_set_auto_outcall', `user/${number}@${domainOf(draft)}`),
    ),
    ...record(draft, step.record),
    act('conference', 'page-${uuid}@default+flags{endconf}'),
    ...go(draft, step.then),
  ]
}
