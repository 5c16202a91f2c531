import { z } from 'zod'
import { choices, day, kept, phone, secret, text, textarea } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { PORT_ORDERS as LIMITS, PLAN_LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

export const PORT_STATES = choices(LIMITS.state.choices, {
  foc_confirmed: 'FOC confirmed',
  cancelled: 'Canceled',
})

const ACCOUNT = 'At the losing carrier'

/** An order to port numbers in from another carrier. Its state moves in steps, not with its form. */
export const portOrder = defineResource({
  table: 'port_orders',
  view: 'port_order_list',
  section: 'numbers',
  noun: 'port order',
  title: 'Port orders',
  description: 'Numbers being ported in from other carriers.',
  fields: {
    name: text({ ...LIMITS.name, required: 'Enter a name.' }),
    losing_carrier: text(LIMITS.losing_carrier),
    carrier: text({ ...LIMITS.carrier, label: 'Gaining carrier', placeholder: 'Our carrier' }),
    account_number: text({ ...LIMITS.account_number, label: 'Account number', group: ACCOUNT }),
    transfer_pin: secret({
      label: 'Transfer PIN',
      hint: 'As the losing carrier asks for it. Revealing it is recorded.',
      group: ACCOUNT,
    }),
    billing_number: phone({ label: 'Billing number', group: ACCOUNT }),
    authorized_person: text({
      ...LIMITS.authorized_person,
      label: 'Authorized person',
      hint: 'Signs the letter of authorization.',
      group: ACCOUNT,
    }),
    service_address: textarea({ ...LIMITS.service_address, group: ACCOUNT }),
    wished_on: day({ label: 'Requested date', group: ACCOUNT }),
    notes: textarea({ ...LIMITS.notes, wide: true }),
    for_tenant_id: kept(z.string().nullable(), null),
    destination_id: kept(z.string().nullable(), null),
    opportunity_id: kept(z.string().nullable(), null),
    port_order_numbers: kept(
      z.array(z.looseObject({ id: z.string(), number: z.string() })).max(PLAN_LIMITS.numbers_per_port_order),
      [],
    ),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'state', sortable: true, phone: 'secondary' },
    { id: 'numbers', numeric: true },
    { id: 'tenant_name', header: 'Tenant', phone: 'secondary' },
    { id: 'opportunity_name', header: 'Opportunity', phone: 'hidden' },
    { id: 'losing_carrier', phone: 'hidden' },
    { id: 'foc_date', header: 'FOC date', sortable: true },
  ],
  search: 'Name, carrier or tenant',
  filters: [
    { name: 'state', label: 'State', options: PORT_STATES },
    yesOrNo('due', 'Due', 'FOC date reached', 'FOC date not reached'),
    { name: 'opportunity_id', label: 'Opportunity', to: recordOf('opportunities') },
    { name: 'closed_at', label: 'Ported or canceled', to: 'days' },
  ],
  sort: { column: 'created_at', descending: true },
  children: [{ table: 'port_order_numbers', parent: 'port_order_id', orderBy: 'number' }],
  label: ({ name }) => name,
})
