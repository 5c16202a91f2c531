import { z } from 'zod'
import { choice, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
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

const upperCase = z.string().toUpperCase()

/** Where help is sent when 911 is called from a number; complete as private.address_gap demands. */
export const emergencyAddress = defineResource({
  table: 'emergency_addresses',
  section: 'telephony',
  noun: 'E911 address',
  plural: 'E911 addresses',
  description: 'Where help is sent. Numbers are registered at one of these.',
  fields: {
    label: text({ label: 'Name', required: true, max: 60, wide: true }),
    street: text({
      label: 'Street',
      required: true,
      max: 120,
      rule: z.string().regex(/^\S*\d\S*\s+\S/, 'Start with the house number, such as 100 Main Street.'),
    }),
    unit: text({ label: 'Suite, floor or building', max: 60 }),
    city: text({ label: 'City', required: true, max: 60 }),
    state: text({
      label: 'State or province',
      required: true,
      max: 2,
      rule: upperCase.regex(/^[A-Z]{2}$/, 'Two letters, such as ME or ON.'),
    }),
    postal_code: text({ label: 'ZIP or postal code', required: true, max: 10, rule: upperCase }),
    country: choice({ label: 'Country', options: COUNTRIES, start: 'US' }),
  },
  rules: (form) =>
    form.superRefine(({ country: typed, state, postal_code }, context) => {
      const country = typed === 'CA' ? 'CA' : 'US'
      if (/^[A-Z]{2}$/.test(state) && !STATES[country].split(' ').includes(state)) {
        context.addIssue({ code: 'custom', path: ['state'], message: 'There is no such state or province.' })
      }
      const { pattern, message } = POSTAL_CODES[country]
      if (!pattern.test(postal_code)) context.addIssue({ code: 'custom', path: ['postal_code'], message })
    }),
  columns: [
    { id: 'label', header: 'Name', sortable: true, phone: 'primary' },
    { id: 'street', header: 'Address', phone: 'secondary' },
    { id: 'validated_at', header: 'Validated', phone: 'secondary' },
  ],
  sort: { column: 'label' },
  unique: ['label'],
  label: ({ label }) => label,
})
