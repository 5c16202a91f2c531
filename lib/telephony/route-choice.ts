import { calledNumber, dialedDigits, withAreaCode } from './dialed-number'
import { isEmergency } from './emergency-number'
import { mayUse, type OutboundRoute, type PhoneClass, PRESETS, routeMatches } from './outbound'

/**
 * The number after a route's changes, before its gateway's own format (gatewayNumber), with the tenant's area code before seven digits,
 * also those behind an outside-line digit. A route may take the area code off a telephone number, or make one by its own prefix. A route that
 * takes digits off changes no emergency number: a pattern for numbers with a leading 9 takes 911 too, where nothing is to be taken off or put
 * before.
 */
export function numberSent(
  { strip_digits, prefix }: Pick<OutboundRoute, 'strip_digits' | 'prefix'>,
  digits: string,
  areaCode?: string,
): string {
  if (isEmergency(digits) && strip_digits > 0) return digits
  const whole = withAreaCode(digits, areaCode)
  const left = whole.slice(strip_digits)
  const sent = prefix + left
  return isTelephoneNumber(whole) || isTelephoneNumber(sent) ? sent : prefix + withAreaCode(left, areaCode)
}

/** Whether digits, or a number as a route sends it, are a telephone number with its area code. */
function isTelephoneNumber(sent: string): boolean {
  return calledNumber(dialedDigits(sent) ?? sent).startsWith('+')
}

/**
 * The emergency number that dialed digits (dialedDigits) are, or that a route makes of them, such as of 9911 by taking off a leading 9:
 * the rules for emergency calls apply to it as well (47 CFR 9.16(b)), whatever the route puts before other numbers. Any enabled route
 * counts, because a phone whose toll class passes the first one by may leave through the next.
 */
export function emergencyDialed(
  routes: readonly OutboundRoute[],
  digits: string,
  areaCode?: string,
): string | undefined {
  if (isEmergency(digits)) return digits
  const whole = withAreaCode(digits, areaCode)
  return routes
    .filter((route) => route.enabled && routeMatches(route, digits, areaCode))
    .map((route) => emergencyMade(route, whole))
    .find((number) => number !== undefined)
}

/**
 * The emergency number that a route makes of others; undefined for those that it completes by its prefix, to a telephone number or, where it
 * is no outside line, to a number of a branch office.
 */
function emergencyMade(
  route: Pick<OutboundRoute, 'matches' | 'pattern' | 'strip_digits' | 'prefix'>,
  whole: string,
): string | undefined {
  const sent = numberSent(route, whole)
  if (isEmergency(sent)) return sent
  if (isTelephoneNumber(sent)) return undefined
  const left = whole.slice(route.strip_digits)
  return isEmergency(left) && isOutsideLine(route, whole.slice(0, route.strip_digits)) ? left : undefined
}

/** Whether a route takes telephone numbers too behind the digits that it takes off. */
function isOutsideLine(route: Pick<OutboundRoute, 'matches' | 'pattern'>, behind: string): boolean {
  const [local, national] = [PRESETS.local.example, PRESETS.national.example]
  return [local, national, `1${national}`].some((number) => routeMatches(route, behind + number))
}

/** The ids of a route's gateways in the order they are tried. */
export function gatewaysOf({
  gateway_1_id,
  gateway_2_id,
  gateway_3_id,
}: Pick<OutboundRoute, 'gateway_1_id' | 'gateway_2_id' | 'gateway_3_id'>): string[] {
  return [gateway_1_id, gateway_2_id, gateway_3_id].filter((id) => id !== null)
}

/** The settings of a gateway that decide whether it can take a call. */
export interface GatewayState {
  enabled: boolean
  may_carry_emergency: boolean
}

/** Whether a gateway can take a call to the dialed digits: it is enabled, and for emergency numbers allowed to carry them. */
export function mayCarry(gateway: GatewayState, digits: string): boolean {
  return gateway.enabled && (gateway.may_carry_emergency || !isEmergency(digits))
}

/** A route's outcome in a test. */
export type Verdict = 'taken' | 'off' | 'other numbers' | 'class not allowed' | 'no gateway' | 'not reached'

/** How a dialed number would leave the tenant. */
export interface RouteTest {
  digits: string
  /** The route taken; undefined when the call does not leave. */
  winner?: OutboundRoute
  /** The number after the route's changes, before the gateway's format; undefined if no route is taken. */
  sent?: string
  verdicts: { route: OutboundRoute; verdict: Verdict }[]
}

/** The order in which routes are tried: by position, then by name. */
export function routesInOrder<Route extends Pick<OutboundRoute, 'position' | 'name'>>(
  routes: readonly Route[],
): Route[] {
  return [...routes].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'en'))
}

/**
 * Tests which of a tenant's routes takes a dialed number (dialedDigits), with each route's outcome. Taken is the first enabled
 * route that matches, that the phone's toll class allows, and for which one of its `gateways` (by id) can take the call. Every class
 * allows emergency numbers, whichever route takes them.
 */
export function testRoutes(
  routes: readonly OutboundRoute[],
  digits: string,
  gateways: ReadonlyMap<string, GatewayState>,
  { areaCode, phoneClass }: { areaCode?: string; phoneClass?: PhoneClass } = {},
): RouteTest {
  let winner: OutboundRoute | undefined
  const verdicts = routesInOrder(routes).map((route) => {
    const verdict = verdictOf(route)
    if (verdict === 'taken') winner = route
    return { route, verdict }
  })
  return { digits, winner, sent: winner && numberSent(winner, digits, areaCode), verdicts }

  function verdictOf(route: OutboundRoute): Verdict {
    if (!routeMatches(route, digits, areaCode)) return 'other numbers'
    if (!route.enabled) return 'off'
    if (winner) return 'not reached'
    if (phoneClass && !isEmergency(digits) && !mayUse(phoneClass, route.toll_class))
      return 'class not allowed'
    return gatewaysOf(route).some(isOpen) ? 'taken' : 'no gateway'
  }

  function isOpen(id: string): boolean {
    const gateway = gateways.get(id)
    return gateway !== undefined && mayCarry(gateway, digits)
  }
}

/**
 * How an emergency number leaves: as it would if it had been dialed itself, else by a route that makes it of the dialed digits
 * (emergencyDialed), if need be through gateways that are not meant for it (gatewaysTried), so that no rule about emergency calls keeps
 * one in.
 */
export function testEmergency(
  routes: readonly OutboundRoute[],
  number: string,
  dialed: string,
  gateways: ReadonlyMap<string, GatewayState>,
  areaCode?: string,
): RouteTest {
  const direct = testRoutes(routes, number, gateways, { areaCode })
  if (direct.winner || dialed === number) return direct
  const whole = withAreaCode(dialed, areaCode)
  const making = routes.filter((route) => emergencyMade(route, whole) === number)
  const meant = new Map([...gateways].filter(([, gateway]) => mayCarry(gateway, number)))
  const winner =
    testRoutes(making, dialed, meant, { areaCode }).winner ??
    testRoutes(making, dialed, gateways, { areaCode }).winner
  if (!winner) return direct
  const verdicts = direct.verdicts.map(({ route, verdict }) => ({
    route,
    verdict: route.id === winner.id ? ('taken' as const) : verdict,
  }))
  return { digits: number, winner, sent: number, verdicts }
}

/**
 * The ids of the gateways that a route which takes a call tries in order: those that can take it; if it is an emergency call that none of
 * them may carry, and that has no other way out (testEmergency), all that are enabled.
 */
export function gatewaysTried(
  route: Parameters<typeof gatewaysOf>[0],
  digits: string,
  gateways: ReadonlyMap<string, GatewayState>,
): string[] {
  const enabled = gatewaysOf(route).filter((id) => gateways.get(id)?.enabled)
  const meant = enabled.filter((id) => {
    const gateway = gateways.get(id)
    return gateway && mayCarry(gateway, digits)
  })
  return meant.length > 0 ? meant : enabled
}
