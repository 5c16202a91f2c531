import { z } from 'zod'
import { isAmount } from '../billing/money'
import { choice, field, inOrder, kept, number, text } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { stageOf, STAGES } from '../sales/stages'
import { OPPORTUNITIES as LIMITS, OPPORTUNITY_ITEMS } from '../supabase/constraints'
import { wholeNumber } from '../validation/whole-number'

const amount = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim() || '0')
  .refine((value) => isAmount(value), 'Enter dollars and cents, such as 1200.50.')

const emptyIsNull = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)

/** A line item; prices are per unit, in US dollars. */
const item = formOf({
  id: kept(z.string(), ''),
  position: kept(z.number(), 1),
  service_id: kept(z.string().min(1, 'Choose a service.'), ''),
  description: text(OPPORTUNITY_ITEMS.description),
  quantity: kept(wholeNumber(OPPORTUNITY_ITEMS.quantity), 1),
  one_off_price: kept(amount, '0'),
  monthly_price: kept(amount, '0'),
})

export type OpportunityItemInput = z.input<typeof item>

/** A possible sale to a company. */
export const opportunity = defineResource({
  table: 'opportunities',
  view: 'opportunity_list',
  section: 'sales',
  noun: 'opportunity',
  title: 'Sales',
  fields: {
    name: text({ ...LIMITS.name, required: 'Enter a name.' }),
    amount: field({ kind: 'text', maxLength: 12, hint: 'US dollars.' }, amount, 0),
    close_date: text({ empty: null }),
    status: choice({ label: 'Stage', options: STAGES, start: 'lead' }),
    probability: number({ ...LIMITS.probability, unit: 'percent', start: stageOf('lead').probability }),
    lost_reason: text({ ...LIMITS.lost_reason, empty: null }),
    company_id: kept(z.string('Choose a company.').min(1, 'Choose a company.'), ''),
    contact_id: kept(emptyIsNull, null),
    owner_id: kept(emptyIsNull, null),
    opportunity_items: kept(inOrder(item, OPPORTUNITY_ITEMS.position.max), []),
  },
  rules: (form) =>
    form.refine(({ status, lost_reason }) => status !== 'lost' || lost_reason !== null, {
      path: ['lost_reason'],
      message: 'Enter why it was lost.',
    }),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'company_name', header: 'Company' },
    { id: 'status' },
    { id: 'amount', sortable: true, numeric: true },
    { id: 'probability', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'close_date', sortable: true },
    { id: 'owner_name', header: 'Owner', phone: 'hidden' },
    { id: 'created_at', header: 'Created', sortable: true, phone: 'hidden' },
  ],
  search: 'Name or company',
  filters: [
    'status',
    { name: 'owner_id', label: 'Owner', to: 'own control' },
    { name: 'closed_at', label: 'Closed', to: 'days' },
  ],
  sort: { column: 'created_at', descending: true },
  children: [{ table: 'opportunity_items', parent: 'opportunity_id', orderBy: 'position' }],
  label: ({ name }) => name,
})
