import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, field, number, phone, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { E911_STATES } from '../telephony/e911-states'
import { formatNorthAmericanPhone } from '../validation/phone'

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
  view: 'did_list',
  section: 'numbers',
  noun: 'number',
  plural: 'numbers',
  title: 'Numbers',
  description: 'Every number with its tenant, route, E911, carrier and cost.',
  fields: {
    number: phone({ label: 'Number', required: 'Enter a phone number.', fixed: true }),
    description: text({ label: 'Description', max: 255 }),
    status: choice({
      label: 'Status',
      options: NUMBER_STATUSES,
      start: 'available',
      hint: 'Assign and release numbers in the list; a port order moves those that are ported.',
    }),
    carrier: text({ label: 'Carrier', max: 64, bulk: true }),
    monthly_cost: number({
      label: 'Monthly cost',
      min: 0,
      max: 99_999,
      fraction: true,
      empty: null,
      unit: 'US dollars',
      bulk: true,
    }),
    tags: field(
      { label: 'Tags', kind: 'list', bulk: true, hint: 'One a line.' },
      z
        .array(z.string().trim())
        .max(20, 'At most 20 tags.')
        .nullable()
        .transform((tags) => [...new Set((tags ?? []).filter(Boolean))]),
      [],
    ),
  },
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
