import { z } from 'zod'
import { defineResource } from './resource'

/** A code that a tenant's phones dial for a feature. The set is fixed, the codes are the tenant's. */
export const featureCode = defineResource({
  table: 'feature_codes',
  section: 'telephony',
  noun: 'feature code',
  plural: 'feature codes',
  schema: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\*[0-9*#]{1,6}$/, 'A star, then 1 to 6 digits, stars or hashes.')
      .refine((code) => !/^\*99[0-9]/.test(code), '*99 and a digit is kept for voicemails.'),
    enabled: z.boolean(),
  }),
  blank: () => ({ code: '', enabled: true }),
  fields: [
    { name: 'code', label: 'Code', kind: 'text', required: true, maxLength: 7 },
    { name: 'enabled', label: 'Enabled', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'name' },
  label: ({ name }) => name,
})
