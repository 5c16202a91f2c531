import { z } from 'zod'
import { isEmergency } from './emergency-number'

/** What an extension's number may be; the database checks the same. */
export const extensionNumber = z
  .string()
  .regex(/^[0-9]{2,7}$/, 'Enter an extension of 2 to 7 digits.')
  .refine((typed) => !isEmergency(typed), 'This is an emergency number.')
