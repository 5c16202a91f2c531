import { detectPhone } from '../validation/phone'

/** How the other side's number is compared. */
export type CallerMatch = 'exact' | 'prefix' | 'anonymous'

/** Words that switches put in place of a number that is withheld, and nothing at all. As would_have_blocked in SQL. */
const WITHHELD = /^(?:anonymous|restricted|private|unavailable|unknown)?$/i

/** Whether a number (E.164, or digits as dialled) is the one meant. */
export function callerMatches(
  { match, number }: { match: string; number: string | null },
  other: string,
): boolean {
  if (match === 'anonymous') return WITHHELD.test(other)
  if (number === null || number === '') return false
  return match === 'exact' ? other === number : other.startsWith(number)
}

/**
 * A typed number as rules store it: E.164 for a North American number or one with a plus, else digits as dialled.
 * Undefined for what is neither.
 */
export function ruleNumber(typed: string, match: string): string | undefined {
  const compact = typed.replace(/[\s().\-/]/g, '')
  if (match === 'exact') {
    return detectPhone(typed) ?? (/^\+?[0-9]{2,15}$/.test(compact) ? compact : undefined)
  }
  return /^\+?[0-9]{1,14}$/.test(compact) ? compact : undefined
}
