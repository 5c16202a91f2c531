import { z } from 'zod'
import { defineResource } from './resource'
import { COUNTRIES } from './tenant-settings'

/** By their postal codes; those where US armed forces get their mail are not places that help is sent to. */
const STATES = {
  US: 'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
} as const

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
    street: filled(120).regex(/^\S*\d\S*\s+\S/, 'Start with the house number, such as 100 Main Street.'),
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
  .superRefine(({ country, state, postal_code }, context) => {
    if (/^[A-Z]{2}$/.test(state) && !STATES[country].split(' ').includes(state)) {
      context.addIssue({ code: 'custom', path: ['state'], message: 'There is no such state or province.' })
    }
    const { pattern, message } = POSTAL_CODES[country]
    if (!pattern.test(postal_code)) context.addIssue({ code: 'custom', path: ['postal_code'], message })
  })

/** Where help is sent when 911 is called from a number; complete as private.address_gap demands. */
export const emergencyAddress = defineResource({
  table: 'emergency_addresses',
  section: 'telephony',
  noun: 'E911 address',
  plural: 'E911 addresses',
  description: 'Where help is sent. Numbers are registered at one of these.',
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
