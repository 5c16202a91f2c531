import { z } from 'zod'
import { text, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'

/** A code that a tenant's phones dial for a feature. The set is fixed, the codes are the tenant's. */
export const featureCode = defineResource({
  table: 'feature_codes',
  section: 'telephony',
  noun: 'feature code',
  plural: 'feature codes',
  fields: {
    code: text({
      label: 'Code',
      max: 7,
      required: 'Enter a code.',
      rule: z
        .string()
        .regex(/^\*[0-9*#]{1,6}$/, 'A star, then 1 to 6 digits, stars or hashes.')
        .refine((code) => !/^\*99[0-9]/.test(code), '*99 and a digit is kept for voicemails.'),
    }),
    enabled: toggle({ label: 'Enabled', start: true }),
  },
  columns: [],
  sort: { column: 'name' },
  label: ({ name }) => name,
})
