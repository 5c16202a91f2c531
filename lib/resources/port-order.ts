import { z } from 'zod'
import type { Choice } from '../records/field'
import { kept, text, textarea } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'

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
  view: 'port_order_list',
  section: 'numbers',
  noun: 'port order',
  plural: 'port orders',
  title: 'Port orders',
  description: 'Numbers on their way here from other carriers.',
  fields: {
    name: text({ label: 'Name', max: 128, required: 'Enter a name.' }),
    losing_carrier: text({ label: 'Comes from', max: 128, placeholder: 'Carrier' }),
    carrier: text({ label: 'Ordered through', max: 64, placeholder: 'Our carrier' }),
    notes: textarea({ label: 'Notes', max: 2000, wide: true }),
    for_tenant_id: kept(z.string().nullable(), null),
    destination_id: kept(z.string().nullable(), null),
    opportunity_id: kept(z.string().nullable(), null),
    port_order_numbers: kept(z.array(z.looseObject({ id: z.string(), number: z.string() })).max(1000), []),
  },
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
