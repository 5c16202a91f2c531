import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'

type Code = Pick<Tables<'feature_codes'>, 'feature' | 'code'>

/** Features that something may follow: the number to forward to, the extension to pick up. */
export const TAKES_DIGITS = ['call_forward', 'directed_pickup'] as const

/** The feature that is reached by a code with digits behind it, as a call does (docs/decisions/064). */
export function codeWithDigits<Of extends Code>(codes: readonly Of[], dialed: string): Of | undefined {
  return codes
    .filter(({ feature, code }) => TAKES_DIGITS.some((one) => one === feature) && dialed.startsWith(code))
    .sort((one, other) => other.code.length - one.code.length)[0]
}

/** Whether only the tenant's number plan can know the number: a code, or too short for an outside number. */
export function isInternal(dialed: string): boolean {
  if (EMERGENCY_NUMBERS.some((number) => number === dialed)) return false
  // *99 and an extension is that extension's voicemail.
  return /^(?:\*(?!99[0-9])[0-9*#]*|[0-9]{2,6})$/.test(dialed)
}
