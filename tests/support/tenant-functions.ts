import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { gatewayNamed } from './factories/gateways'
import type { TableName } from './factories/row'
import type { TenantRow } from './tenant-rows'

/** A phone in stock, added by each test. */
export const FREE_PHONE = randomUUID()

/** Arguments of a call on one tenant's page that refer to another tenant's row. */
type Arguments = (foreign: TenantRow) => Record<string, unknown>

/**
 * What a function that is told a tenant owes to the others:
 * - `shows`: it only reads, and what it answers holds nothing of another tenant;
 * - `changes`: it changes what belongs to the tenant and leaves every other alone;
 * - `refuses`: it is given a record beside the tenant, and does nothing with another tenant's: it fails with the
 *   SQLSTATE, or answers the same as for no record at all;
 * - `records`: told in tenant-swap.test.ts for every table;
 * - `across`: it is no tenant's page that asks, for the reason given.
 */
export type Bound =
  | { shows: Record<string, unknown>; asService?: boolean }
  | { changes: Record<string, unknown> }
  | { refuses: TableName; call: Arguments; with?: string; answers?: unknown; asService?: boolean }
  | { records: true }
  | { across: string }

const days = { first_day: '2026-01-01', last_day: '2026-12-31' }
const month = { month: `${new Date().toISOString().slice(0, 7)}-01` }
const GONE = 'TR410'
const CARRIER_EAST = await gatewayNamed('carrier-east')

/** Every API function with a tenant argument. */
export const TENANT_FUNCTIONS: Record<string, Bound> = {
  add_default_outbound_routes: { changes: { gateway: CARRIER_EAST } },
  add_extensions: {
    refuses: 'extensions',
    call: ({ id }) => ({ new_rows: JSON.stringify([{ id, extension: '2987', description: 'taken' }]) }),
    answers: 0,
  },
  add_new_hire: {
    refuses: 'dids',
    call: ({ id }) => ({
      hire: JSON.stringify({ extension: { id: randomUUID(), extension: '2986' }, did_id: id }),
    }),
    with: '23503',
  },
  assign_inventory: { changes: { item: FREE_PHONE } },
  assign_numbers: { across: 'the stock of numbers, from which superadmins give them to tenants' },
  audit_recording_playback: { refuses: 'call_recordings', call: ({ id }) => ({ call: id }), with: GONE },
  billing_overview: { shows: {} },
  call_center_figures: { shows: {} },
  cdr_chart: { shows: days },
  cdr_count: { shows: days },
  cdr_page: { shows: { ...days, page_size: 1000 } },
  change_records: { records: true },
  change_subscription: {
    refuses: 'subscriptions',
    call: ({ id }) => ({ subscription: id, from_day: '2026-03-01', quantity: 7, unit_price: 1 }),
    with: GONE,
  },
  check_pin: {
    refuses: 'call_flows',
    call: ({ id }) => ({ dialer: randomUUID(), record: id, proofs: [] }),
    answers: 'refused',
    asService: true,
  },
  configuration_check: { shows: {} },
  count_block_hit: {
    refuses: 'call_block_rules',
    call: ({ id }) => ({ rule: id }),
    answers: null,
    asService: true,
  },
  cut_off_replaced_secret: {
    refuses: 'extensions',
    call: ({ id }) => ({ owner_table: 'extensions', owner: id, field: 'sip_password' }),
    with: GONE,
  },
  delete_records: { records: true },
  destination_for: { changes: { kind: 'external', value: '+12075550123' } },
  device_configuration: { refuses: 'devices', call: ({ id }) => ({ device: id }), answers: null },
  dial_agent: {
    refuses: 'call_center_agents',
    call: ({ extension_id }) => ({ dialer: extension_id, status: 'Available' }),
    answers: 'refused',
    asService: true,
  },
  dial_feature: {
    refuses: 'extensions',
    call: ({ id }) => ({ dialer: id, feature: 'do_not_disturb', turn_on: true }),
    answers: 'refused',
    asService: true,
  },
  dial_flow: {
    refuses: 'call_flows',
    call: ({ id }) => ({ dialer: randomUUID(), flow: id, to_state: 'alternate' }),
    answers: 'refused',
    asService: true,
  },
  emergency_readiness: { shows: {} },
  extension_devices: { shows: {} },
  find_stock: { across: 'stock belongs to no tenant: each may ask whether a phone is for it' },
  forward_voicemail: {
    refuses: 'voicemail_messages',
    call: ({ id }) => ({ message: id, extension: randomUUID() }),
    with: GONE,
  },
  free_numbers: { shows: { lowest: 1000, highest: 1099, how_many: 50 } },
  idle_seats: { shows: {} },
  import_records: { records: true },
  issue_invoice: { refuses: 'invoices', call: ({ id }) => ({ invoice: id }), with: GONE },
  join_room: {
    refuses: 'conference_rooms',
    call: ({ id }) => ({ room: id, caller: '+12075550199', outside: true, proofs: [], moderator_proofs: [] }),
    answers: 'refused',
    asService: true,
  },
  list_changed_within: { shows: { target_tables: ['mails'], seconds: 1 } },
  live_calls_since: { shows: { since: 0 } },
  live_counts: { across: 'the list of tenants asks for those that it shows' },
  log_provisioning: {
    refuses: 'devices',
    call: ({ mac }) => ({ mac, address: '192.0.2.7', agent: '', file: 'x.cfg', status: 404, bytes: 0 }),
    answers: null,
    asService: true,
  },
  mark_voicemail: {
    refuses: 'voicemail_messages',
    call: ({ id }) => ({ message: id, heard: true }),
    with: GONE,
  },
  move_agent: {
    refuses: 'call_center_agents',
    call: ({ id }) => ({ agent: id, add: '{}', remove: '{}' }),
    with: GONE,
  },
  never_registered: { shows: {}, asService: true },
  note_mail: { across: 'the server, of mail that it has sent' },
  notify_emergency_call: {
    shows: { data: { channel: 'a channel', extension: randomUUID() } },
    asService: true,
  },
  offered_records: { records: true },
  open_fax: { refuses: 'faxes', call: ({ id }) => ({ fax: id }), with: GONE },
  open_voicemail: { refuses: 'voicemail_messages', call: ({ id }) => ({ message: id }), with: GONE },
  order_outbound_routes: {
    refuses: 'outbound_routes',
    call: ({ id, position }) => ({ routes: JSON.stringify([{ id, position }]) }),
    with: 'TR412',
  },
  owner_phones: {
    refuses: 'extensions',
    call: ({ id }) => ({ owner: id }),
    answers: { registrations: [], failures: [] },
  },
  phone_states: { shows: { owners: [] } },
  prepare_portal_invitation: {
    refuses: 'portal_users',
    call: ({ id }) => ({ portal_user: id }),
    with: GONE,
  },
  preview_block_rule: {
    refuses: 'cdr',
    call: ({ from_number }) => ({ direction: 'inbound', match: 'exact', number: from_number }),
    answers: { calls: 0, last_at: null },
  },
  provisioning_configuration: {
    refuses: 'devices',
    call: ({ mac }) => ({ mac }),
    answers: null,
    asService: true,
  },
  queue_board: { shows: {} },
  record_count: { records: true },
  record_history: { records: true },
  record_page: { records: true },
  register_recording_file: {
    refuses: 'recordings',
    call: ({ path }) => ({ object_path: path, format: 'wav', duration_ms: 1, size_bytes: 1, peaks: '{1}' }),
    with: 'P0002',
    asService: true,
  },
  remember_dialed_answer: {
    shows: { question: 'a channel and a code', answer: 'an answer' },
    asService: true,
  },
  repoint: { records: true },
  reveal_secret: {
    refuses: 'extensions',
    call: ({ id }) => ({ owner_table: 'extensions', owner: id, field: 'sip_password' }),
    answers: null,
  },
  revert_entry: { records: true },
  run_billing_cycle: { changes: { period_start: month.month } },
  save_record: { records: true },
  seat_history: { shows: {} },
  secret_fields: { refuses: 'extensions', call: ({ id }) => ({ owner: id }), answers: undefined },
  send_mail_again: { refuses: 'mails', call: ({ id }) => ({ mail: id }), with: GONE },
  served_version: { shows: { switch: randomUUID() }, asService: true },
  set_e911_state: {
    refuses: 'dids',
    call: ({ id, version }) => ({ did: id, expected_version: version, to_state: 'confirmed' }),
    with: GONE,
  },
  set_e911_states: {
    refuses: 'dids',
    call: ({ id, version }) => ({
      chosen: JSON.stringify([{ id, version }]),
      to_state: 'confirmed',
    }),
    answers: {
      id: expect.any(String),
      code: 'TR410',
      message: 'This record has been deleted by someone else.',
      details: '',
    },
  },
  set_line_transport: {
    refuses: 'device_lines',
    call: ({ device_id }) => ({ devices: [device_id], transport: 'tls' }),
    answers: 0,
  },
  set_missing_voicemail_pins: {
    changes: { pins: JSON.stringify({ '1001': 'test.Abcdefghij0123456789Abcdefghij0123456789' }) },
  },
  set_seats: { changes: { product: 'recording', purchased: 3, cap: 'soft', expected: 0 } },
  set_secret: {
    refuses: 'extensions',
    call: ({ id }) => ({
      owner_table: 'extensions',
      owner: id,
      field: 'voicemail_pin',
      sealed: 'test.Abcdefghij0123456789Abcdefghij0123456789',
    }),
    with: GONE,
  },
  set_tenant_status: { changes: { status: 'suspended' } },
  sip_secrets: { shows: {}, asService: true },
  store_dialed_recording: {
    refuses: 'extensions',
    call: ({ id }) => ({ dialer: id, file: randomUUID(), greeting: 1 }),
    answers: null,
    asService: true,
  },
  switch_call_flow: {
    refuses: 'call_flows',
    call: ({ id, version }) => ({ flow: id, to_state: 'alternate', expected_version: version }),
    with: GONE,
  },
  tenant_call_prices: { shows: { numbers: ['+12075550100'], talk_seconds: 60 } },
  tenant_configuration: { shows: {} },
  tenant_destination_list: { shows: {} },
  tenant_destinations: { shows: {} },
  tenant_figures: { shows: {} },
  tenant_overview: { shows: {} },
  tenant_routing: { shows: {} },
  tenant_seats: { shows: {} },
  tenant_setup_steps: { shows: {} },
  tenant_snapshot: { shows: {} },
  tenant_usage: { shows: month },
  trail_entries: { records: true },
  trail_page: { shows: { from_time: '2000-01-01', to_time: '2100-01-01', page_size: 1000 } },
  undo_change: { records: true },
  unused_recording_paths: { shows: {}, asService: true },
  use_counts: { shows: { target_table: 'recordings' } },
  used_by: { records: true },
  verify_switch_signature: {
    shows: { switch_name: 'a switch', message: 'hear it', signature: 'a hash' },
    asService: true,
  },
  void_invoice: { refuses: 'invoices', call: ({ id }) => ({ invoice: id, reason: 'Typing' }), with: GONE },
}

/** Functions with a record id but no tenant, and why no tenant page calls them. */
export const WITHOUT_TENANT: Record<string, string> = {
  call_price: 'rate plans belong to no tenant',
  cancel_receipt: 'stock belongs to no tenant',
  command_call: 'the call names the tenant',
  command_phone: 'the registration names the tenant',
  company_delete_refusal: 'companies belong to sales',
  create_tenant: 'the tenant is new',
  create_tenant_from: 'the tenant is new, and its template is any tenant by intent',
  customer_activity: 'companies belong to sales',
  customer_records: 'companies belong to sales',
  end_session: 'sessions belong to members',
  end_sessions: 'members belong to no tenant',
  end_turn: 'the server alone, for a turn that it has taken',
  gateway_uses: 'gateways are of all tenants, and superadmins alone ask',
  may_manage_member: 'members belong to no tenant',
  member_factors: 'members belong to no tenant',
  merge_companies: 'companies belong to sales',
  pipeline: 'an owner belongs to no tenant, nor do opportunities',
  prepare_password_mail: 'members belong to no tenant',
  preview_company_merge: 'companies belong to sales',
  receive_stock: 'stock belongs to no tenant',
  record_invitation: 'the server alone, after the route has looked up the user by tenant and id',
  record_unknown_phone: 'the server alone, with the account that the phone gave',
  release_numbers: 'the stock of numbers belongs to superadmins',
  remove_second_factor: 'members belong to no tenant',
  renew_switch_secret: 'switches belong to no tenant',
  reopen_opportunity: 'an opportunity belongs to sales',
  replace_gateway: 'gateways are of all tenants, and superadmins alone replace them',
  report_invoices: 'reports are of all tenants',
  revoke_switch_secret: 'switches belong to no tenant',
  run_won_plan: 'an opportunity has no tenant before its plan is run',
  save_role: 'roles belong to no tenant',
  secrets_to_seal: 'the server alone, for all tenants at once',
  session_list: 'sessions belong to members',
  set_port_order_state: 'port orders belong to no tenant’s page',
  similar_companies: 'companies belong to sales',
  store_fax: 'the server alone, for the switch that it has admitted',
  store_live_calls: 'the server alone, for the switch that it has admitted',
  store_mail_outcome: 'the server alone, for the mails that it has claimed',
  store_port_letter: 'the server alone, for a member who may change the order',
  store_switch_events: 'the server alone, for the switch that it has admitted',
  store_switch_pings: 'the server alone, for the switch that it has admitted',
  store_voicemail_audio: 'the server alone, for the switch that it has admitted',
  take_turn: 'the server alone, for whatever it does one at a time',
  tenant_list: 'the list of all tenants',
  won_plan: 'an opportunity has no tenant before its plan is run',
}
