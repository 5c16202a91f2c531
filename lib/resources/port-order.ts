import { z } from 'zod'
import { type Choice, defineResource, yesOrNo } from './resource'

/** How far a port order is. */
export const PORT_STATES: readonly Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'submitted', label: 'Submitted' },
  { value: 'exception', label: 'Exception' },
  { value: 'foc_confirmed', label: 'FOC confirmed' },
  { value: 'ported', label: 'Ported' },
  { value: 'cancelled', label: 'Cancelled' },
]

/** An order by which numbers come over from another carrier. Its state goes by steps, not by its form. */
export const portOrder = defineResource({
  table: 'port_orders',
  section: 'numbers',
  noun: 'port order',
  plural: 'port orders',
  title: 'Port orders',
  description: 'Numbers on their way here from other carriers.',
  schema: z.object({
    name: z.string().trim().min(1, 'Enter a name.').max(128),
    for_tenant_id: z.string().nullable(),
    destination_id: z.string().nullable(),
    opportunity_id: z.string().nullable(),
    losing_carrier: z.string().trim().max(128),
    carrier: z.string().trim().max(64),
    notes: z.string().max(2000),
    port_order_numbers: z.array(z.looseObject({ id: z.string(), number: z.string() })).max(1000),
  }),
  blank: () => ({
    name: '',
    for_tenant_id: null,
    destination_id: null,
    opportunity_id: null,
    losing_carrier: '',
    carrier: '',
    notes: '',
    port_order_numbers: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 128, required: true },
    { name: 'losing_carrier', label: 'Comes from', kind: 'text', maxLength: 128, placeholder: 'Carrier' },
    { name: 'carrier', label: 'Ordered through', kind: 'text', maxLength: 64, placeholder: 'Our carrier' },
    { name: 'notes', label: 'Notes', kind: 'textarea', maxLength: 2000, wide: true },
  ],
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'state', header: 'State', sortable: true, phone: 'secondary' },
    { id: 'numbers', header: 'Numbers', numeric: true },
    { id: 'tenant_name', header: 'Tenant', phone: 'secondary' },
    { id: 'opportunity_name', header: 'Opportunity', phone: 'hidden' },
    { id: 'losing_carrier', phone: 'hidden' },
    { id: 'foc_date', header: 'FOC date', sortable: true },
  ],
  search: 'Name, carrier or tenant',
  filters: [
    { name: 'state', label: 'State', options: PORT_STATES },
    yesOrNo('due', 'Due', 'Day has come', 'Day has not come'),
    {
      name: 'opportunity_id',
      label: 'Opportunity',
      to: { table: 'opportunities', columns: ['name'], noun: 'opportunity' },
    },
  ],
  sort: { column: 'created_at', descending: true },
  children: [{ table: 'port_order_numbers', parent: 'port_order_id', orderBy: 'number' }],
  label: ({ name }) => name,
})
