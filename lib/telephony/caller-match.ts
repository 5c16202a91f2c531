import type { DID_CONDITIONS } from '../supabase/constraints'
import { detectOutsideNumber, shownNumber, withoutSeparators, withPlus } from '../validation/phone'

/** How the other party's number is compared. */
export type CallerMatch = (typeof DID_CONDITIONS.match.choices)[number]

/**
 * What switches send in place of a withheld number, including nothing. The SQL function preview_block_rule uses the same list.
 */
const WITHHELD = /^(?:anonymous|restricted|private|unavailable|unknown)?$/i

/** A number (E.164, or digits as dialed) with 011 in place of the plus of numbers abroad. */
export const dialedAbroad = (number: string): string => number.replace(/^\+(?!1)/, '011')

/**
 * Whether a number (E.164, or digits as dialed) matches, in any spelling: numbers abroad also begin with 011, and those of the given area
 * code are seven digits, too. The SQL function preview_block_rule compares the same.
 */
export function callerMatches(
  { match, number }: { match: string; number: string | null },
  other: string,
  areaCode?: string,
): boolean {
  if (match === 'anonymous') return WITHHELD.test(other)
  if (number === null || number === '') return false
  const near = areaCode !== undefined && other.length === 12 && other.startsWith(`+1${areaCode}`)
  const spellings = [other, dialedAbroad(other), ...(near ? [other.slice(5)] : [])]
  return spellings.some((each) => (match === 'exact' ? each === number : each.startsWith(number)))
}

/** A rule's number as people read it, with an ellipsis after the beginning of numbers; empty if it matches withheld numbers. */
export const shownRuleNumber = ({ match, number }: { match: string; number: string | null }): string =>
  match === 'prefix' ? `${number}…` : shownNumber(number ?? '')

/** The beginning of a North American number, from its area code on; codes such as 411 are no area codes. */
const NORTH_AMERICAN = /^1?([2-9](?!11)[0-9]{2}(?:[2-9][0-9]{0,6})?)$/

/**
 * A typed number or prefix as rules store it, which is how calls show it: E.164 where it is a number or the beginning of one,
 * otherwise digits as dialed. Undefined for anything else.
 */
export function ruleNumber(typed: string, match: string): string | undefined {
  const compact = withoutSeparators(typed)
  if (match === 'exact') {
    const digits = /^\+?[0-9]{2,15}$/.test(compact) ? withPlus(compact) : undefined
    return detectOutsideNumber(typed) ?? digits
  }
  if (!/^\+?[0-9]{1,14}$/.test(compact)) return undefined
  return withPlus(compact.replace(NORTH_AMERICAN, '+1$1').replace(/^011([1-9])/, '+$1'))
}
