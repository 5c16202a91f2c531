import type { Tables } from '../supabase/database.types'

/** What a route's decision needs of it. */
export type OutboundRoute = Pick<
  Tables<'outbound_routes'>,
  | 'id'
  | 'name'
  | 'matches'
  | 'pattern'
  | 'toll_class'
  | 'gateway_1'
  | 'gateway_2'
  | 'gateway_3'
  | 'strip_digits'
  | 'prefix'
  | 'position'
  | 'caller_id_did_id'
  | 'concurrent_limit'
  | 'enabled'
>

export type Preset = 'emergency' | 'local' | 'national' | 'toll_free' | 'international' | 'premium'
export type TollClass = 'emergency' | 'local' | 'national' | 'international' | 'premium'

/** What a phone may dial, the least first; each class includes those before it. As extensions.toll_class. */
export const PHONE_CLASSES = ['internal', 'local', 'national', 'international'] as const
export type PhoneClass = (typeof PHONE_CLASSES)[number]

const EXCHANGE = '[2-9][0-9]{6}'
/** Area codes of the North American plan that are billed as calls abroad: the islands, outside the US and Canada. */
const ISLANDS = '(?:242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)'
/** Area codes reserved for toll-free numbers, those opened later included. */
const TOLL_FREE = '8(?:00|33|44|55|66|77|88)'

/**
 * The presets: what is matched against the digits dialled (dialledDigits). Emergency numbers are 911, its test number
 * 933 and the crisis line 988 (47 CFR 9.16 and 52.200 ask that they be dialled directly, without a prefix).
 */
export const PRESETS: Readonly<
  Record<Preset, { label: string; hint: string; example: string; tollClass: TollClass; expression: string }>
> = {
  emergency: {
    label: 'Emergency',
    hint: '911, its test number 933, and 988',
    example: '911',
    tollClass: 'emergency',
    expression: '^(?:911|933|988)$',
  },
  local: {
    label: 'Local',
    hint: 'Seven digits, or ten in the tenant’s own area code',
    example: '5550142',
    tollClass: 'local',
    expression: `^${EXCHANGE}$`,
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
    expression: `^1?(?:900${EXCHANGE}|[2-9][0-9]{2}976[0-9]{4})$`,
  },
}

/** Calls that cost dearly when somebody breaks in: routes for them start switched off. */
export function isCostly(tollClass: string): boolean {
  return tollClass === 'international' || tollClass === 'premium'
}

/**
 * What reaches the routes when a number is typed or dialled: separators are left out, `+1…` is the number without its
 * plus, any other `+…` begins with 011. Undefined for what cannot be dialled.
 */
export function dialledDigits(typed: string): string | undefined {
  const dialled = typed.replace(/[\s().\-/]/g, '')
  if (!/^\+?[0-9*#]{1,24}$/.test(dialled)) return undefined
  if (!dialled.startsWith('+')) return dialled
  return dialled.startsWith('+1') ? dialled.slice(1) : `011${dialled.slice(1)}`
}

/** Why a regular expression cannot be a route's pattern; undefined when it can. The database checks the same. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'Enter a regular expression.'
  if (pattern.length > 120) return 'A pattern has at most 120 characters.'
  const stranger = /[^0-9*#+^$|().?{},[\]\\d-]/.exec(pattern)?.[0]
  if (stranger) return `“${stranger}” has no place in a pattern of dialled numbers.`
  if (/\(\?|\\(?![d+*.()[\]{}|^$?\\-])/.test(pattern)) return 'Use groups, sets, \\d and repetitions only.'
  try {
    new RegExp(pattern)
    return undefined
  } catch {
    return 'This is no valid regular expression: check its brackets.'
  }
}

/** Whether a route is for the digits dialled; `areaCode` is the tenant's own (three digits). */
export function routeMatches(
  { matches, pattern }: Pick<OutboundRoute, 'matches' | 'pattern'>,
  digits: string,
  areaCode?: string,
): boolean {
  if (matches === 'pattern')
    return pattern !== null && !patternProblem(pattern) && new RegExp(pattern).test(digits)
  if (!(matches in PRESETS)) return false
  if (new RegExp(PRESETS[matches as Preset].expression).test(digits)) return true
  return (
    matches === 'local' &&
    areaCode !== undefined &&
    new RegExp(PRESETS.national.expression).test(digits) &&
    digits.replace(/^1(?=[0-9]{10}$)/, '').startsWith(areaCode)
  )
}

/** Whether a phone of the class may use a route of that class. Emergency calls are everybody's; premium nobody's. */
export function mayUse(phone: PhoneClass, route: string): boolean {
  if (route === 'emergency') return true
  const needed = PHONE_CLASSES.indexOf(route as PhoneClass)
  return needed > 0 && PHONE_CLASSES.indexOf(phone) >= needed
}

/** The number that a route sends to its gateway. */
export function numberSent(
  { strip_digits, prefix }: Pick<OutboundRoute, 'strip_digits' | 'prefix'>,
  digits: string,
): string {
  return prefix + digits.slice(strip_digits)
}

/** A route's gateways in the order in which they are tried. */
export function gatewaysOf({ gateway_1, gateway_2, gateway_3 }: OutboundRoute): string[] {
  return [gateway_1, gateway_2, gateway_3].filter((gateway) => gateway !== null)
}

/** What became of a route in a test. */
export type Verdict = 'taken' | 'off' | 'other numbers' | 'class not allowed' | 'not reached'

/** How a dialled number would leave the tenant. */
export interface RouteTest {
  digits: string
  /** The route that is taken; undefined when the call does not leave. */
  winner?: OutboundRoute
  /** What the gateway is sent; undefined without a winner. */
  sent?: string
  verdicts: { route: OutboundRoute; verdict: Verdict }[]
}

/** The order in which routes are tried: by position, and by name where that is the same. */
export function inOrder<Route extends Pick<OutboundRoute, 'position' | 'name'>>(
  routes: readonly Route[],
): Route[] {
  return [...routes].sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'en'))
}

/**
 * Tells which of a tenant's routes takes a dialled number (dialledDigits), and what each route has to say to it. The
 * first that is on, matches, and that the phone's class allows is taken.
 */
export function testRoutes(
  routes: readonly OutboundRoute[],
  digits: string,
  { areaCode, phoneClass }: { areaCode?: string; phoneClass?: PhoneClass } = {},
): RouteTest {
  let winner: OutboundRoute | undefined
  const verdicts = inOrder(routes).map((route) => {
    const verdict = verdictOf(route)
    if (verdict === 'taken') winner = route
    return { route, verdict }
  })
  return { digits, winner, sent: winner && numberSent(winner, digits), verdicts }

  function verdictOf(route: OutboundRoute): Verdict {
    if (!routeMatches(route, digits, areaCode)) return 'other numbers'
    if (!route.enabled) return 'off'
    if (winner) return 'not reached'
    return phoneClass && !mayUse(phoneClass, route.toll_class) ? 'class not allowed' : 'taken'
  }
}
