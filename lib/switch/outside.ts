import type { GATEWAYS } from '../supabase/constraints'
import { EMERGENCY_SECONDS, OUTSIDE_SECONDS } from '../telephony/routing/outside'
import type { GatewayTry, OutsideStep, Way } from '../telephony/routing/step'
import { EMERGENCY, OUTSIDE_NUMBER, PIN } from './channel-variables'
import { CARRIERS_CODECS } from './configuration/sofia'
import {
  act,
  type Action,
  ask,
  counted,
  type Draft,
  go,
  HANGS_UP,
  outsidePartnersLeg,
  partnersLegs,
  playedOnHold,
  record,
  set,
  unset,
} from './draft'
import { escapeInLeg } from './escape'
import { COUNTS_ON, quoted, variables } from './leg-variables'
import { US_RING } from './tones'

/** Number of tries for a route's PIN. */
export const PIN_TRIES = 3

/**
 * Hangup causes of a gateway failure, upon which the next gateway is tried. Busy, no answer, declined and unknown numbers are the
 * called party's, except of an emergency call.
 */
const GATEWAY_CAUSES = [
  'BEARERCAPABILITY_NOTAVAIL',
  // A carrier refuses for itself (402 and 403), such as above its limit or for an account that is not paid. See endsIfDeclined.
  'CALL_REJECTED',
  'DESTINATION_OUT_OF_ORDER',
  'GATEWAY_DOWN',
  'INCOMPATIBLE_DESTINATION',
  'INVALID_GATEWAY',
  'INVALID_PROFILE',
  'INVALID_URL',
  // A carrier asks for credentials that it was not given, or refuses them.
  'MANDATORY_IE_MISSING',
  'NETWORK_OUT_OF_ORDER',
  'NORMAL_CIRCUIT_CONGESTION',
  'NORMAL_TEMPORARY_FAILURE',
  'NORMAL_UNSPECIFIED',
  'NO_ROUTE_TRANSIT_NET',
  'PROGRESS_TIMEOUT',
  'PROTOCOL_ERROR',
  'RECOVERY_ON_TIMER_EXPIRE',
  'REQUESTED_CHAN_UNAVAIL',
  'SERVICE_UNAVAILABLE',
  'SWITCH_CONGESTION',
] as const

/** Caller ID headers, as values of mod_sofia's sip_cid_type. */
const CALLER_ID_TYPES: Readonly<Record<string, string>> = {
  'p-asserted-identity': 'pid',
  'remote-party-id': 'rpid',
} satisfies Record<Exclude<(typeof GATEWAYS.caller_id_header.choices)[number], 'none'>, string>

/** Realm for limits shared by all tenants. */
const SHARED = 'shared'

/** mod_sofia's word for a caller without a name. FreeSWITCH would otherwise send the extension's own. */
const NO_NAME = '_undef_'

/** How a call without a caller ID is sent. FreeSWITCH would otherwise send the extension's own name and number. */
const ANONYMOUS = {
  origination_caller_id_number: 'anonymous',
  origination_caller_id_name: 'Anonymous',
  sip_cid_type: 'none',
} as const

/** A leg through a gateway to a number: dial string and variables. A full gateway fails like a broken one. */
function gatewayTry(
  { gateway, sent, callerNumber, callerIdHeader, codecs, caps }: GatewayTry,
  way: Way,
  number: string,
) {
  const [cap] = caps
  return {
    endpoint: `sofia/gateway/${gateway.label}/${escapeInLeg(sent)}`,
    legVariables: {
      ...(callerNumber === null
        ? ANONYMOUS
        : {
            origination_caller_id_number: callerNumber,
            origination_caller_id_name: way.callerId.name || NO_NAME,
            sip_cid_type: CALLER_ID_TYPES[callerIdHeader] ?? 'none',
          }),
      [OUTSIDE_NUMBER]: number,
      // Shown to a caller's phone, which FreeSWITCH would tell "Outbound Call" and the number as it is sent.
      origination_callee_id_name: number,
      origination_callee_id_number: number,
      // A carrier that deflects a call (302) fails, instead of having it sent to any address.
      outbound_redirect_fatal: true,
      // Otherwise it would be offered the caller's codec alone.
      absolute_codec_string: quoted(codecs?.map(escapeInLeg).join(',') || CARRIERS_CODECS),
      ...(cap && {
        execute_on_originate_gateway: quoted(`limit ${counted(SHARED, cap, '!SWITCH_CONGESTION')}`),
        ...COUNTS_ON,
      }),
    },
  }
}

/** A leg among several uses only the first gateway, because FreeSWITCH cannot tell a failed gateway from no answer within a leg. */
export function gatewayLeg(way: Way, number: string): ReturnType<typeof gatewayTry> | undefined {
  const [first] = way.gateways
  return first && gatewayTry(first, way, number)
}

/** The variables of all of a call's legs to the outside. */
const commonVariables = (
  { domain, id }: { domain: string; id: string },
  { emergency }: OutsideStep,
  more: Parameters<typeof variables>[1] = {},
) =>
  variables('{', {
    domain_name: domain,
    domain_uuid: id,
    ...more,
    ...(emergency && {
      'sip_h_X-Emergency-Location': escapeInLeg(locationOf(emergency)).slice(0, 200),
      // It leaves even if the switch has begun all the legs that it begins in a second.
      no_throttle_limits: true,
      // A gateway where it does not even ring is left sooner.
      progress_timeout: OUTSIDE_SECONDS,
    }),
  })

/** An emergency call's gateways in one dial string: the next is tried upon any failure, and no limit counts. */
export function emergencyDialString(tenant: { domain: string; id: string }, step: OutsideStep): string {
  const legs = step.way.gateways
    .map((each) => gatewayTry({ ...each, caps: [] }, step.way, step.number))
    .map(({ endpoint, legVariables }) => variables('[', legVariables) + endpoint)
  return commonVariables(tenant, step) + legs.join('|')
}

/**
 * Ends the call of somebody whom a phone has transferred to its call while that rang, if nobody answers. FreeSWITCH has them execute what is
 * left of the phone's call, which would try the next gateway and rewrite their path, and says `failure` until the ringing ends.
 */
const endsIfHandedOver = act('transfer', '${cond(${originate_disposition} == failure ? hangup inline)}')

/** The SIP status of the last refusal, as mod_sofia tells the caller's channel. */
const REFUSED_WITH = 'sip_invite_failure_status'

/**
 * Ends the call if the called party has declined (603, RFC 3261), which FreeSWITCH gives the same cause as 402 and 403 (sofia_glue.c). Quoted,
 * as a colon ends a value of `cond`.
 */
const endsIfDeclined = act(
  'transfer',
  `\${cond('\${${REFUSED_WITH}}' == '603' ? 'hangup:CALL_REJECTED inline')}`,
)

/** A call leaves through the first gateway that accepts it. */
export function leave(draft: Draft, step: OutsideStep): Action[] {
  const common = commonVariables(draft.environment.snapshot.tenant, step, {
    ...partnersLegs(draft),
    ...outsidePartnersLeg(draft, step.number),
  })
  return [
    ...record(draft, step.record),
    ...playedOnHold(draft, step.holdMusicId),
    ...(step.emergency ? [set(EMERGENCY, step.number)] : []),
    HANGS_UP,
    // An answered caller cannot be told of a 180, and would hear silence.
    set('transfer_ringback', US_RING),
    set('call_timeout', step.emergency ? EMERGENCY_SECONDS : OUTSIDE_SECONDS),
    // No dispatcher rejects a call: whatever ends an emergency call is the gateway's failure, also where the agent is away.
    set('continue_on_fail', step.emergency ? true : GATEWAY_CAUSES.join(',')),
    ...step.way.gateways
      .map((each) => gatewayTry(each, step.way, step.number))
      .flatMap(({ endpoint, legVariables }) => [
        ...(step.emergency ? [] : [unset(REFUSED_WITH)]),
        act('bridge', common + variables('[', legVariables) + endpoint),
        ...(step.emergency || draft.before.extensionId === null ? [] : [endsIfHandedOver]),
        ...(step.emergency ? [] : [endsIfDeclined]),
      ]),
    // Whoever was told of an emergency call is told that it reached nobody.
    ...(step.emergency ? [ask(draft, { asks: 'failed', place: step.place })] : go(draft, step.then)),
  ]
}

const locationOf = ({ address, location }: NonNullable<OutsideStep['emergency']>) =>
  [location, address].filter(Boolean).join(' - ')

/** Asks the caller for a PIN, which the next request checks. */
export function askPin(draft: Draft, failures: number): Action[] {
  return [
    act('answer'),
    unset(PIN),
    act(
      'play_and_get_digits',
      `1 10 1 5000 # ivr/ivr-please_enter_pin_followed_by_pound.wav silence_stream://250 ${PIN} [0-9]+ 3000`,
    ),
    ask(draft, { asks: 'pin', place: draft.step.place, failures }),
  ]
}
