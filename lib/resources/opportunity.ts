import { z } from 'zod'
import { isAmount } from '../billing/money'
import { choice, field, inOrder, kept, number, text } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { STAGES, stageOf } from '../sales/stages'

const amount = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim() || '0')
  .refine((value) => isAmount(value), 'Enter dollars and cents, such as 1200.50.')

const nothingWhenEmpty = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)

/** A line of what is sold; prices are for one unit, in US dollars. */
const item = formOf({
  id: kept(z.string(), ''),
  position: kept(z.number(), 1),
  service_id: kept(z.string().min(1, 'Choose a service.'), ''),
  description: text({ label: 'Description', max: 255 }),
  quantity: kept(
    z.coerce
      .number<string | number>('Enter a whole number.')
      .int('Enter a whole number.')
      .min(1, 'At least 1.')
      .max(100_000, 'At most 100,000.'),
    1,
  ),
  one_off_price: kept(amount, '0'),
  monthly_price: kept(amount, '0'),
})

/** A line item in the form of an opportunity. */
export type OpportunityItemInput = z.input<typeof item>

/** What might be sold to a company. */
export const opportunity = defineResource({
  table: 'opportunities',
  view: 'opportunity_list',
  section: 'sales',
  noun: 'opportunity',
  plural: 'opportunities',
  title: 'Sales',
  fields: {
    name: text({ label: 'Name', max: 160, required: 'Enter a name.' }),
    amount: field({ label: 'Amount', kind: 'text', maxLength: 12, hint: 'US dollars.' }, amount, 0),
    close_date: text({ label: 'Close date', empty: null }),
    status: choice({ label: 'Stage', options: STAGES, start: 'lead' }),
    probability: number({
      label: 'Probability',
      min: 0,
      max: 100,
      unit: 'percent',
      start: stageOf('lead').probability,
    }),
    lost_reason: text({ label: 'Reason for losing', max: 500, empty: null }),
    company_id: kept(z.string('Choose a company.').min(1, 'Choose a company.'), ''),
    contact_id: kept(nothingWhenEmpty, null),
    owner_id: kept(nothingWhenEmpty, null),
    opportunity_items: kept(inOrder(item), []),
  },
  rules: (form) =>
    form.refine(({ status, lost_reason }) => status !== 'lost' || lost_reason !== null, {
      path: ['lost_reason'],
      message: 'Say why it was lost.',
    }),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'company_name', header: 'Company' },
    { id: 'status', header: 'Stage' },
    { id: 'amount', sortable: true, numeric: true },
    { id: 'probability', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'close_date', sortable: true },
    { id: 'owner_name', header: 'Owner', phone: 'hidden' },
    { id: 'created_at', header: 'Created', sortable: true, phone: 'hidden' },
  ],
  search: 'Name or company',
  filters: [{ name: 'status', label: 'Stage', options: STAGES }],
  sort: { column: 'created_at', descending: true },
  children: [{ table: 'opportunity_items', parent: 'opportunity_id', orderBy: 'position' }],
  label: ({ name }) => name,
})
