import { z } from 'zod'
import { isAmount } from '../billing/money'
import { STAGES } from '../sales/stages'
import { defineResource } from './resource'

const amount = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim() || '0')
  .refine((value) => isAmount(value), 'Enter dollars and cents, such as 1200.50.')

const nothingWhenEmpty = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

/** A line of what is sold; prices are for one unit, in US dollars. */
const item = z.object({
  id: z.string(),
  position: z.number(),
  service_id: z.string().min(1, 'Choose a service.'),
  description: z.string().trim().max(255),
  quantity: z.coerce
    .number('Enter a whole number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(100_000, 'At most 100,000.'),
  one_off_price: amount,
  monthly_price: amount,
})

/** A line item in the form of an opportunity. */
export type OpportunityItemInput = z.input<typeof item>

/** What might be sold to a company. */
export const opportunity = defineResource({
  table: 'opportunities',
  section: 'sales',
  noun: 'opportunity',
  plural: 'opportunities',
  title: 'Sales',
  schema: z
    .object({
      name: z.string().trim().min(1, 'Enter a name.').max(160),
      company_id: z.string('Choose a company.').min(1, 'Choose a company.'),
      contact_id: nothingWhenEmpty,
      amount,
      close_date: nothingWhenEmpty,
      status: z.string(),
      probability: z.coerce.number().int('Enter whole percent.').min(0).max(100, 'At most 100.'),
      lost_reason: nothingWhenEmpty,
      owner_id: nothingWhenEmpty,
      opportunity_items: z
        .array(item)
        .transform((rows) => rows.map((row, index) => ({ ...row, position: index + 1 }))),
    })
    .refine(({ status, lost_reason }) => status !== 'lost' || lost_reason !== null, {
      path: ['lost_reason'],
      message: 'Say why it was lost.',
    }),
  blank: () => ({
    name: '',
    company_id: '',
    contact_id: null,
    amount: 0,
    close_date: null,
    status: 'lead',
    probability: 10,
    lost_reason: null,
    owner_id: null,
    opportunity_items: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 160, required: true },
    { name: 'amount', label: 'Amount', kind: 'text', maxLength: 12, hint: 'US dollars.' },
    { name: 'close_date', label: 'Close date', kind: 'text' },
    { name: 'status', label: 'Stage', kind: 'select', options: STAGES, required: true },
    { name: 'probability', label: 'Probability', kind: 'number', min: 0, max: 100, unit: 'percent' },
    { name: 'lost_reason', label: 'Reason for losing', kind: 'text', maxLength: 500 },
  ],
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
