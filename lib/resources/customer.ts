import { z } from 'zod'
import type { Choice, RecordRow } from '../records/field'
import { choice, field, kept, phone, text, textarea } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'

/** How a company stands. */
export const CUSTOMER_STATUSES: readonly Choice[] = [
  { value: 'prospect', label: 'Prospect' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'closed', label: 'Closed' },
]

const TERMS: readonly Choice[] = [
  { value: '0', label: 'At once' },
  { value: '15', label: 'Net 15' },
  { value: '30', label: 'Net 30' },
]

const TYPES: readonly Choice[] = [
  { value: 'company', label: 'Company' },
  { value: 'tenant', label: 'Tenant', hint: 'Has, or will have, telephony of its own.' },
]

/** What is known of a contact, in the form of its customer. */
export const contact = {
  id: kept(z.string(), ''),
  name: text({ label: 'Name', max: 120, required: 'Enter a name.' }),
  role: text({ label: 'Role', max: 120 }),
  email: text({ label: 'Email', max: 254, empty: null, rule: z.email('Enter a valid email address.') }),
  phone: phone({ label: 'Phone' }),
}
const contactRow = formOf(contact)

/** A contact in the form of a customer. */
export type CustomerContact = z.input<typeof contactRow>

const hasTenant = ({ domain_uuid }: RecordRow) => Boolean(domain_uuid)

/** A customer is a company; one with telephony of its own has a tenant (specification section 3). */
export const customer = defineResource({
  table: 'companies',
  view: 'customer_list',
  section: 'customers',
  noun: 'customer',
  plural: 'customers',
  description: 'Companies, from the first contact to the closed account.',
  fields: {
    name: text({ label: 'Legal name', max: 128, required: 'Enter the legal name.' }),
    status: choice({ label: 'Status', options: CUSTOMER_STATUSES, start: 'prospect', bulk: true }),
    type: choice({ label: 'Type', options: TYPES, start: 'company', fixedFor: hasTenant }),
    tenant_code: text({
      label: 'Tenant code',
      max: 32,
      empty: null,
      rule: z.string().regex(/^[a-z0-9-]{2,32}$/, 'Use 2 to 32 lowercase letters, digits or hyphens.'),
      fixedFor: hasTenant,
      hint: 'Small letters, digits and hyphens. Fixed once the tenant is live.',
    }),
    phone: phone({ label: 'Phone' }),
    website: text({ label: 'Website', max: 253, empty: null }),
    tax_id: text({ label: 'Tax id', max: 32 }),
    terms_days: field(
      { label: 'Terms', kind: 'select', options: TERMS, required: true, bulk: true },
      z.coerce.number<string | number>(),
      30,
    ),
    time_zone: text({ label: 'Time zone', max: 64, empty: null, placeholder: 'America/New_York' }),
    billing_address: textarea({ label: 'Billing address', max: 500 }),
    service_address: textarea({ label: 'Service address', max: 500 }),
    notes: textarea({ label: 'Notes', max: 4000 }),
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
    { id: 'tenant', header: 'Tenant', phone: 'hidden' },
    { id: 'seats', header: 'Seats', numeric: true, phone: 'hidden' },
    { id: 'balance', header: 'Balance', numeric: true },
    { id: 'owner_name', header: 'Owner', phone: 'hidden' },
    { id: 'created_at', header: 'Created', sortable: true, phone: 'hidden' },
  ],
  search: 'Name, code, website or phone',
  filters: [
    { name: 'status', label: 'Status', options: CUSTOMER_STATUSES },
    {
      name: 'type',
      label: 'Type',
      options: [
        { value: 'tenant', label: 'Tenants' },
        { value: 'company', label: 'Without a tenant' },
      ],
    },
    { name: 'overdue', label: 'Invoices', options: [{ value: 'true', label: 'Overdue' }] },
  ],
  sort: { column: 'name' },
  importKey: ['name'],
  children: [{ table: 'contacts', parent: 'company_id', orderBy: 'name' }],
  unique: ['tenant_code'],
  label: ({ name }) => name,
})
