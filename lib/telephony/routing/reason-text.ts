import { dateFormat } from '../../dates/date-format'
import { dayLabel } from '../../dates/format'
import type { CALL_BLOCK_RULES, RING_GROUPS } from '../../supabase/constraints'
import { formatDuration } from '../../validation/duration'
import { shownNumber } from '../../validation/phone'
import { countOf, sentenceCase } from '../../words'
import { NOTIFIED_NUMBER } from '../emergency-number'
import type { Diversion, MemberSilence, Reason, Reasons } from './reason'
import { nounAndLabel } from './record'

type Texts = { [Why in keyof Reasons]: (reason: Extract<Reason, { why: Why }>) => string }

const STRATEGY_WORDS: Readonly<Record<string, string>> = {
  simultaneous: 'all at once',
  enterprise: 'all at once',
  sequence: 'one after the other',
  rollover: 'one after the other',
  random: 'one after the other in random order',
} satisfies Record<(typeof RING_GROUPS.strategy.choices)[number], string>

const WHEN: Readonly<Record<Diversion, string>> = {
  busy: 'is busy',
  'no answer': 'does not answer',
  'not registered': 'has no phone registered',
}

const SILENCES: Readonly<Record<MemberSilence, string>> = {
  off: 'it is off in the group',
  disabled: 'it is disabled',
  suspended: 'it is suspended',
  'do not disturb': 'it is on do not disturb',
  'forwarded elsewhere': 'it forwards its calls to something the group cannot ring',
  'caller blocked': 'it blocks this caller',
  'no route': 'no outbound route takes its number',
  'number blocked': 'a rule blocks the number to which it forwards',
  'own number elsewhere': 'it is a number of this tenant that leads to no phone',
  'is calling': 'it is calling',
  'rings already': 'another member rings the same phone',
  'too late': 'the group gives up before its turn',
}

const ACTIONS: Readonly<Record<string, string>> = {
  reject: 'rejects the call',
  busy: 'answers with busy',
  hangup: 'hangs up',
  voicemail: 'sends the call to voicemail',
  destination: 'sends the call elsewhere',
} satisfies Record<(typeof CALL_BLOCK_RULES.action.choices)[number], string>

/** An instant as text, in a zone: `Nov 22, 2026, 5:00 PM`. */
function momentIn(zone: string, iso: string): string {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return 'an unknown time'
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
    .format(moment)
    .replaceAll('\u202f', ' ')
}

const seconds = (count: number) => formatDuration(count) ?? ''
const phones = (count: number) => countOf(count, 'phone')
const match = (kind: string, number: string) =>
  kind === 'anonymous'
    ? 'withheld numbers'
    : kind === 'prefix'
      ? `numbers starting with ${number}`
      : shownNumber(number)

const TEXTS: Texts = {
  'unknown number': ({ number }) => `${shownNumber(number)} is not a number of this tenant.`,
  'not for calls': ({ record, text }) =>
    text ? `${record.label} takes text messages but no calls.` : `${record.label} takes no calls.`,
  'takes faxes': ({ record, only }) => `${record.label} takes ${only ? 'faxes only' : 'voice and faxes'}.`,
  'number overridden': ({ record, until, zone }) =>
    `${record.label} sends all calls here until ${momentIn(zone, until)}.`,
  'caller condition': ({ record, match: kind, caller }) =>
    `${record.label} sends calls from ${match(kind, caller)} here.`,
  'number routed': ({ record }) => `${record.label} routes here.`,
  'number without route': ({ record }) => `${record.label} has no route.`,
  blocked: ({ action, match: kind, number }) =>
    `Call block for ${match(kind, number)} ${ACTIONS[action] ?? 'rejects the call'}.`,
  'emergency call-back': ({ record }) =>
    `${record.label} is an emergency callback number: no caller is blocked.`,
  'tenant suspended': () => 'The tenant is suspended. Its calls still go through.',
  'too many calls': ({ record, calls }) =>
    `${record.table === 'tenant_settings' ? 'The tenant' : sentenceCase(nounAndLabel(record))} already has ${countOf(calls, 'call')}, its limit.`,
  'name prefix': ({ prefix }) => `“${prefix}” goes before the caller’s name.`,
  'distinctive ring': ({ ring }) => `Phones ring with ${ring}.`,
  'hold music': ({ recording }) => `The hold music is ${recording}.`,
  recorded: ({ record }) => `The call is recorded, as ${nounAndLabel(record)} says.`,
  'recorded if answered': ({ member }) => `The call is recorded if ${member} answers.`,
  'account code': ({ code }) => `The call record gets account code ${code}.`,
  'other language': ({ language }) =>
    `Prompts are in ${new Intl.DisplayNames('en-US', { type: 'language' }).of(language) ?? language}.`,
  suspended: ({ record }) => `${sentenceCase(nounAndLabel(record))} is suspended.`,
  'extension rings': ({ record, seconds: length }) => `${record.label} rings for ${seconds(length)}.`,
  'forwarded always': ({ record }) => `${record.label} forwards all calls.`,
  forwarded: ({ record, case: when }) => `${record.label} forwards calls when it ${WHEN[when]}.`,
  'do not disturb': ({ record }) => `${record.label} is on do not disturb.`,
  'follow me rings': ({ record, target, after, seconds: length }) =>
    `${target} rings with ${record.label}${after > 0 ? ` after ${seconds(after)}` : ''}, for ${seconds(length)}.`,
  'follow me cannot ring': ({ record, target }) =>
    `${sentenceCase(target)} is a follow-me target of ${record.label} that cannot ring.`,
  'voicemail takes over': ({ record, case: when }) =>
    `${record.label} ${WHEN[when]}, so its voicemail takes the call.`,
  'nobody takes over': ({ record, case: when }) =>
    `${record.label} ${WHEN[when]} and has neither forwarding for this nor voicemail.`,
  'voicemail takes': ({ record, email }) =>
    `The voicemail of ${record.label} takes a message${email ? ` and emails it to ${email}` : ''}.`,
  'mailbox greets': ({ record, recording, because, until }) =>
    because === 'away'
      ? `${record.label} is away until ${dayLabel(until)}: the greeting is ${recording}.`
      : `The greeting of ${record.label} is ${recording}${because === 'closed' ? ', as it is closed' : ''}.`,
  'voicemail off': ({ record }) => `The voicemail of ${record.label} is off.`,
  'message left': ({ record }) => `The caller leaves a message for ${record.label}.`,
  'group rings': ({ record, strategy, phones: count, seconds: length }) =>
    `${record.label} rings ${phones(count)}${count > 1 ? ` ${STRATEGY_WORDS[strategy] ?? ''}` : ''}, for ${seconds(length)} at most.`,
  'group has nobody': ({ record }) => `${record.label} has no phone to ring.`,
  'member rings': ({ member, after, seconds: length }) =>
    `${member} rings for ${seconds(length)}${after > 0 ? `, ${seconds(after)} after its turn comes` : ''}.`,
  'member does not ring': ({ member, because }) => `${member} does not ring: ${SILENCES[because]}.`,
  'group gives up': ({ record, seconds: length }) =>
    `Nobody in ${record.label} answers within ${seconds(length)}.`,
  'group hangs up': ({ record }) => `Nobody in ${record.label} answers, and it has no timeout destination.`,
  'missed call mail': ({ email }) => `If nobody answers, ${email} gets an email.`,
  'menu asks': ({ record, options, directDial }) =>
    `${record.label} offers ${countOf(options, 'option')}${directDial ? ' and direct dial' : ''}.`,
  'menu option': ({ digits, description }) =>
    `The caller presses ${digits}${description ? ` (${description})` : ''}.`,
  'menu option off': ({ digits }) => `Option ${digits} is off.`,
  'menu direct dial': ({ digits }) => `The caller dials ${digits} in the menu.`,
  'menu exit': ({ record }) => `${record.label} gets no valid choice and takes its exit.`,
  'menu hangs up': ({ record }) => `${record.label} gets no valid choice and has no exit.`,
  'queue waits': ({ record, agents }) =>
    `The caller waits in ${record.label} for one of ${countOf(agents, 'agent')}.`,
  'queue timeout': ({ record, seconds: length }) =>
    length === 0
      ? `${record.label} lets callers wait without end.`
      : `No agent of ${record.label} answers within ${seconds(length)}.`,
  'queue without agents': ({ record, seconds: length }) =>
    length === 0
      ? `Nobody is signed in to ${record.label}.`
      : `Nobody is signed in to ${record.label} for ${seconds(length)}.`,
  'queue exit key': ({ record, key }) => `The caller presses ${key} to leave ${record.label}.`,
  'queue hangs up': ({ record }) =>
    `The wait in ${record.label} is over, and it has no destination for that.`,
  'room joined': ({ record }) => `The caller joins the others in ${record.label}.`,
  'room asks for a PIN': ({ record }) => `${record.label} asks the caller for its PIN.`,
  'room waits': ({ record }) => `Until a moderator comes, callers in ${record.label} hear music.`,
  'room left': ({ record }) => `The conference in ${record.label} is over for the caller.`,
  'group is paged': ({ record, phones: count, twoWay }) => {
    const [answer, them] = count === 1 ? ['answers by itself', 'it'] : ['answer by themselves', 'them']
    return twoWay
      ? `${phones(count)} of ${record.label} ${answer}, and the caller talks with ${them}.`
      : `The caller speaks from ${phones(count)} of ${record.label}, which ${answer}.`
  },
  'fax is received': ({ record, recipients }) =>
    `A fax is received at ${record.label}, ${recipients === 0 ? 'and nobody is emailed' : `and emailed to ${recipients === 1 ? 'one address' : `${recipients} addresses`}`}.`,
  'fax was received': ({ record }) => `The fax call to ${record.label} is over.`,
  'rule applies': ({ record, rule, when, state }) =>
    `${record.label} is ${state}: ${rule ? `${rule} (${when})` : when}.`,
  'no rule applies': ({ record }) => `No rule of ${record.label} applies.`,
  'flow state': ({ record, label }) => `${record.label} is switched to ${label}.`,
  'flow reverted': ({ record, label, at, zone }) =>
    `${record.label} went back to ${label} at ${momentIn(zone, at)}.`,
  'flow other state': ({ record, label }) => `${record.label} sends calls here when switched to ${label}.`,
  'route taken': ({ record, number, gateways }) =>
    `${record.label} takes ${shownNumber(number)} and sends ${triesInWords(gateways)}.`,
  'gateway off': ({ record }) => `The gateway ${record.label} is off and skipped.`,
  'gateway without emergency': ({ record, number }) =>
    `The gateway ${record.label} may not carry emergency calls, so it is skipped for ${number}.`,
  'route without gateway': ({ record, number }) =>
    `${record.label} would take ${shownNumber(number)}, but none of its gateways can carry the call.`,
  'no route': ({ number }) => `No outbound route takes ${shownNumber(number)}.`,
  'class not allowed': ({ number, route, tollClass }) =>
    `The extension may not make ${tollClass} calls, so ${route} does not take ${shownNumber(number)}.`,
  'route asks for a PIN': ({ route }) => `${route} asks the caller for its PIN.`,
  'cannot be dialed': ({ digits }) => `${digits || 'Nothing'} cannot be dialed.`,
  'caller ID of the route': ({ number }) => `The caller ID is ${shownNumber(number)}, set on the route.`,
  'caller ID of the extension': ({ number }) =>
    `The caller ID is ${shownNumber(number)}, set on the extension.`,
  'caller ID of the tenant': ({ number }) => `The caller ID is ${shownNumber(number)}, the tenant’s default.`,
  'caller ID of the number called': ({ number }) =>
    `The caller ID is ${shownNumber(number)}, the number that was called.`,
  'no caller ID': () => 'No caller ID is set for this call, so it is anonymous.',
  'gateways failed': ({ gateways }) => `No gateway takes the call (${gateways.join(', ')}).`,
  'emergency call': ({ number }) =>
    number === NOTIFIED_NUMBER ? 'This is a 911 call.' : `${number} is an emergency number.`,
  'emergency number sent': ({ number, confirmed }) =>
    `The dispatcher sees ${shownNumber(number)}, ${confirmed ? 'registered for 911' : 'which is not registered for 911'}.`,
  'emergency address': ({ address, location }) =>
    address || location
      ? `The dispatcher gets ${[address, location].filter(Boolean).join(', ')}.`
      : 'The dispatcher gets no address and no location.',
  'no emergency number': () => 'The dispatcher sees no number to call back.',
  'emergency notification': ({ emails }) =>
    emails.length > 0
      ? `${new Intl.ListFormat('en-US').format(emails)} are notified.`
      : 'Nobody is notified of the 911 call.',
  'internal number': ({ record, digits }) => `${digits} is ${nounAndLabel(record)}.`,
  'own number': ({ number }) => `${shownNumber(number)} is a number of this tenant.`,
  'feature code': ({ record, code }) => `${code} is ${nounAndLabel(record)}.`,
  'feature off': ({ record, code }) => `${code} (${nounAndLabel(record)}) cannot be used here.`,
  'feature done': ({ record }) => `${record.label} is done, and the call ends.`,
  'call park': ({ record, digits, place }) =>
    place === null
      ? `${digits} parks the call in the first free space of ${record.label}.`
      : `${place} is a space of ${record.label}: it parks the call, or picks up the one waiting there.`,
  'parked too long': ({ record, seconds: length }) =>
    `Nobody picks up the call parked at ${record.label} within ${seconds(length)}.`,
  'back to who parked': ({ record, seconds: length, parker }) =>
    `Nobody picks up the call parked at ${record.label} within ${seconds(length)}, so it goes back to ${parker}.`,
  disabled: ({ record }) => `${sentenceCase(nounAndLabel(record))} is disabled.`,
  missing: () => 'The destination no longer exists.',
  'set by hand': ({ identifier }) => `The route “${identifier}” was set by hand.`,
  plays: ({ record, seconds: length }) => `${record.label} plays for ${seconds(length)}.`,
  'hangs up': () => 'The call is hung up.',
  loop: ({ place }) => `The call comes back to ${place}: this is a loop, and the call ends.`,
  'too many steps': ({ steps }) => `The call passed ${steps} places without an end.`,
}

/** A reason as a sentence; the only place with the wording of reasons. Throws for an unknown reason. */
export function reasonText(reason: Reason): string {
  if (!Object.hasOwn(TEXTS, reason.why)) throw new TypeError(`${reason.why} is not a reason.`)
  return (TEXTS[reason.why] as (reason: Reason) => string)(reason)
}

/** `13035550142 to east, then west`, or `13035550142 to east, then +13035550142 to west`. */
function triesInWords(gateways: readonly { name: string; sent: string }[]): string {
  return gateways
    .map(({ name, sent }, place) => (sent === gateways[place - 1]?.sent ? name : `${sent} to ${name}`))
    .join(', then ')
}
