import { nextStep } from '../telephony/routing/next-step'
import type { Call } from '../telephony/routing/place'
import type { Reason } from '../telephony/routing/reason'
import { ending } from '../telephony/routing/scene'
import type { ConferenceStep, OutsideStep, Step } from '../telephony/routing/step'
import { callVariable } from './call-state'
import { BECAUSE, CALL, PARTNERS_CHANNEL, PATH, PIN, PRESSED, RINGING, WITHHELD } from './channel-variables'
import { enterRoom, join, type RoomRole } from './conference'
import {
  act,
  type Action,
  callerShown,
  domainOf,
  type Draft,
  go,
  hangUp,
  limits,
  notUnparked,
  play,
  set,
  spoken,
  tenantOf,
  unset,
} from './draft'
import type { CallEnvironment } from './environment'
import { decodeValue, plain } from './escape'
import { receiveFax } from './fax'
import { type Effect, effectOf, feature, featureFailed } from './feature'
import { ANONYMOUS } from './leg-variables'
import { mailbox } from './mailbox'
import { choose, offer } from './menu'
import { askPin, leave, PIN_TRIES } from './outside'
import { pagePhones } from './paging'
import { PARTNER_NOTED } from './partner'
import { extendPath, parsePath, pathVariable } from './path'
import type { Question } from './question'
import { afterWaiting, enterQueue, leaveQueue, queue } from './queue'
import {
  askedOf,
  callerNumber,
  contextOf,
  extensionAsked,
  PUBLIC_CONTEXT,
  REFERRED,
  type SwitchRequest,
  variableOf,
  withheldBy,
} from './request'
import { afterRinging, ring } from './ring'
import { element, NOT_FOUND, xmlDocument } from './xml'

export type { CallEnvironment, Effect, SwitchRequest }

/** The answer to a dialplan request. */
export interface Answer {
  xml: string
  /** The step if a call arrives at a place; null for the continuation of a step, and for "not found". */
  step: Step | null
  /** The emergency call that no gateway took; null for others. */
  failed: OutsideStep | null
  /** The calling party, as the engine sees it. */
  call: Call | null
  /** A change requested by the caller, to be made before this answer is sent; if it fails, `failed` is sent instead. */
  change: { effect: Effect; failed: string } | null
}

const NOTHING: Answer = { xml: NOT_FOUND, step: null, failed: null, call: null, change: null }

/**
 * Compiles the answer to one dialplan request into a single extension: tenant, direction and path as channel variables, the actions
 * at the place, and a transfer to the next place, which triggers the next request. `request` contains the decoded fields of
 * mod_xml_curl. Pure. "Not found" for anything that is not this tenant's.
 */
export function dialplan(environment: CallEnvironment, request: SwitchRequest): Answer {
  const { snapshot, moment } = environment
  const asked = askedOf(snapshot, request)
  if (!asked) return NOTHING
  const { question, call } = asked
  const step = nextStep(snapshot, question.place, call, moment)
  const because = reasonOf(decodeValue(variableOf(request, BECAUSE)))
  const before = extendPath(parsePath(variableOf(request, PATH)), moment, because)

  const followUp = question.asks === 'place' ? null : followUpOf(question, step)
  const draft: Draft = {
    environment,
    step,
    before: call,
    path: followUp ? before : extendPath(before, moment, step.reason),
    answered: request['Answer-State'] === 'answered',
  }
  const pinKnown = followUp?.asks === 'pin' && isRightPin(draft, request)
  const answer = (actions: readonly Action[]) =>
    toXml(request, [...privacyActions(request), ...headerActions(draft), ...actions])
  const effect = step.kind === 'feature' && (!followUp || pinKnown) ? effectOf(step, pinKnown) : null
  return {
    xml: answer(followUp ? followUpActions(draft, followUp, request, pinKnown) : arrivalActions(draft)),
    step: followUp ? null : step,
    failed: followUp?.asks === 'failed' && step.kind === 'outside' ? step : null,
    call,
    change: effect && step.kind === 'feature' ? { effect, failed: answer(featureFailed(draft, step)) } : null,
  }
}

/** The record whose PIN the request must check, with the caller who entered it; undefined if there is none. */
export function pinAsked(
  snapshot: CallEnvironment['snapshot'],
  request: SwitchRequest,
  moment: number,
): (Guarded & { dialer: string | null; number: string; digits: string }) | undefined {
  const asked = askedOf(snapshot, request)
  if (asked?.question.asks !== 'pin') return undefined
  const record = guarded(nextStep(snapshot, asked.question.place, asked.call, moment))
  const { extensionId: dialer, number } = asked.call
  return record && { ...record, dialer, number, digits: variableOf(request, PIN) }
}

interface Guarded {
  table: 'outbound_routes' | 'call_flows' | 'conference_rooms'
  id: string
}

/** The record that a step requires a PIN for, if any. */
function guarded(step: Step): Guarded | undefined {
  if (step.kind === 'conference' && (step.pins.participant || step.pins.moderator)) {
    return { table: 'conference_rooms', id: step.reason.record.id }
  }
  if (step.kind === 'outside' && step.way.asksPin) return { table: 'outbound_routes', id: step.way.route.id }
  if (step.kind === 'feature' && step.feature.does === 'switch a flow' && step.feature.asksPin) {
    return { table: 'call_flows', id: step.feature.flowId }
  }
  return undefined
}

/** The role in which the entered PIN admits a caller. If no PIN is required, entering none is fine. */
function roleBy({ environment }: Draft, step: ConferenceStep, request: SwitchRequest): RoomRole | null {
  const digits = variableOf(request, PIN)
  if (digits !== '') return environment.roleIn(step.reason.record.id, digits)
  return step.pins.participant ? null : 'participant'
}

function isRightPin({ step, environment }: Draft, request: SwitchRequest): boolean {
  const record = guarded(step)
  const digits = variableOf(request, PIN)
  return record !== undefined && digits !== '' && environment.isPin(record, digits)
}

/** The continuation of a step, unless the step has changed meanwhile: then the call arrives there again. */
function followUpOf(question: Question, step: Step): Exclude<Question, { asks: 'place' }> | null {
  switch (question.asks) {
    case 'rung':
      return step.kind === 'ring' ? question : null
    case 'failed':
      return step.kind === 'outside' ? question : null
    case 'readied':
    case 'waited':
      return step.kind === 'queue' ? question : null
    case 'parked':
      return step.kind === 'feature' && step.feature.does === 'park' ? question : null
    case 'pressed':
      return step.kind === 'menu' ? question : null
    case 'pin':
      return guarded(step) ? question : null
    case 'place':
      return null
  }
}

/** Actions at the start of every answer, so that the CDR of a rejected call names its tenant too. */
function headerActions(draft: Draft): Action[] {
  const { step, before, path } = draft
  const outgoing = step.kind === 'outside' && before.extensionId !== null
  const { accountCode } = step.call.carried
  return [
    set('domain_name', domainOf(draft)),
    set('domain_uuid', tenantOf(draft)),
    set('call_direction', before.extensionId === null ? 'inbound' : outgoing ? 'outbound' : 'local'),
    // The engine limits the places of a call itself, but FreeSWITCH also counts the requests within a menu. Without this variable it would
    // count down max_forwards, which tells the next server how many more a call may cross: a loop over carriers ends by it.
    set('max_session_transfers', 70),
    // What a phone writes into a call or a transfer, such as its name as Referred-By, would go on to whom the call is for.
    set('sip_copy_custom_headers', false),
    // What a phone shows while another rings; it would be the place at which the call is.
    ...(step.place.at === 'dialed' && before.extensionId !== null
      ? [act('set_profile_var', `callee_id_number=${plain(step.place.digits)}`)]
      : []),
    ...(accountCode ? [set('accountcode', accountCode)] : []),
    set(PATH, pathVariable(path)),
    set(CALL, callVariable(before, tenantOf(draft))),
    unset(BECAUSE),
    ...PARTNER_NOTED.map(([name, value]) => act('set', `${name}=${value}`)),
    unset(PARTNERS_CHANNEL),
    unset(REFERRED),
    unset(RINGING),
  ]
}

/**
 * Takes from the channel what a caller from outside withholds: phones show it, mailboxes say it and records keep it wherever no other
 * caller ID is set. What the carrier asserts later, as in an UPDATE (RFC 5876), is passed over: FreeSWITCH would put it on the channel and
 * tell the phone (sofia_update_callee_id).
 */
function privacyActions(request: SwitchRequest): Action[] {
  if (contextOf(request) !== PUBLIC_CONTEXT) return []
  const { number, name } = withheldBy(request)
  if (!number && !name) return []
  const shown = (number ? '' : callerNumber(request['Caller-Caller-ID-Number'] ?? '')) || ANONYMOUS
  return [
    // The call record has the caller in these, too.
    ...(number
      ? ['caller_id_number', 'ani', 'username'].map((name) => act('set_profile_var', `${name}=${shown}`))
      : []),
    act('set_profile_var', `caller_id_name=${shown}`),
    set('sip_ignore_remote_cid', true),
    set(WITHHELD, true),
  ]
}

/** Actions for a call that arrives at a place. */
function arrivalActions(draft: Draft): Action[] {
  return [...limits(draft), ...stepActions(draft)]
}

function stepActions(draft: Draft): Action[] {
  const { step } = draft
  switch (step.kind) {
    case 'decide':
      return go(draft, step.chosen)
    case 'refuse':
      return hangUp(draft, step.cause, step.reason)
    case 'ring':
      return ring(draft, step)
    case 'menu':
      return offer(draft, step)
    case 'queue':
      return enterQueue(draft, step)
    case 'play':
      return [act('answer'), ...play(draft, step.recordingId), ...go(draft, step.then)]
    case 'voicemail':
      return [
        // A call that is recorded goes on to be, but its message is in the mailbox alone.
        act('stop_record_session', 'all'),
        act('answer'),
        spoken(step.language),
        ...callerShown(step.callerId),
        ...greet(draft, step),
        ...mailbox(draft, step.extensionId),
        ...go(draft, step.then),
      ]
    case 'conference':
      return enterRoom(draft, step)
    case 'page':
      return pagePhones(draft, step)
    case 'fax':
      return receiveFax(draft, step)
    case 'outside':
      return step.way.asksPin ? askPin(draft, 0) : leave(draft, step)
    case 'feature':
      return feature(draft, step, false)
  }
}

/**
 * A mailbox's greeting. With 0 the caller hears the switch's own greeting, in which 0 signs the owner in and # skips it; the same
 * applies if the file cannot be fetched. Where callers from outside may not sign in, they do not hear it.
 */
function greet(draft: Draft, { greetingId, extensionId }: Extract<Step, { kind: 'voicemail' }>): Action[] {
  const greeting = play(draft, greetingId)
  if (draft.before.extensionId === null && !draft.environment.asksPin(extensionId))
    return [
      ...(greeting.length > 0 ? [set('playback_terminators', '#'), ...greeting] : []),
      set('skip_greeting', true),
    ]
  if (greeting.length === 0) return []
  return [
    set('playback_terminators', '0#'),
    unset('playback_ms'),
    unset('playback_terminator_used'),
    ...greeting,
    act('set', `skip_greeting=\${cond('\${playback_ms}' == '' ? false : true)}`),
    act('set', `skip_greeting=\${cond('\${playback_terminator_used}' == '0' ? false : \${skip_greeting})}`),
    unset('playback_terminators'),
  ]
}

/** Actions for the continuation of a step. */
function followUpActions(
  draft: Draft,
  question: Exclude<Question, { asks: 'place' }>,
  request: SwitchRequest,
  pinKnown: boolean,
): Action[] {
  const { step } = draft
  if (step.kind === 'ring') {
    return go(draft, afterRinging(step, variableOf(request, 'originate_disposition')))
  }
  if (step.kind === 'queue') {
    if (question.asks === 'readied') return queue(draft, step, request)
    const next = afterWaiting(step, variableOf(request, 'cc_cancel_reason'))
    return next ? leaveQueue(draft, step, next) : [act('hangup', 'NORMAL_CLEARING')]
  }
  if (step.kind === 'feature' && question.asks === 'parked')
    return [...notUnparked(), ...go(draft, step.then)]
  if (step.kind === 'menu' && question.asks === 'pressed') {
    return choose(draft, step, variableOf(request, PRESSED), question)
  }
  if (step.kind === 'conference') {
    const role = roleBy(draft, step, request)
    if (role) return join(draft, step, role)
  }
  if (step.kind === 'outside' && question.asks === 'failed') return go(draft, step.then)
  if (pinKnown && step.kind === 'outside') return leave(draft, step)
  if (pinKnown && step.kind === 'feature') return feature(draft, step, true)
  const failures = question.asks === 'pin' ? question.failures + 1 : PIN_TRIES
  if (failures < PIN_TRIES) return askPin(draft, failures)
  if (step.kind === 'conference') {
    const { record } = step.reason
    return step.pins.participant
      ? go(draft, ending('CALL_REJECTED', { why: 'room asks for a PIN', record }))
      : join(draft, step, 'participant')
  }
  if (step.kind === 'outside') {
    const { route } = step.way
    return go(
      draft,
      ending('OUTGOING_CALL_BARRED', { why: 'route asks for a PIN', record: route, route: route.label }),
    )
  }
  return step.kind === 'feature' ? featureFailed(draft, step) : []
}

function reasonOf(value: unknown): Reason | null {
  const { why, record } = Object(value) as Partial<Reason>
  return typeof why === 'string' && typeof record === 'object' && record !== null ? (value as Reason) : null
}

function toXml(request: SwitchRequest, actions: readonly Action[]): string {
  return xmlDocument('dialplan', [
    element('context', { name: contextOf(request) }, [
      element('extension', { name: extensionAsked(request) }, [
        element(
          'condition',
          {},
          actions.map(({ app, data }) =>
            element('action', data === '' ? { application: app } : { application: app, data }),
          ),
        ),
      ]),
    ]),
  ])
}
