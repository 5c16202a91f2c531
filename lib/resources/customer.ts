import { z } from 'zod'
import { companyKept } from '../customers/customer-records'
import { getSupabase } from '../supabase/browser-client'
import { detectPhone } from '../validation/phone'
import { type Choice, defineResource, type RecordRow } from './resource'

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

/** A telephone number or nothing, as E.164 or null. */
const phoneOrNothing = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text?.trim()) return null
    const number = detectPhone(text)
    if (number) return number
    context.addIssue({ code: 'custom', message: 'This is no telephone number.' })
    return z.NEVER
  })

const contact = z.object({
  id: z.string(),
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  role: z.string().trim().max(120),
  email: z
    .union([z.literal(''), z.email('This is no email address.').max(254)])
    .nullish()
    .transform((email) => email || null),
  phone: phoneOrNothing,
})

/** A contact in the form of a customer. */
export type CustomerContact = z.input<typeof contact>

const hasTenant = ({ domain_uuid }: RecordRow) => Boolean(domain_uuid)

/** A customer is a company; one with telephony of its own has a tenant (specification section 3). */
export const customer = defineResource({
  table: 'companies',
  section: 'customers',
  noun: 'customer',
  plural: 'customers',
  description: 'Companies, from the first contact to the closed account.',
  schema: z.object({
    name: z.string().trim().min(1, 'Enter the legal name.').max(128),
    status: z.string(),
    type: z.string(),
    tenant_code: z
      .string()
      .nullish()
      .transform((code) => code?.trim() || null)
      .refine(
        (code) => code === null || /^[a-z0-9-]{2,32}$/.test(code),
        'Use 2 to 32 small letters, digits or hyphens.',
      ),
    website: z
      .string()
      .nullish()
      .transform((site) => site?.trim() || null),
    phone: phoneOrNothing,
    tax_id: z.string().trim().max(32),
    terms_days: z.coerce.number(),
    time_zone: z
      .string()
      .nullish()
      .transform((zone) => zone?.trim() || null),
    billing_address: z.string().max(500),
    service_address: z.string().max(500),
    notes: z.string().max(4000),
    owner_id: z
      .string()
      .nullish()
      .transform((owner) => owner || null),
    contacts: z.array(contact),
  }),
  blank: () => ({
    name: '',
    status: 'prospect',
    type: 'company',
    tenant_code: null,
    website: null,
    phone: null,
    tax_id: '',
    terms_days: 30,
    time_zone: null,
    billing_address: '',
    service_address: '',
    notes: '',
    owner_id: null,
    contacts: [],
  }),
  fields: [
    { name: 'name', label: 'Legal name', kind: 'text', maxLength: 128, required: true },
    {
      name: 'status',
      label: 'Status',
      kind: 'select',
      options: CUSTOMER_STATUSES,
      required: true,
      bulk: true,
    },
    {
      name: 'type',
      label: 'Type',
      kind: 'select',
      required: true,
      fixedFor: hasTenant,
      options: [
        { value: 'company', label: 'Company' },
        { value: 'tenant', label: 'Tenant', hint: 'Has, or will have, telephony of its own.' },
      ],
    },
    {
      name: 'tenant_code',
      label: 'Tenant code',
      kind: 'text',
      maxLength: 32,
      fixedFor: hasTenant,
      hint: 'Small letters, digits and hyphens. Fixed once the tenant is live.',
    },
    { name: 'phone', label: 'Phone', kind: 'phone' },
    { name: 'website', label: 'Website', kind: 'text', maxLength: 253 },
    { name: 'tax_id', label: 'Tax id', kind: 'text', maxLength: 32 },
    { name: 'terms_days', label: 'Terms', kind: 'select', options: TERMS, required: true, bulk: true },
    { name: 'time_zone', label: 'Time zone', kind: 'text', maxLength: 64, placeholder: 'America/New_York' },
    { name: 'billing_address', label: 'Billing address', kind: 'textarea', maxLength: 500 },
    { name: 'service_address', label: 'Service address', kind: 'textarea', maxLength: 500 },
    { name: 'notes', label: 'Notes', kind: 'textarea', maxLength: 4000 },
  ],
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
  whyKept: async (id) => companyKept(await getSupabase(), id),
  label: ({ name }) => name,
})
