import { z } from 'zod'
import { termsLabel } from '../billing/account'
import { TIME_ZONES } from '../dates/zones'
import type { RecordRow } from '../records/field'
import { choice, choices, contactPhone, field, kept, text, textarea } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { COMPANY_ACCOUNTS as ACCOUNT, CONTACTS, COMPANIES as LIMITS } from '../supabase/constraints'
import { tenantCode } from '../tenants/new-tenant'
import { isWebAddress } from '../validation/web-address'
import { EMAIL } from './email-field'

export const CUSTOMER_STATUSES = choices(LIMITS.status.choices)

const TYPES = choices(LIMITS.type.choices, { tenant: { hint: 'Has, or will have, its own phone service.' } })
const TERMS = ACCOUNT.terms_days.choices.map((days) => ({ value: String(days), label: termsLabel(days) }))

export const contact = {
  id: kept(z.string(), ''),
  name: text({ ...CONTACTS.name, required: 'Enter a name.' }),
  role: text(CONTACTS.role),
  email: text({ ...EMAIL, empty: null }),
  phone: contactPhone({}),
}
const contactRow = formOf(contact)

export type CustomerContact = z.input<typeof contactRow>

const hasTenant = ({ domain_uuid }: RecordRow) => Boolean(domain_uuid)

/** A customer is a company; one with its own phone service has a tenant (specification section 3). */
export const customer = defineResource({
  table: 'companies',
  view: 'customer_list',
  restrictedTable: 'company_accounts',
  section: 'customers',
  noun: 'customer',
  description: 'Companies, from the first contact to the closed account.',
  fields: {
    name: text({ ...LIMITS.name, label: 'Legal name', required: 'Enter the legal name.' }),
    status: choice({ options: CUSTOMER_STATUSES, start: 'prospect', bulk: true }),
    type: choice({ options: TYPES, start: 'company', fixedFor: hasTenant }),
    tenant_code: text({
      maxLength: 32,
      empty: null,
      rule: tenantCode,
      fixedFor: hasTenant,
      hint: 'Lowercase letters, digits and hyphens. Cannot change once the tenant is live.',
    }),
    phone: contactPhone({}),
    website: text({
      ...LIMITS.website,
      keyboard: 'url',
      empty: null,
      rule: z.string().refine(isWebAddress, CONSTRAINT_MESSAGES.companies_website_check.message),
    }),
    tax_id: text({ ...ACCOUNT.tax_id, label: 'Tax ID' }),
    terms_days: field(
      {
        label: 'Terms',
        kind: 'select',
        options: TERMS,
        required: true,
        bulk: true,
        hint: 'When its invoices are due, unless its tenant has terms of its own in Billing.',
      },
      // An empty cell of a file is null, and Number(null) would be due at once.
      z.union([z.number(), z.string().min(1).transform(Number)], 'Fill in this field.'),
      30,
    ),
    time_zone: choice({ options: TIME_ZONES, empty: null, open: true }),
    billing_address: textarea({ ...ACCOUNT.billing_address, hint: 'Shown on its invoices.' }),
    service_address: textarea(LIMITS.service_address),
    notes: textarea(ACCOUNT.notes),
    owner_id: kept(
      z
        .string()
        .nullish()
        .transform((owner) => owner || null),
      null,
    ),
    contacts: kept(z.array(contactRow), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'tenant_code', header: 'Code', sortable: true },
    { id: 'status', sortable: true },
    { id: 'tenant', phone: 'hidden' },
    { id: 'seats', numeric: true, phone: 'hidden' },
    { id: 'balance', numeric: true },
    { id: 'owner_name', header: 'Owner', phone: 'hidden' },
    { id: 'created_at', header: 'Created', sortable: true, phone: 'hidden' },
  ],
  fileOnly: ['currency'],
  search: 'Name, code, website or phone',
  filters: [
    'status',
    { name: 'type', label: 'Type', options: choices(['tenant', 'company'], { company: 'Without a tenant' }) },
    {
      name: 'overdue',
      label: 'Invoices',
      options: [{ value: 'true', label: 'Overdue' }],
      section: 'billing',
    },
  ],
  sort: { column: 'name' },
  importKey: ['name'],
  children: [{ table: 'contacts', parent: 'company_id', orderBy: 'name' }],
  unique: ['tenant_code'],
  label: ({ name }) => name,
})
