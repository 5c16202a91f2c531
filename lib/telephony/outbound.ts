import { DIAL_PATTERN, EMERGENCY_NUMBERS, EXTENSIONS, type OUTBOUND_ROUTES } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import { withoutSeparators } from '../validation/phone'
import { dialMatcher } from './dial-matcher'
import { isEmergency, NOTIFIED_NUMBER } from './emergency-number'

/** The parts of a route that decide whether it is taken. */
export type OutboundRoute = Pick<
  Tables<'outbound_routes'>,
  | 'id'
  | 'name'
  | 'matches'
  | 'pattern'
  | 'toll_class'
  | 'gateway_1_id'
  | 'gateway_2_id'
  | 'gateway_3_id'
  | 'strip_digits'
  | 'prefix'
  | 'position'
  | 'caller_id_did_id'
  | 'concurrent_limit'
  | 'enabled'
>

export type Preset = Exclude<(typeof OUTBOUND_ROUTES.matches.choices)[number], 'pattern'>
export type TollClass = (typeof OUTBOUND_ROUTES.toll_class.choices)[number]

/** Toll classes of a phone, lowest first; each includes those before it. */
export const PHONE_CLASSES = EXTENSIONS.toll_class.choices
export type PhoneClass = (typeof PHONE_CLASSES)[number]

const EXCHANGE = '[2-9][0-9]{6}'
const SEVEN_DIGITS = new RegExp(`^${EXCHANGE}$`)
/** Area codes of the North American plan outside the US and Canada (the islands), billed as international. */
const ISLANDS = '(?:242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)'
/** Toll-free area codes, including those reserved for later. */
const TOLL_FREE = '8(?:00|33|44|55|66|77|88)'

/**
 * Route presets, matched against the dialed digits (dialedDigits). Emergency numbers are 911, its test number 933 and the crisis
 * line 988 (47 CFR 9.16 and 52.200 require direct dialing, without a prefix).
 */
export const PRESETS: Readonly<
  Record<Preset, { label: string; hint: string; example: string; tollClass: TollClass; expression: string }>
> = {
  emergency: {
    label: 'Emergency',
    hint: '911, its test number 933, and 988',
    example: NOTIFIED_NUMBER,
    tollClass: 'emergency',
    expression: `^(?:${EMERGENCY_NUMBERS.join('|')})$`,
  },
  local: {
    label: 'Local',
    hint: 'Seven digits, or ten in the tenant’s own area code',
    example: '5550142',
    tollClass: 'local',
    expression: `^(?!976)${EXCHANGE}$`,
  },
  national: {
    label: 'National',
    hint: 'Ten digits in the US and Canada, with or without 1; neither toll-free nor premium',
    example: '2075550142',
    tollClass: 'national',
    expression: `^1?(?!${ISLANDS}|${TOLL_FREE}|900|[2-9][0-9]{2}976)[2-9][0-9]{2}${EXCHANGE}$`,
  },
  toll_free: {
    label: 'Toll-free',
    hint: '800, 833, 844, 855, 866, 877, 888',
    example: '8005550142',
    tollClass: 'local',
    expression: `^1?${TOLL_FREE}${EXCHANGE}$`,
  },
  international: {
    label: 'International',
    hint: '011 or +, and the islands that share the country code 1',
    example: '011442079460018',
    tollClass: 'international',
    expression: `^(?:011[2-9][0-9]{6,14}|1?${ISLANDS}${EXCHANGE})$`,
  },
  premium: {
    label: 'Premium',
    hint: '900 and 976 numbers',
    example: '9005550142',
    tollClass: 'premium',
    expression: `^(?:976[0-9]{4}|1?900${EXCHANGE}|1?(?!${ISLANDS}|${TOLL_FREE}|900)[2-9][0-9]{2}976[0-9]{4})$`,
  },
}

/** Expensive destinations, attractive to toll fraud: routes for them start disabled. */
export function isCostly(tollClass: string): boolean {
  return tollClass === 'international' || tollClass === 'premium'
}

/**
 * The digits that routes are matched against: separators are removed, `+1…` loses its plus, any other `+…` becomes 011…. Undefined
 * if the text cannot be dialed.
 */
export function dialedDigits(typed: string): string | undefined {
  const dialed = withoutSeparators(typed)
  if (!/^\+?[0-9*#]{1,24}$/.test(dialed)) return undefined
  if (!dialed.startsWith('+')) return dialed
  return dialed.startsWith('+1') ? dialed.slice(1) : `011${dialed.slice(1)}`
}

const PIECES = new RegExp(DIAL_PATTERN)

/** Why a regular expression cannot be a route's pattern; undefined when it can. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'Enter a regular expression.'
  if (pattern.length > 120) return 'Use at most 120 characters.'
  const stranger = /[^0-9*#+^$|().?{},[\]\\d-]/.exec(pattern)?.[0]
  if (stranger) return `Remove “${stranger}”: it cannot appear in a pattern of dialed numbers.`
  if (!PIECES.test(pattern))
    return 'Use only digits, sets of digits, \\d, repetitions up to 99, and groups with *, + or ?.'
  try {
    dialMatcher(pattern)
    return undefined
  } catch {
    return 'This is not a valid regular expression. Check its brackets.'
  }
}

/** Whether a route matches the dialed digits; `areaCode` is the tenant's own (three digits). */
export function routeMatches(
  { matches, pattern }: Pick<OutboundRoute, 'matches' | 'pattern'>,
  digits: string,
  areaCode?: string,
): boolean {
  if (matches === 'pattern')
    return pattern !== null && !patternProblem(pattern) && dialMatcher(pattern).test(digits)
  if (!(matches in PRESETS)) return false
  if (new RegExp(PRESETS[matches as Preset].expression).test(digits)) return true
  return (
    matches === 'local' &&
    areaCode !== undefined &&
    new RegExp(PRESETS.national.expression).test(digits) &&
    digits.replace(/^1(?=[0-9]{10}$)/, '').startsWith(areaCode)
  )
}

/** Whether a phone's class allows a route of that class. Emergency calls are always allowed, premium never. */
export function mayUse(phone: PhoneClass, route: string): boolean {
  if (route === 'emergency') return true
  const needed = PHONE_CLASSES.indexOf(route as PhoneClass)
  return needed > 0 && PHONE_CLASSES.indexOf(phone) >= needed
}

/** The dialed digits with the tenant's area code before seven of them. */
export function withAreaCode(digits: string, areaCode?: string): string {
  return areaCode !== undefined && SEVEN_DIGITS.test(digits) ? areaCode + digits : digits
}

/** The called number in E.164, where the dialed digits (dialedDigits) are one of the North American plan or begin with 011. */
export function calledNumber(digits: string, areaCode?: string): string {
  const whole = withAreaCode(digits, areaCode)
  if (/^1?[2-9][0-9]{2}[2-9][0-9]{6}$/.test(whole)) return `+1${whole.slice(-10)}`
  return /^011[1-9][0-9]{6,14}$/.test(whole) ? `+${whole.slice(3)}` : digits
}

/**
 * The number after a route's changes, before its gateway's own format (gatewayNumber). A route that takes digits off changes no emergency
 * number: a pattern for numbers with a leading 9 takes 911 too, where nothing is to be taken off or put before.
 */
export function numberSent(
  { strip_digits, prefix }: Pick<OutboundRoute, 'strip_digits' | 'prefix'>,
  digits: string,
): string {
  return isEmergency(digits) && strip_digits > 0 ? digits : prefix + digits.slice(strip_digits)
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
  if (calledNumber(dialedDigits(sent) ?? sent).startsWith('+')) return undefined
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
export function inOrder<Route extends Pick<OutboundRoute, 'position' | 'name'>>(
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
  const verdicts = inOrder(routes).map((route) => {
    const verdict = verdictOf(route)
    if (verdict === 'taken') winner = route
    return { route, verdict }
  })
  return { digits, winner, sent: winner && numberSent(winner, withAreaCode(digits, areaCode)), verdicts }

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
