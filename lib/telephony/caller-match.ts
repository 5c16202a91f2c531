import type { DID_CONDITIONS } from '../supabase/constraints'
import { detectPhone } from '../validation/phone'

/** How the other party's number is compared. */
export type CallerMatch = (typeof DID_CONDITIONS.match.choices)[number]

/**
 * What switches send in place of a withheld number, including nothing. The SQL function preview_block_rule uses the same list.
 */
const WITHHELD = /^(?:anonymous|restricted|private|unavailable|unknown)?$/i

/** Whether a number (E.164, or digits as dialed) matches. */
export function callerMatches(
  { match, number }: { match: string; number: string | null },
  other: string,
): boolean {
  if (match === 'anonymous') return WITHHELD.test(other)
  if (number === null || number === '') return false
  return match === 'exact' ? other === number : other.startsWith(number)
}

/** A typed number without the spaces and punctuation that people write. */
export const compactNumber = (typed: string) => typed.replace(/[\s().\-/]/g, '')

/**
 * A typed number as rules store it: E.164 for a North American number or one with a plus, otherwise digits as dialed. Undefined
 * for anything else.
 */
export function ruleNumber(typed: string, match: string): string | undefined {
  const compact = compactNumber(typed)
  if (match === 'exact') {
    return detectPhone(typed) ?? (/^\+?[0-9]{2,15}$/.test(compact) ? compact : undefined)
  }
  return /^\+?[0-9]{1,14}$/.test(compact) ? compact : undefined
}
