import { z } from 'zod'
import { E911_STATES } from '../telephony/e911-states'
import { detectPhone, formatNorthAmericanPhone } from '../validation/phone'
import { type Choice, defineResource, yesOrNo } from './resource'

/** Where a number is in its life. */
export const NUMBER_STATUSES: readonly Choice[] = [
  { value: 'available', label: 'Available' },
  { value: 'reserved', label: 'Reserved' },
  { value: 'assigned', label: 'Assigned' },
  { value: 'porting_in', label: 'Porting in' },
  { value: 'porting_out', label: 'Porting out' },
  { value: 'aging', label: 'Aging', hint: 'Was released, and is not given out again for some time.' },
  { value: 'released', label: 'Released', hint: 'Is no longer ours.' },
]

/** A number (DID) as stock: whose it is, where it comes from and what it costs. Its routing is the tenant's affair. */
export const numberInStock = defineResource({
  table: 'dids',
  section: 'numbers',
  noun: 'number',
  plural: 'numbers',
  title: 'Numbers',
  description: 'Every number with its tenant, route, E911, carrier and cost.',
  schema: z.object({
    number: z.string().transform((text, context) => {
      const number = detectPhone(text)
      if (number) return number
      context.addIssue({ code: 'custom', message: 'Enter a number of 10 digits, or 11 beginning with 1.' })
      return z.NEVER
    }),
    description: z.string().trim().max(255),
    status: z.string(),
    carrier: z.string().trim().max(64),
    monthly_cost: z
      .number()
      .min(0, 'A cost is not below zero.')
      .max(99_999)
      .nullish()
      .transform((cost) => cost ?? null),
    tags: z
      .array(z.string().trim())
      .max(20, 'At most 20 tags.')
      .nullish()
      .transform((tags) => [...new Set((tags ?? []).filter(Boolean))]),
  }),
  blank: () => ({
    number: '',
    description: '',
    status: 'available',
    carrier: '',
    monthly_cost: null,
    tags: [],
  }),
  fields: [
    { name: 'number', label: 'Number', kind: 'phone', required: true, fixed: true },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255 },
    {
      name: 'status',
      label: 'Status',
      kind: 'select',
      options: NUMBER_STATUSES,
      required: true,
      hint: 'Assign and release numbers in the list; a port order moves those that are ported.',
    },
    { name: 'carrier', label: 'Carrier', kind: 'text', maxLength: 64, bulk: true },
    { name: 'monthly_cost', label: 'Monthly cost', kind: 'number', min: 0, unit: 'US dollars', bulk: true },
    { name: 'tags', label: 'Tags', kind: 'list', bulk: true, hint: 'One a line.' },
  ],
  columns: [
    { id: 'number', sortable: true, phone: 'primary' },
    { id: 'status', sortable: true, phone: 'secondary' },
    { id: 'tenant_name', header: 'Tenant', sortable: true, phone: 'secondary' },
    { id: 'routed_to', header: 'Routed to' },
    { id: 'e911_state', header: 'E911', phone: 'hidden' },
    { id: 'carrier', sortable: true, phone: 'hidden' },
    { id: 'monthly_cost', header: 'Monthly', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'tags', phone: 'hidden' },
  ],
  search: 'Number, description, carrier or tag',
  filters: [
    { name: 'status', label: 'Status', options: NUMBER_STATUSES },
    yesOrNo('porting', 'Porting', 'Being ported', 'Not being ported'),
    yesOrNo('routed', 'Route', 'Leads somewhere', 'Leads nowhere'),
    { name: 'e911_state', label: 'E911', options: E911_STATES },
    { name: 'tenant_id', label: 'Tenant', to: { table: 'tenants', columns: ['domain'], noun: 'tenant' } },
  ],
  sort: { column: 'number' },
  importKey: ['number'],
  unique: ['number'],
  label: ({ number }) => formatNorthAmericanPhone(number) ?? number,
})
