import { z } from 'zod'
import { choice, choices, field, number, phone, reference, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { DID_COSTS as COST, DIDS as LIMITS } from '../supabase/constraints'
import { E911_STATES } from '../telephony/e911-states'
import { shownNumber } from '../validation/phone'
import { GATEWAY, recordOf } from './kinds'

export const NUMBER_STATUSES = choices(LIMITS.status.choices, {
  aging: { hint: 'Released, and not assigned again for some time.' },
  released: { hint: 'No longer ours.' },
})

const tags = z
  .array(z.string().trim())
  .max(20, 'At most 20 tags.')
  .refine(
    (typed) => !typed.some((tag) => tag.includes(';')),
    'A semicolon separates tags in files; leave it out.',
  )
  .nullable()
  .transform((typed) => [...new Set((typed ?? []).filter(Boolean))])

/** A number (DID) in stock: its tenant, carrier and cost. Its tenant routes it. */
export const numberInStock = defineResource({
  table: 'dids',
  view: 'did_list',
  restrictedTable: 'did_costs',
  section: 'numbers',
  noun: 'number',
  title: 'Numbers',
  description: 'Every number with its tenant, route, E911, carrier and cost.',
  fields: {
    number: phone({ required: 'Enter a phone number.', fixed: true }),
    description: text(LIMITS.description),
    status: choice({
      options: NUMBER_STATUSES,
      start: 'available',
      hint: 'Assign and release numbers in the list; a port order moves ported numbers.',
    }),
    carrier: text({ ...LIMITS.carrier, bulk: true }),
    gateway_id: reference({
      label: 'Gateway',
      to: GATEWAY,
      placeholder: 'Unknown',
      hint: 'The gateway its calls arrive on.',
      bulk: true,
    }),
    monthly_cost: number({
      ...COST.monthly_cost,
      places: 4,
      empty: null,
      unit: 'US dollars',
      bulk: true,
    }),
    tags: field({ kind: 'list', bulk: true, hint: 'One per line.' }, tags, []),
  },
  columns: [
    { id: 'number', sortable: true, code: true, phone: 'primary' },
    { id: 'status', sortable: true, phone: 'secondary' },
    { id: 'tenant_name', header: 'Tenant', sortable: true, phone: 'primary' },
    { id: 'routed_to' },
    { id: 'e911_state', header: 'E911', phone: 'hidden' },
    { id: 'carrier', sortable: true, phone: 'hidden' },
    { id: 'gateway_id', header: 'Gateway', phone: 'hidden' },
    { id: 'monthly_cost', header: 'Monthly', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'tags', phone: 'hidden' },
  ],
  search: 'Number, description, carrier, tag',
  filters: [
    'status',
    yesOrNo('porting', 'Porting', 'Being ported', 'Not being ported'),
    yesOrNo('routed', 'Route', 'Routed', 'Not routed'),
    { name: 'e911_state', label: 'E911', options: E911_STATES },
    { name: 'tenant_id', label: 'Tenant', to: recordOf('tenants') },
    { name: 'gateway_id', label: 'Gateway', to: GATEWAY },
  ],
  sort: { column: 'number' },
  importKey: ['number'],
  label: ({ number }) => shownNumber(number),
})
