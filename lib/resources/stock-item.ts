import { z } from 'zod'
import { formatDeviceMac, MAC_WANTED } from '../validation/mac'
import { type Choice, defineResource } from './resource'

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

const unlessEmpty = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .nullish()
    .transform((text) => text || null)

const macAddress = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text?.trim()) return null
    const mac = formatDeviceMac(text)
    if (mac) return mac
    context.addIssue({ code: 'custom', message: MAC_WANTED })
    return z.NEVER
  })

/** A phone, gateway or the like that the company has bought. */
export const stockItem = defineResource({
  table: 'inventory',
  section: 'inventory',
  noun: 'stock item',
  plural: 'stock items',
  title: 'Inventory',
  description: 'Phones and gateways: what is here, what is out, and what should be here.',
  schema: z.object({
    name: z.string().trim().min(1, 'Enter a name.').max(128),
    asset_tag: unlessEmpty(64),
    model: z.string().trim().max(64),
    serial: unlessEmpty(64),
    mac: macAddress,
    status: z.string(),
    company_id: z.string().nullable(),
    location: z.string().trim().max(128),
    purchased_on: unlessEmpty(10).refine(
      (day) => day === null || /^\d{4}-\d{2}-\d{2}$/.test(day),
      'Write the date as 2026-01-31.',
    ),
    purchase_cost: z
      .number()
      .min(0, 'A cost is not below zero.')
      .max(9_999_999)
      .nullish()
      .transform((cost) => cost ?? null),
    warranty_months: z
      .number()
      .int()
      .min(0)
      .max(240)
      .nullish()
      .transform((months) => months ?? null),
    notes: z.string().max(2000),
  }),
  blank: () => ({
    name: '',
    asset_tag: null,
    model: '',
    serial: null,
    mac: null,
    status: 'in_stock',
    company_id: null,
    location: '',
    purchased_on: null,
    purchase_cost: null,
    warranty_months: null,
    notes: '',
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 128, required: true },
    { name: 'model', label: 'Model', kind: 'text', maxLength: 64, bulk: true },
    { name: 'asset_tag', label: 'Asset tag', kind: 'text', maxLength: 64 },
    { name: 'serial', label: 'Serial number', kind: 'text', maxLength: 64 },
    { name: 'mac', label: 'MAC address', kind: 'mac' },
    { name: 'status', label: 'Status', kind: 'select', options: STOCK_STATUSES, required: true, bulk: true },
    {
      name: 'company_id',
      label: 'Company',
      kind: 'reference',
      to: { table: 'companies', columns: ['name'], noun: 'company' },
      bulk: true,
    },
    { name: 'location', label: 'Location', kind: 'text', maxLength: 128, bulk: true },
    { name: 'purchased_on', label: 'Bought on', kind: 'date', bulk: true },
    { name: 'purchase_cost', label: 'Cost', kind: 'number', min: 0, unit: 'US dollars', bulk: true },
    {
      name: 'warranty_months',
      label: 'Warranty',
      kind: 'number',
      min: 0,
      max: 240,
      unit: 'months',
      bulk: true,
    },
    { name: 'notes', label: 'Notes', kind: 'textarea', maxLength: 2000, wide: true },
  ],
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
    {
      name: 'company_id',
      label: 'Company',
      to: { table: 'companies', columns: ['name'], noun: 'company' },
    },
  ],
  sort: { column: 'name' },
  importKey: ['mac', 'serial', 'asset_tag'],
  importKeyEach: true,
  unique: ['asset_tag', 'serial', 'mac'],
  label: ({ name, asset_tag }) => [name, asset_tag].filter(Boolean).join(' '),
})
