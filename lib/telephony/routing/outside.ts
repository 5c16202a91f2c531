import { calledNumber, dialedDigits } from '../dialed-number'
import { isEmergency } from '../emergency-number'
import { gatewayNumber, inGatewayFormat } from '../gateway-number'
import { mayUse, type PhoneClass, routeMatches } from '../outbound'
import { gatewaysOf, gatewaysTried, routesInOrder, testEmergency, testRoutes } from '../route-choice'
import { emergencyNumber, emergencyPlan } from './emergency'
import type { Cause } from './place'
import type { Reason } from './reason'
import type { RecordRef } from './record'
import { callersHoldMusic, ending, refuse, type Scene, shownCaller, stepOf } from './scene'
import type { Row } from './snapshot'
import { refOf } from './snapshot-index'
import type { GatewayTry, Limit, Step, Way } from './step'

/** A way out to a number with its reason, or why there is none. */
export type Exit =
  | { number: string; way: Way; reason: Reason; notes: Reason[] }
  | { cause: Cause; reason: Reason }

/** Maximum ring time of an outside party, in seconds. */
export const OUTSIDE_SECONDS = 120

/** The same of emergency services, whose callers may have to wait in line for a dispatcher. */
export const EMERGENCY_SECONDS = 3600

/**
 * The way out of the tenant for a number, E.164 or as dialed: the first enabled route that the paying extension's toll class allows
 * and that has a usable gateway. `payer` is null if staff set the number, whose toll class is unlimited. A route with a PIN is for
 * people who dial, so forwarded calls skip it. The caller ID is the route's, else that of the paying or the calling extension, else
 * the tenant's, else the called number; without any, the call is anonymous, so that no internal number leaves the tenant. `dialed`:
 * the digits that a route rewrites to an emergency number, if the number itself was not dialed.
 */
export function wayOut(
  scene: Scene,
  number: string,
  payer: Row<'extensions'> | null,
  dialing: boolean,
  dialed = number,
): Exit {
  const { index } = scene
  const digits = dialedDigits(number)
  if (digits === undefined) {
    return {
      cause: 'NO_ROUTE_DESTINATION',
      reason: { why: 'cannot be dialed', record: index.tenant, digits: number },
    }
  }
  const routes = index.snapshot.outbound_routes
  const usable = routes.filter(({ id }) => dialing || !index.hasSecret(id, 'pin'))
  const areaCode = index.setting('area_code').value ?? undefined
  const phoneClass = payer ? (payer.toll_class as PhoneClass) : undefined
  const { winner, sent, verdicts } = isEmergency(digits)
    ? testEmergency(usable, digits, dialed, index.gateways(), areaCode)
    : testRoutes(usable, digits, index.gateways(), { areaCode, phoneClass })
  const route = winner && index.row('outbound_routes', winner.id)
  const called = calledNumber(digits, areaCode)
  const passed = verdicts.flatMap(({ verdict, route }) =>
    verdict === 'no gateway' ? withoutGateway(route, called) : [],
  )
  if (!route || sent === undefined) {
    const [reason] = passed
    return reason
      ? { cause: 'NORMAL_TEMPORARY_FAILURE', reason }
      : closed(scene, digits, areaCode, phoneClass)
  }
  const record = refOf('outbound_routes', route)
  const callerId = isEmergency(digits) ? emergencyNumber(scene, payer) : callerIdOf(scene, route, payer)
  const way: Way = {
    route: record,
    gateways: triesOf(scene, route, digits, sent, callerId.number),
    // The name is internal if an extension calls.
    callerId: {
      number: callerId.number,
      name: scene.call.extensionId === null ? shownCaller(scene, scene.call).name : '',
    },
    asksPin: !isEmergency(digits) && index.hasSecret(route.id, 'pin'),
    caps:
      route.concurrent_limit === null || isEmergency(digits)
        ? []
        : [{ on: record, calls: route.concurrent_limit }],
  }
  const gateways = way.gateways.map(({ gateway, sent }) => ({ name: gateway.label, sent }))
  return {
    number: reached(called, calledNumber(sent, areaCode)),
    way,
    reason: { why: 'route taken', record, number: called, gateways },
    notes: [
      ...passed,
      ...closedGateways(scene, route, digits),
      callerId.reason,
      ...(way.asksPin ? [{ why: 'route asks for a PIN', record, route: route.name } as const] : []),
    ],
  }
}

/** The number a call is rated by: the called one, or the one sent if only the route's changes (such as dropping a leading 9) make it E.164. */
const reached = (called: string, sent: string) =>
  called.startsWith('+') || !sent.startsWith('+') ? called : sent

/** Why no route takes a number: the first one that would if allowed. */
function closed(
  { index }: Scene,
  digits: string,
  areaCode: string | undefined,
  phoneClass: PhoneClass | undefined,
): Exit {
  const number = calledNumber(digits, areaCode)
  const fitting = routesInOrder(index.snapshot.outbound_routes).find(
    (route) => route.enabled && routeMatches(route, digits, areaCode),
  )
  if (!fitting) {
    return { cause: 'NO_ROUTE_DESTINATION', reason: { why: 'no route', record: index.tenant, number } }
  }
  const record = refOf('outbound_routes', fitting)
  const { name: route, toll_class: tollClass } = fitting
  const barred = phoneClass !== undefined && !mayUse(phoneClass, tollClass)
  return {
    cause: 'OUTGOING_CALL_BARRED',
    reason: barred
      ? { why: 'class not allowed', record, number, route, tollClass }
      : { why: 'route asks for a PIN', record, route },
  }
}

function withoutGateway(route: { id: string; name: string }, number: string): Reason {
  return { why: 'route without gateway', record: refOf('outbound_routes', route), number }
}

/** The attempts to leave through the route's usable gateways. */
function triesOf(
  { index }: Scene,
  route: Row<'outbound_routes'>,
  digits: string,
  number: string,
  callerId: string | null,
): GatewayTry[] {
  return gatewaysTried(route, digits, index.gateways()).flatMap((id) => {
    const gateway = index.gateways().get(id)
    if (!gateway) return []
    const record = refOf('gateways', gateway)
    return {
      gateway: record,
      sent: gatewayNumber(gateway, number),
      callerNumber: callerId && inGatewayFormat(gateway.number_format, callerId),
      callerIdHeader: gateway.caller_id_header,
      codecs: gateway.codecs,
      caps: gateway.channels === null || isEmergency(digits) ? [] : [{ on: record, calls: gateway.channels }],
    }
  })
}

/** Why gateways of a route are skipped. */
function closedGateways({ index }: Scene, route: Row<'outbound_routes'>, digits: string): Reason[] {
  const tried = gatewaysTried(route, digits, index.gateways())
  return gatewaysOf(route).flatMap((id): Reason[] => {
    const gateway = index.gateways().get(id)
    if (!gateway || tried.includes(id)) return []
    const record = refOf('gateways', gateway)
    return gateway.enabled
      ? [{ why: 'gateway without emergency', record, number: digits }]
      : [{ why: 'gateway off', record }]
  })
}

function callerIdOf(
  { index, call }: Scene,
  route: Row<'outbound_routes'>,
  payer: Row<'extensions'> | null,
): { number: string | null; reason: Reason } {
  const settings: RecordRef = { table: 'tenant_settings', id: index.tenant.id, label: '' }
  const extension = payer ?? index.row('extensions', call.extensionId)
  const owner = extension && refOf('extensions', extension)
  const candidates = [
    ['caller ID of the route', route.caller_id_did_id, refOf('outbound_routes', route)],
    ['caller ID of the extension', extension?.outbound_did_id ?? null, owner],
    ['caller ID of the tenant', index.setting('outbound_did_id').value, settings],
    ['caller ID of the number called', call.carried.didId, null],
  ] as const
  for (const [why, id, by] of candidates) {
    const did = index.row('dids', id)
    if (did)
      return { number: did.number, reason: { why, record: by ?? refOf('dids', did), number: did.number } }
  }
  return { number: null, reason: { why: 'no caller ID', record: owner ?? settings } }
}

/** A call to a number set in a route, a group or a forwarding. The forwarding extension pays for it. */
export function callOut(scene: Scene, number: string, limits: readonly Limit[] = []): Step {
  const payer = scene.index.row('extensions', scene.call.carried.divertedBy) ?? null
  return leave(scene, number, payer, false, limits)
}

/** A call to a number dialed on a phone. `payer` as in wayOut. */
export function dialOut(
  scene: Scene,
  number: string,
  payer: Row<'extensions'>,
  limits: readonly Limit[],
): Step {
  return leave(scene, number, payer, true, limits)
}

/**
 * A call to an emergency number, however it got there: it ignores limits, toll classes and PINs, and people are notified.
 * `phone` is the extension that is on the line or has transferred the call; null if a route set by hand sends a caller there. `dialed` as
 * in wayOut.
 */
export function callEmergency(
  scene: Scene,
  number: string,
  phone: Row<'extensions'> | null,
  dialed: string,
): Step {
  return leave(scene, number, phone, true, [], dialed)
}

function leave(
  scene: Scene,
  number: string,
  payer: Row<'extensions'> | null,
  dialing: boolean,
  limits: readonly Limit[],
  dialed?: string,
): Step {
  const exit = wayOut(scene, number, payer, dialing, dialed)
  const emergency = isEmergency(number) ? emergencyPlan(scene, payer, number) : null
  if ('cause' in exit) {
    if (!emergency) return refuse(scene, exit.cause, exit.reason)
    const remaining = emergency.notes.filter(({ why }) => why !== 'emergency address')
    return { ...refuse(scene, exit.cause, exit.reason, remaining), emergency: emergency.plan }
  }
  const { way, reason, notes } = exit
  const record = way.route
  const records =
    scene.call.carried.record ||
    (dialing && payer !== null && (payer.recording === 'outbound' || payer.recording === 'all'))
  const music = callersHoldMusic(scene)
  const full = (calls: number, on: RecordRef) =>
    ending('SWITCH_CONGESTION', { why: 'too many calls', record: on, calls })
  return stepOf(scene, 'outside', {
    number: exit.number,
    way,
    record: records,
    holdMusicId: music.id,
    emergency: emergency?.plan ?? null,
    reason,
    notes: [
      ...notes,
      ...(emergency?.notes ?? []),
      ...(records ? [{ why: 'recorded', record: payer ? refOf('extensions', payer) : record } as const] : []),
      ...music.notes,
    ],
    limits: [...limits, ...way.caps.map(({ on, calls }) => ({ on, calls, full: full(calls, on) }))],
    then: ending('NORMAL_TEMPORARY_FAILURE', {
      why: 'gateways failed',
      record,
      gateways: way.gateways.map(({ gateway }) => gateway.label),
    }),
    set: { record: records },
  })
}
