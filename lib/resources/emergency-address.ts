import { z } from 'zod'
import { choice, matching, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { ADDRESS_STATES } from '../supabase/address-states'
import { EMERGENCY_ADDRESSES as LIMITS } from '../supabase/constraints'
import { COUNTRIES } from './tenant-settings'

const POSTAL_CODES = {
  US: { pattern: /^[0-9]{5}(-[0-9]{4})?$/, message: 'Enter a ZIP code such as 04101 or 04101-1234.' },
  CA: {
    pattern: /^[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]$/,
    message: 'Enter a postal code such as K1A 0B1.',
  },
} as const

const upperCase = z.string().toUpperCase()

/** A dispatchable location for 911 calls, as complete as private.address_incomplete_reason requires. */
export const emergencyAddress = defineResource({
  table: 'emergency_addresses',
  section: 'telephony',
  noun: 'E911 address',
  description: 'Where emergency services go. Each number is registered at one of these.',
  fields: {
    label: text({ ...LIMITS.label, label: 'Name', required: true, wide: true }),
    street: text({
      ...LIMITS.street,
      required: true,
      rule: matching(/^\S*\d\S*\s+\S/, 'Start with the house number, such as 100 Main Street.'),
    }),
    unit: text({ ...LIMITS.unit, label: 'Suite, floor or building' }),
    city: text({ ...LIMITS.city, required: true }),
    state: text({
      label: 'State or province',
      required: true,
      maxLength: 2,
      rule: upperCase.regex(/^[A-Z]{2}$/, 'Enter two letters, such as ME or ON.'),
    }),
    postal_code: text({ label: 'ZIP or postal code', required: true, maxLength: 10, rule: upperCase }),
    country: choice({ options: COUNTRIES, start: 'US' }),
  },
  rules: (form) =>
    form.superRefine(({ country: typed, state, postal_code }, context) => {
      const country = typed === 'CA' ? 'CA' : 'US'
      if (/^[A-Z]{2}$/.test(state) && !ADDRESS_STATES[country].some((one) => one === state)) {
        context.addIssue({ code: 'custom', path: ['state'], message: 'Enter a valid state or province.' })
      }
      const { pattern, message } = POSTAL_CODES[country]
      if (!pattern.test(postal_code)) context.addIssue({ code: 'custom', path: ['postal_code'], message })
    }),
  columns: [
    { id: 'label', sortable: true, phone: 'primary' },
    { id: 'street', header: 'Address', phone: 'secondary' },
    { id: 'validated_at', header: 'Validated', phone: 'secondary' },
  ],
  sort: { column: 'label' },
  unique: ['label'],
  label: ({ label }) => label,
})
