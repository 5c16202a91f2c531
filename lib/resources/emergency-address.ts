import { z } from 'zod'
import { defineResource } from './resource'
import { COUNTRIES } from './tenant-settings'

const POSTAL_CODES = {
  US: { pattern: /^[0-9]{5}(-[0-9]{4})?$/, message: 'A ZIP code has five digits, or nine with a dash.' },
  CA: {
    pattern: /^[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]$/,
    message: 'A postal code reads K1A 0B1.',
  },
} as const

const filled = (longest: number) =>
  z.string().trim().min(1, 'This must be filled in.').max(longest, `At most ${longest} characters.`)

const schema = z
  .object({
    label: filled(60),
    street: filled(120),
    unit: z.string().trim().max(60, 'At most 60 characters.'),
    city: filled(60),
    state: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'Two letters, such as ME or ON.'),
    postal_code: z.string().trim().toUpperCase(),
    country: z.enum(['US', 'CA']),
  })
  .superRefine(({ country, postal_code }, context) => {
    const { pattern, message } = POSTAL_CODES[country]
    if (!pattern.test(postal_code)) context.addIssue({ code: 'custom', path: ['postal_code'], message })
  })

/** Where help is sent when 911 is called from a number. */
export const emergencyAddress = defineResource({
  table: 'emergency_addresses',
  section: 'telephony',
  noun: 'E911 address',
  plural: 'E911 addresses',
  description: 'Where help is sent. A number with E911 refers to one.',
  schema,
  blank: () => ({ label: '', street: '', unit: '', city: '', state: '', postal_code: '', country: 'US' }),
  fields: [
    { name: 'label', label: 'Name', kind: 'text', required: true, maxLength: 60, wide: true },
    { name: 'street', label: 'Street', kind: 'text', required: true, maxLength: 120 },
    { name: 'unit', label: 'Suite, floor or building', kind: 'text', maxLength: 60 },
    { name: 'city', label: 'City', kind: 'text', required: true, maxLength: 60 },
    { name: 'state', label: 'State or province', kind: 'text', required: true, maxLength: 2 },
    { name: 'postal_code', label: 'ZIP or postal code', kind: 'text', required: true, maxLength: 10 },
    { name: 'country', label: 'Country', kind: 'select', options: COUNTRIES, required: true },
  ],
  columns: [
    { id: 'label', header: 'Name', sortable: true, phone: 'primary' },
    { id: 'street', header: 'Address', phone: 'secondary' },
    { id: 'validated_at', header: 'Validated', phone: 'secondary' },
  ],
  sort: { column: 'label' },
  unique: ['label'],
  label: ({ label }) => label,
})
