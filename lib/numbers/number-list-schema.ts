import { z } from 'zod'
import { detectPhone } from '../validation/phone'

/** 1 to `most` telephone numbers in a request, each once and in E.164 form. */
export function numberListSchema(most: number) {
  const number = z
    .string()
    .max(64)
    .transform((text, context) => {
      const found = detectPhone(text)
      if (found) return found
      context.addIssue({ code: 'custom', message: 'This is no phone number.' })
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
