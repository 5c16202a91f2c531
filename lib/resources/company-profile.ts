import { TIME_ZONES } from '../dates/zones'
import { choice, text, textarea } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { COMPANY_PROFILES as LIMITS } from '../supabase/constraints'
import { EMAIL } from './email-field'

/** The provider's own company, which has a page instead of a list. */
export const companyProfile = defineResource({
  table: 'company_profiles',
  section: 'superadmin',
  noun: 'company profile',
  fields: {
    name: text({
      ...LIMITS.name,
      required: 'Enter your company’s name.',
      hint: 'The sender of quotes, invoices and emails to customers.',
    }),
    address: textarea({ ...LIMITS.address, hint: 'As on an envelope.' }),
    phone: text({ ...LIMITS.phone, keyboard: 'tel', hint: 'Printed exactly as you enter it.' }),
    email: text({ ...EMAIL, empty: null }),
    time_zone: choice({
      options: TIME_ZONES,
      open: true,
      start: 'America/New_York',
      required: 'Choose a time zone.',
      hint: 'Decides when your day ends: due dates, invoices and reports.',
    }),
    tax_id: text({ ...LIMITS.tax_id, label: 'Tax ID' }),
    payment_instructions: textarea({
      ...LIMITS.payment_instructions,
      label: 'How to pay',
      wide: true,
      hint: 'Below the total of invoices, such as where to send a check.',
    }),
    quote_terms: textarea({
      ...LIMITS.quote_terms,
      label: 'Terms of quotes',
      wide: true,
      hint: 'Proposed for the first quote of each opportunity.',
    }),
  },
  columns: [{ id: 'name', phone: 'primary' }],
  sort: { column: 'name' },
  elsewhere: ['create', 'delete', 'export'],
  label: ({ name }) => name,
})
