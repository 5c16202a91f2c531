import { PRODUCT_LABELS } from '../licensing/seats'
import { choice, choices, number, text, textarea, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { SERVICES as LIMITS } from '../supabase/constraints'

const price = { min: 0, max: 9_999_999, places: 2, start: 0, unit: 'US dollars', bulk: true } as const

export const SEAT_PRODUCTS = choices(LIMITS.seat_product.choices, PRODUCT_LABELS)

/** Something that is sold: once, monthly or both. */
export const service = defineResource({
  table: 'services',
  section: 'sales',
  noun: 'service',
  description: 'What you sell: the items of opportunities, quotes and subscriptions.',
  fields: {
    name: text({ ...LIMITS.name, required: 'Enter a name.', hint: 'Shown on quotes and invoices.' }),
    seat_product: choice({
      label: 'Pays for seats',
      options: SEAT_PRODUCTS,
      empty: null,
      bulk: true,
      hint: 'Each unit that is billed pays for one licensed seat.',
    }),
    one_off_price: number({ ...price, label: 'One-off price' }),
    monthly_price: number({ ...price, hint: 'Existing subscriptions and quotes keep their price.' }),
    active: toggle({
      label: 'For sale',
      start: true,
      bulk: true,
      hint: 'Turn this off to stop selling it. Existing subscriptions continue.',
    }),
    description: textarea({ ...LIMITS.description, wide: true }),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'one_off_price', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'monthly_price', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'seat_product', phone: 'hidden' },
    { id: 'active', phone: 'secondary' },
  ],
  search: 'Name or description',
  filters: ['active', 'seat_product'],
  sort: { column: 'name' },
  importKey: ['name'],
  label: ({ name }) => name,
})
