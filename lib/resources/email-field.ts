import { z } from 'zod'

/** What a field with one email address is, as private.is_email limits it. */
export const EMAIL = {
  maxLength: 254,
  keyboard: 'email',
  rule: z.email('Enter a valid email address.'),
} as const
