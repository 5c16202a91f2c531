import { defineResource } from '../records/resource'
import { recordOf } from './kinds'

/** Faxes received by a tenant's fax boxes, delivered by its switches. */
export const fax = defineResource({
  table: 'faxes',
  section: 'telephony',
  noun: 'fax',
  description: 'Faxes that came to the fax boxes, kept as long as call recordings.',
  elsewhere: ['create', 'delete', 'export'],
  fields: {},
  columns: [
    { id: 'from_number', header: 'From', sortable: true, phone: 'primary' },
    { id: 'box', header: 'For', sortable: true },
    { id: 'received_at', header: 'When', sortable: true },
    { id: 'pages', sortable: true, numeric: true },
    { id: 'problem', header: 'State' },
  ],
  search: 'Sender or fax box',
  filters: [{ name: 'fax_box_id', label: 'Fax box', to: recordOf('fax_boxes') }],
  sort: { column: 'received_at', descending: true },
  label: ({ from_number, from_station, box }) =>
    `fax from ${from_number || from_station || 'unknown'} for ${box}`,
})
