import { choice, choices, day, mac, number, reference, text, textarea } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { INVENTORY as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

export const STOCK_STATUSES = choices(LIMITS.status.choices, { rma: 'RMA' })

/** A phone, gateway or other device that the business has bought. */
export const stockItem = defineResource({
  table: 'inventory',
  section: 'inventory',
  noun: 'stock item',
  title: 'Inventory',
  description: 'Phones and gateways: what is in stock, what is out, and what to reorder.',
  fields: {
    name: text({ ...LIMITS.name, required: 'Enter a name.' }),
    model: text({ ...LIMITS.model, bulk: true }),
    asset_tag: text({ ...LIMITS.asset_tag, empty: null }),
    serial: text({ ...LIMITS.serial, label: 'Serial number', empty: null }),
    mac: mac({ label: 'MAC address' }),
    status: choice({ options: STOCK_STATUSES, start: 'in_stock', bulk: true }),
    company_id: reference({
      to: recordOf('companies'),
      hint: 'Removed when it returns to stock.',
      bulk: true,
    }),
    location: text({ ...LIMITS.location, bulk: true }),
    purchased_on: day({ bulk: true }),
    purchase_cost: number({
      ...LIMITS.purchase_cost,
      max: 9_999_999,
      places: 2,
      empty: null,
      unit: 'US dollars',
      bulk: true,
    }),
    warranty_months: number({
      ...LIMITS.warranty_months,
      label: 'Warranty',
      empty: null,
      unit: 'months',
      bulk: true,
    }),
    notes: textarea({ ...LIMITS.notes, wide: true }),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'model', sortable: true },
    { id: 'mac' },
    { id: 'serial', phone: 'hidden' },
    { id: 'asset_tag', phone: 'hidden' },
    { id: 'status', sortable: true },
    { id: 'company_id' },
    { id: 'location', sortable: true },
    { id: 'warranty_months', phone: 'hidden' },
  ],
  search: 'Name, tag, serial or MAC',
  filters: ['status', 'company_id'],
  sort: { column: 'name' },
  importKey: ['mac', 'serial', 'asset_tag'],
  importKeyEach: true,
  label: ({ name, asset_tag }) => [name, asset_tag].filter(Boolean).join(' '),
})
