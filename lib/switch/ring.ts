import { ACCEPT_SECONDS, ringsInTurn } from '../telephony/ring-timeline'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { Leg, Next, RingStep } from '../telephony/routing/step'
import { RINGS } from './channel-variables'
import {
  act,
  type Action,
  ask,
  callerShown,
  counted,
  domainOf,
  type Draft,
  go,
  HANGS_UP,
  outsidePartnersLeg,
  partnersLegs,
  play,
  playedOnHold,
  record,
  recordedLeg,
  set,
  soundOf,
  tenantOf,
} from './draft'
import { PRODUCT_MUSIC } from './environment'
import { COUNTS_ON, quoted, variables } from './leg-variables'
import { gatewayLeg } from './outside'
import { ENCRYPTION, offersEncryption, phones } from './phones'
import { shownForPickup } from './pickup'
import { TONES } from './tones'

/** Requires the answering person to press 1 before being connected. No other key has an effect; who hangs up rejects the call. */
const CONFIRM = {
  group_confirm_key: '1',
  group_confirm_file: 'ivr/ivr-to_accept_press_one.wav',
  group_confirm_timeout: ACCEPT_SECONDS,
} as const
/** Seconds added to a ringing step's timeout as a safety net; each phone has its own timeout, unless an extension rings alone. */
const NET_SECONDS = 2

/** A bridge's timeout, which ends all legs, also one that was answered in time and is being accepted. */
const netFor = (seconds: number, legs: readonly Leg[]) =>
  seconds + NET_SECONDS + (legs.some(({ confirm }) => confirm) ? ACCEPT_SECONDS : 0)

/**
 * Rings phones: all at once in one bridge, or in sequence in a bridge each. FreeSWITCH would start a delayed phone at once if no
 * other is ringing, so delays in a sequence are pauses in the dialplan.
 */
export function ring(draft: Draft, step: RingStep): Action[] {
  const actions = [
    ...(step.greetingId ? [act('answer'), ...play(draft, step.greetingId)] : []),
    ...record(draft, step.record),
    ...callerShown(step.callerId),
    ...ringbackActions(draft, step),
    ...shownForPickup(draft, step),
    HANGS_UP,
    set('continue_on_fail', true),
    ...bridges(draft, step),
  ]
  const { busy, unanswered, unregistered } = step.then
  const same = busy === unanswered && unanswered === unregistered
  // After a phone's call the app is asked: if the phone transfers somebody while the other one rings, that caller executes what follows, and
  // goes on as who they are (directory.ts).
  const known = same && draft.before.extensionId === null
  return [...actions, ...(known ? go(draft, unanswered) : [ask(draft, { asks: 'rung', place: step.place })])]
}

function ringbackActions(draft: Draft, step: RingStep): Action[] {
  const tone =
    step.ringback === 'hold_music'
      ? (soundOf(draft, step.holdMusicId) ?? PRODUCT_MUSIC)
      : TONES[step.ringback]
  const ringback = tone ?? 'silence'
  return [
    set('ringback', ringback),
    set('transfer_ringback', ringback),
    ...playedOnHold(draft, step.callersHoldMusicId),
  ]
}

function bridges(draft: Draft, step: RingStep): Action[] {
  const common = variables('{', {
    ignore_early_media: true,
    domain_name: domainOf(draft),
    domain_uuid: tenantOf(draft),
    ...partnersLegs(draft),
    alert_info: step.distinctiveRing || undefined,
  })
  if (ringsInTurn(step.strategy)) {
    return step.legs.flatMap((leg) => [
      ...(leg.delay > 0 ? [act('sleep', String(leg.delay * 1000))] : []),
      set('call_timeout', netFor(leg.length, [leg])),
      ...noted([leg]),
      act('bridge', common + dialed(draft, leg, 0, step.record)),
    ])
  }
  const alone = isAlone(step)
  return [
    set('call_timeout', alone ? step.timeout : netFor(step.timeout, step.legs)),
    ...noted(step.legs),
    act(
      'bridge',
      common + step.legs.map((leg) => dialed(draft, leg, leg.start, step.record, !alone)).join(','),
    ),
  ]
}

/**
 * Whether a step rings one extension and nobody else, and whoever answers has nothing to accept. Its phones have no timeouts of their own
 * then: the first that was called would tell whether the extension is busy, although another has rung.
 */
const isAlone = ({ legs: [one, ...others] }: RingStep) =>
  others.length === 0 && one?.target.kind === 'extension' && one.start === 0 && !one.confirm

/** Notes the last extension that rings, for the call's record. */
function noted(legs: readonly Leg[]): Action[] {
  const numbers = legs.flatMap(({ target }) => (target.kind === 'extension' ? [target.number] : []))
  return numbers.slice(-1).map((number) => set(RINGS, number))
}

/** `records`: whether the call is recorded whoever answers. `timed`: whether the leg has its own timeout. */
function dialed(draft: Draft, leg: Leg, delay: number, records: boolean, timed = true): string {
  const { target } = leg
  const [cap] = leg.caps
  const music = soundOf(draft, leg.holdMusicId)
  const own = {
    leg_delay_start: delay > 0 ? delay : undefined,
    leg_timeout: timed ? leg.length : undefined,
    hold_music: music === undefined ? undefined : quoted(music),
    ...(leg.confirm ? CONFIRM : {}),
    ...(leg.records && !records ? recordedLeg(draft) : {}),
  }
  if (target.kind === 'extension') {
    const { snapshot } = draft.environment
    const encrypted = offersEncryption(indexOf(snapshot), target.id) ? ENCRYPTION : {}
    return phones(target.number, snapshot.tenant, { ...own, ...encrypted }, cap)
  }
  const out = gatewayLeg(target.way, target.number)
  if (!out) return 'error/NO_ROUTE_DESTINATION'
  const legVariables = {
    ...own,
    ...(cap && {
      execute_on_originate: quoted(`limit ${counted(tenantOf(draft), cap, '!USER_BUSY')}`),
      ...COUNTS_ON,
    }),
    ...out.legVariables,
    ...outsidePartnersLeg(draft, target.number),
  }
  return variables('[', legVariables) + out.endpoint
}

const BUSY_DISPOSITIONS: readonly string[] = ['USER_BUSY', 'CALL_REJECTED', 'NORMAL_CIRCUIT_CONGESTION']
const NO_ANSWER_DISPOSITIONS: readonly string[] = [
  'ALLOTTED_TIMEOUT',
  'NO_ANSWER',
  'NO_USER_RESPONSE',
  'ORIGINATOR_CANCEL',
  'PROGRESS_TIMEOUT',
  // A phone has transferred the call to one that rang: FreeSWITCH says this until the ringing ends, but then no longer to this call.
  'failure',
]

/**
 * Where an unanswered call goes, by the channel's originate_disposition. A target that could not be called at all counts as not
 * registered.
 */
export function afterRinging({ then }: RingStep, disposition: string): Next {
  if (BUSY_DISPOSITIONS.includes(disposition)) return then.busy
  return NO_ANSWER_DISPOSITIONS.includes(disposition) ? then.unanswered : then.unregistered
}
