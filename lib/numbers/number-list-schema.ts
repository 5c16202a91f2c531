import { z } from 'zod'
import { detectPhone } from '../validation/phone'

/** A request's list of 1 to `most` phone numbers, converted to E.164 without duplicates. */
export function numberListSchema(most: number) {
  const number = z
    .string()
    .max(64)
    .transform((text, context) => {
      const found = detectPhone(text)
      if (found) return found
      context.addIssue({ code: 'custom', message: 'Enter a valid phone number.' })
      return z.NEVER
    })
  return z.strictObject({
    numbers: z
      .array(number)
      .min(1)
      .max(most)
      .transform((numbers) => [...new Set(numbers)]),
  })
}
