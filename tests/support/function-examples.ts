import { query } from './database'
import { FACTORIES } from './factories'
import { newRole } from './factories/access'
import { insertRow, newId, unique, uniqueMac } from './factories/row'
import { SEALED } from './vault'

/**
 * An example call of a function: a label that distinguishes it from other calls of the same function, and arguments
 * that reach its checks.
 */
export interface GivenCall {
  name: string
  what: string
  values: Readonly<Record<string, string | null>>
  /** If only part of its JSON result is meant. */
  part?: string
}

const CUSTOMER_PARTS = ['account', 'orders', 'devices', 'opportunities', 'numbers', 'stock', 'invoices']
const DASHBOARD_PARTS = [
  'sales',
  'billing',
  'telephony',
  'tenants',
  'tenants,full',
  'tenants,failing',
  'numbers',
  'inventory',
]

/** Calls whose checks need a stored record; it is stored and kept. */
export async function givenCalls(): Promise<GivenCall[]> {
  const extension = await insertRow('extensions', await FACTORIES.extensions())
  const gateway = await insertRow('gateways', await FACTORIES.gateways())
  await insertRow('outbound_routes', await FACTORIES.outbound_routes({ gateway_1_id: gateway.id }))
  const other = await insertRow('gateways', await FACTORIES.gateways())
  const { id: switchId } = await insertRow('switches', await FACTORIES.switches())
  // Its agent reports its phones.
  await query('insert into private.switch_outboxes (switch_id, outbox, sequence) values ($1, $2, 1)', [
    switchId,
    newId(),
  ])
  const nobody = await insertRow('roles', await newRole())
  const member = await insertRow('members', await FACTORIES.members({ user_role: nobody.name }))
  const session = newId()
  await query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, member.user_id])
  await query(
    "insert into public.secrets (owner_table, owner_id, field, sealed) values ('gateways', $1, 'password', $2)",
    [gateway.id, SEALED],
  )
  await query('update public.secrets set sealed = $2 where owner_id = $1', [extension.id, SEALED])
  const [customer] = await query<{ id: string; tenant: string }>(
    "select id, domain_uuid as tenant from public.companies where name = 'Harbor Lane Dental'",
  )
  const stock = await insertRow('inventory', await FACTORIES.inventory({ mac: uniqueMac() }))
  const order = await insertRow('port_orders', await FACTORIES.port_orders())
  const about = { tenant: customer?.tenant ?? '' }
  await query(
    `insert into public.audit_log (section, table_name, record_id, tenant_id, action, changes)
     values ('billing', 'licenses', gen_random_uuid(), $1, 'update', '{"purchased": [1, 2], "product": [null, "recording"]}')`,
    [about.tenant],
  )
  const of = { tenant: extension.tenant_id, owner: extension.id, owner_table: 'extensions' }
  const pin = { ...of, field: 'voicemail_pin', sealed: SEALED }
  return [
    { name: 'end_session', what: 'of another', values: { session } },
    { name: 'end_sessions', what: 'of another', values: { member: member.id } },
    { name: 'may_manage_member', what: 'of another', values: { member: member.id, action: 'edit' } },
    { name: 'used_by', what: 'of a gateway', values: { target_table: 'gateways', target: gateway.id } },
    {
      name: 'offered_records',
      what: 'of gateways',
      values: { target_table: 'gateways', label_columns: '{name}', words: `{${gateway.name}}` },
    },
    { name: 'command_call', what: 'to end it', values: { call: newId(), command: 'hang_up' } },
    { name: 'command_call', what: 'to listen', values: { call: newId(), command: 'listen' } },
    { name: 'session_list', what: 'of another', values: { member: member.id } },
    {
      name: 'secret_kind',
      what: 'of an extension',
      values: { owner_table: 'extensions', field: 'sip_password' },
    },
    { name: 'may_change_letter', what: 'of a draft', values: { path: `${order.id}/${newId()}.pdf` } },
    { name: 'view_as', what: 'a role', values: { role: nobody.name } },
    { name: 'gateway_uses', what: 'of one', values: { gateway: gateway.id } },
    { name: 'renew_switch_secret', what: 'of one', values: { switch: switchId } },
    { name: 'revoke_switch_secret', what: 'of one', values: { switch: switchId } },
    { name: 'secret_fields', what: 'of an extension', values: { tenant: of.tenant, owner: of.owner } },
    { name: 'secret_fields', what: 'of a gateway', values: { owner: gateway.id, tenant: null } },
    { name: 'set_secret', what: 'a first PIN', values: pin },
    {
      name: 'set_secret',
      what: 'another password',
      values: { ...of, field: 'sip_password', sealed: SEALED },
    },
    {
      name: 'set_secret',
      what: 'a password that opens others',
      values: {
        owner_table: 'tenants',
        owner: of.tenant,
        tenant: of.tenant,
        field: 'provisioning_password',
        sealed: SEALED,
      },
    },
    {
      name: 'cut_off_replaced_secret',
      what: 'of a tenant',
      values: { owner_table: 'tenants', owner: of.tenant, tenant: of.tenant, field: 'provisioning_password' },
    },
    { name: 'reveal_secret', what: 'of an extension', values: { ...of, field: 'sip_password' } },
    {
      name: 'save_role',
      what: 'a new one',
      values: { role: newId(), name: `custom-${unique()}`, expected_version: null, permissions: '{}' },
    },
    ...CUSTOMER_PARTS.map((part) => ({
      name: 'customer_records',
      what: `of a customer: ${part}`,
      values: { company: customer?.id ?? '' },
      part,
    })),
    ...DASHBOARD_PARTS.map((part) => ({ name: 'dashboard_figures', what: part, values: {}, part })),
    { name: 'company_delete_refusal', what: 'of a customer', values: { company: customer?.id ?? '' } },
    {
      name: 'customer_activity',
      what: 'of a customer',
      values: { company: customer?.id ?? '', before: 'infinity' },
    },
    ...['tenant_configuration', 'configuration_check', 'tenant_snapshot', 'seat_history', 'idle_seats'].map(
      (name) => ({ name, what: 'of a tenant', values: about }),
    ),
    ...['company', 'opportunity', 'tenant'].map((subject) => ({
      name: 'assignees',
      what: `of a task about a ${subject}`,
      values: { subject },
    })),
    { name: 'private.tenant_snapshot', what: '', values: about },
    { name: 'private.staff_names', what: '', values: {} },
    { name: 'private.matching_records', what: '', values: { list_name: 'inventory', words: 'phone' } },
    { name: 'private.matching_records', what: 'of numbers', values: { list_name: 'dids', words: '555' } },
    {
      name: 'private.companies_sharing',
      what: '',
      values: { name: 'Harbor Lane Dental', website: null, phone: null },
    },
    { name: 'private.tenant_search_condition', what: '', values: { search: 'harbor' } },
    {
      name: 'private.reserve_destinations',
      what: '',
      values: { ...about, kind: 'extensions', records: `{${newId()}}` },
    },
    { name: 'replace_gateway', what: 'by another', values: { gateway: gateway.id, replacement: other.id } },
    {
      name: 'replace_gateway',
      what: 'and delete it',
      values: { gateway: gateway.id, replacement: other.id, delete_after: 'true' },
    },
    { name: 'find_stock', what: 'by its address', values: { mac: stock.mac } },
    {
      name: 'prepare_invitation',
      what: 'to a role',
      values: { email: `${unique()}@example.test`, user_role: nobody.name },
    },
    { name: 'prepare_password_mail', what: 'of another', values: { member: member.id } },
    { name: 'has_permission', what: 'one of them', values: { section: 'reports', action: 'export' } },
  ]
}
