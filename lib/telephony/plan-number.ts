import { z } from 'zod'
import { isEmergency } from './emergency-number'

/** The rule for a number of the tenant's number plan: these digits, and no emergency number. The database checks the same. */
export function planNumber(digits: RegExp, message: string) {
  return z
    .string()
    .regex(digits, message)
    .refine((typed) => !isEmergency(typed), 'This is an emergency number.')
}

/** What an extension's number may be. */
export const extensionNumber = planNumber(/^[0-9]{2,7}$/, 'Enter an extension of 2 to 7 digits.')
