import type { Choice } from '../records/field'
import { choice, day, mac, number, reference, text, textarea } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { COMPANY } from './references'

/** Where a stock item is in its life. */
export const STOCK_STATUSES: readonly Choice[] = [
  { value: 'in_stock', label: 'In stock' },
  { value: 'reserved', label: 'Reserved' },
  { value: 'staged', label: 'Staged' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'deployed', label: 'Deployed' },
  { value: 'rma', label: 'RMA' },
  { value: 'retired', label: 'Retired' },
]

/** A phone, gateway or the like that the company has bought. */
export const stockItem = defineResource({
  table: 'inventory',
  section: 'inventory',
  noun: 'stock item',
  plural: 'stock items',
  title: 'Inventory',
  description: 'Phones and gateways: what is here, what is out, and what should be here.',
  fields: {
    name: text({ label: 'Name', max: 128, required: 'Enter a name.' }),
    model: text({ label: 'Model', max: 64, bulk: true }),
    asset_tag: text({ label: 'Asset tag', max: 64, empty: null }),
    serial: text({ label: 'Serial number', max: 64, empty: null }),
    mac: mac({ label: 'MAC address' }),
    status: choice({ label: 'Status', options: STOCK_STATUSES, start: 'in_stock', bulk: true }),
    company_id: reference({ label: 'Company', to: COMPANY, bulk: true }),
    location: text({ label: 'Location', max: 128, bulk: true }),
    purchased_on: day({ label: 'Bought on', bulk: true }),
    purchase_cost: number({
      label: 'Cost',
      min: 0,
      max: 9_999_999,
      fraction: true,
      empty: null,
      unit: 'US dollars',
      bulk: true,
    }),
    warranty_months: number({ label: 'Warranty', min: 0, max: 240, empty: null, unit: 'months', bulk: true }),
    notes: textarea({ label: 'Notes', max: 2000, wide: true }),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'model', sortable: true },
    { id: 'mac' },
    { id: 'serial', phone: 'hidden' },
    { id: 'asset_tag', phone: 'hidden' },
    { id: 'status', sortable: true },
    { id: 'company_id', phone: 'hidden' },
    { id: 'location', sortable: true },
    { id: 'warranty_months', phone: 'hidden' },
  ],
  search: 'Name, tag, serial or MAC',
  filters: [
    { name: 'status', label: 'Status', options: STOCK_STATUSES },
    { name: 'company_id', label: 'Company', to: COMPANY },
  ],
  sort: { column: 'name' },
  importKey: ['mac', 'serial', 'asset_tag'],
  importKeyEach: true,
  unique: ['asset_tag', 'serial', 'mac'],
  label: ({ name, asset_tag }) => [name, asset_tag].filter(Boolean).join(' '),
})
