import { DIAL_PATTERN, EMERGENCY_NUMBERS, EXTENSIONS, type OUTBOUND_ROUTES } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import { dialMatcher } from './dial-matcher'
import { EXCHANGE } from './dialed-number'
import { NOTIFIED_NUMBER } from './emergency-number'

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
