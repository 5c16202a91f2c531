import type { Tables } from '../supabase/database.types'
import { isEmergency } from './emergency-number'

type Code = Pick<Tables<'feature_codes'>, 'feature' | 'code'>

/** Features whose code is followed by digits: the number to forward to, or the extension to pick up. */
export const TAKES_DIGITS = ['call_forward', 'directed_pickup'] as const

/** The feature for a code with digits after it, resolved as in a call (docs/decisions/064). */
export function codeWithDigits<Of extends Code>(codes: readonly Of[], dialed: string): Of | undefined {
  return codes
    .filter(({ feature, code }) => TAKES_DIGITS.some((one) => one === feature) && dialed.startsWith(code))
    .sort((one, other) => other.code.length - one.code.length)[0]
}

/** Whether a number can only be internal: a feature code, or too short for an outside number. */
export function isInternal(dialed: string): boolean {
  if (isEmergency(dialed)) return false
  // *99 plus an extension is that extension's voicemail.
  return /^(?:\*(?!99[0-9])[0-9*#]*|[0-9]{2,6})$/.test(dialed)
}
