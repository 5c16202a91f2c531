import { EVERY_RIGHT } from '../support/every-right'
import type { ActorName, Operation, Way } from '../support/permission-probe'

/** For each operation, the alternatives that are sufficient; nothing else is. */
type Ways = Readonly<Record<Operation, readonly Way[]>> & {
  /** Where a trigger or constraint stops those whom the policy allows. */
  readonly stopped?: Readonly<Partial<Record<Operation, readonly Way[]>>>
}
type Section =
  | 'customers'
  | 'sales'
  | 'numbers'
  | 'tenants'
  | 'telephony'
  | 'billing'
  | 'inventory'
  | 'superadmin'

const none: Ways = { select: [], insert: [], update: [], delete: [] }
const seen = (...ways: Way[]): Ways => ({ ...none, select: ways })
/** Records of a section: each operation requires its action. */
const records = (section: Section): Ways => ({
  select: [`${section}.view`],
  insert: [`${section}.create`],
  update: [`${section}.edit`],
  delete: [`${section}.delete`],
})
/** Parts of a record, added and removed by those who may change it; parts-of-records.test.ts has those of new records. */
const edited = (section: Section): Ways => ({
  ...records(section),
  insert: [`${section}.edit`],
  delete: [`${section}.edit`],
})
const either = (one: Ways, other: Ways): Ways => ({
  select: [...one.select, ...other.select],
  insert: [...one.insert, ...other.insert],
  update: [...one.update, ...other.update],
  delete: [...one.delete, ...other.delete],
})

const telephony = records('telephony')
const uploads: Ways = { ...telephony, insert: ['telephony.create', 'telephony.edit'] }
const issued: Ways = {
  ...seen('billing.view'),
  stopped: { update: ['billing.edit'], delete: ['billing.delete'] },
}
const ofTenant: Ways = {
  select: ['tenants.view'],
  insert: ['tenants.edit', 'tenants.view+telephony.edit'],
  update: ['tenants.edit', 'tenants.view+telephony.edit'],
  delete: ['tenants.edit', 'tenants.view+telephony.edit'],
}

/**
 * The matrix of permissions: what each is enough for, table by table, and kind by kind where the kinds of rows differ. A table of
 * schema public that is missing here fails the tests.
 */
export const RIGHTS: Readonly<Record<string, Ways | Readonly<Record<string, Ways>>>> = {
  accepted_problems: { ...edited('telephony'), update: [] },
  archived_call_months: seen('telephony.view', 'billing.view'),
  audit_log: {
    'of section telephony': seen('telephony.view'),
    'of section tenants': seen('tenants.view'),
    'of section customers': seen('customers.view'),
    'of section sales': seen('sales.view'),
    'of section numbers': seen('numbers.view'),
    'of section superadmin': seen('superadmin.view'),
  },
  billing_accounts: records('billing'),
  call_block_rules: telephony,
  call_center_agents: telephony,
  call_center_queues: telephony,
  call_center_tiers: edited('telephony'),
  call_expectations: telephony,
  call_flows: telephony,
  call_recordings: seen('telephony.view'),
  cdr: seen('telephony.view'),
  cdr_daily: seen('telephony.view', 'reports.view'),
  cdr_hourly: seen('telephony.view', 'reports.view'),
  cdr_legs: seen('telephony.view'),
  cdr_rejected: { ...seen('telephony.view'), delete: ['telephony.delete'] },
  company_profiles: records('superadmin'),
  companies: {
    'without a tenant': { ...either(records('customers'), records('sales')), delete: ['customers.delete'] },
    'with a tenant': {
      select: ['customers.view', 'sales.view', 'tenants.view'],
      insert: ['customers.create'],
      update: ['customers.edit'],
      delete: [],
      stopped: { delete: ['customers.delete'] },
    },
    'that becomes a tenant’s': {
      ...either(records('customers'), records('sales')),
      update: ['customers.edit'],
      delete: ['customers.delete'],
    },
  },
  // The policy looks up the company with the caller's own permissions.
  company_accounts: {
    any: { ...seen('customers.view', 'sales.view'), update: ['customers.edit', 'sales.view+sales.edit'] },
    'of a company made just now': {
      ...seen('customers.view', 'sales.view'),
      update: ['customers.edit', 'customers.create', 'sales.view+sales.edit', 'sales.view+sales.create'],
    },
    'of a tenant’s company made just now': {
      ...seen('customers.view', 'sales.view'),
      update: ['customers.edit', 'customers.create'],
    },
    'of a tenant’s company': { ...seen('customers.view', 'sales.view'), update: ['customers.edit'] },
  },
  contacts: {
    ...either(records('customers'), records('sales')),
    delete: ['customers.edit', 'sales.edit'],
  },
  destinations: seen('telephony.view'),
  device_keys: edited('telephony'),
  device_lines: edited('telephony'),
  device_profile_keys: edited('telephony'),
  device_profile_settings: edited('telephony'),
  device_profiles: telephony,
  devices: telephony,
  did_conditions: edited('telephony'),
  did_costs: {
    any: { ...seen('numbers.view'), update: ['numbers.edit'] },
    'of a number made just now': { ...seen('numbers.view'), update: ['numbers.edit', 'numbers.create'] },
  },
  dids: {
    'of a tenant': {
      ...records('numbers'),
      select: ['numbers.view', 'telephony.view'],
      update: ['numbers.edit', 'telephony.edit'],
    },
    'of no tenant': records('numbers'),
    'that leaves its tenant': { ...records('numbers'), select: ['numbers.view', 'telephony.view'] },
  },
  emergency_addresses: telephony,
  extension_follow_me: edited('telephony'),
  extensions: telephony,
  feature_codes: { ...seen('telephony.view'), update: ['telephony.edit'] },
  gateways: records('superadmin'),
  inventory: records('inventory'),
  invoice_lines: {
    'of a draft': edited('billing'),
    'of an issued invoice': {
      ...issued,
      stopped: { update: ['billing.edit'], delete: ['billing.edit'] },
    },
  },
  invoices: { drafts: records('billing'), issued },
  ivr_menu_options: edited('telephony'),
  ivr_menus: telephony,
  licenses: records('billing'),
  members: {
    'of others': records('superadmin'),
    "the caller's own": {
      ...seen('superadmin.view'),
      stopped: { update: ['superadmin.edit'], delete: ['superadmin.delete'] },
    },
  },
  notes: {
    'about an opportunity': edited('sales'),
    'about a customer': either(edited('customers'), edited('sales')),
    'about a tenant': ofTenant,
  },
  number_coverage: { ...records('numbers'), select: ['numbers.view', 'sales.view'] },
  number_lookups: seen('numbers.view', 'sales.view'),
  number_plan: seen('telephony.view'),
  opportunities: records('sales'),
  opportunity_items: edited('sales'),
  opportunity_numbers: edited('sales'),
  outbound_routes: telephony,
  conference_rooms: telephony,
  paging_group_members: edited('telephony'),
  paging_groups: telephony,
  fax_boxes: telephony,
  faxes: { ...seen('telephony.view'), delete: ['telephony.delete'] },
  park_lots: telephony,
  payments: records('billing'),
  mails: {
    'of section sales': seen('sales.view'),
    'of section superadmin': seen('superadmin.view'),
    'of section telephony': seen('telephony.view'),
  },
  voicemail_messages: { ...seen('telephony.view'), delete: ['telephony.delete'] },
  live_calls: seen('telephony.view'),
  live_switches: seen('telephony.view'),
  list_versions: {
    'of billing': seen('billing.view'),
    'of customers and sales and tenants': seen('customers.view', 'sales.view', 'tenants.view'),
    'of inventory': seen('inventory.view'),
    'of numbers': seen('numbers.view'),
    'of sales': seen('sales.view'),
    'of sales and numbers': seen('sales.view', 'numbers.view'),
    'of superadmin': seen('superadmin.view'),
    'of telephony': seen('telephony.view'),
    'of tenants': seen('tenants.view'),
  },
  live_tenants: seen('telephony.view'),
  queue_waits: seen('telephony.view'),
  switch_commands: seen('telephony.view'),
  port_letters: seen('sales.view', 'numbers.view'),
  port_order_numbers: {
    ...either(edited('sales'), edited('numbers')),
    // Sales see by the order whether it is a draft.
    update: ['sales.view+sales.edit', 'numbers.edit'],
    delete: ['sales.view+sales.edit', 'numbers.edit'],
  },
  port_orders: {
    'that are drafts': either(records('sales'), records('numbers')),
    'that is canceled': { ...either(records('sales'), records('numbers')), update: ['numbers.edit'] },
    canceled: { ...records('numbers'), select: ['numbers.view', 'sales.view'] },
  },
  portal_user_extensions: edited('telephony'),
  portal_users: telephony,
  provisioning_log: seen('telephony.view'),
  provisioning_runs: { ...seen('sales.view'), insert: ['sales.edit'] },
  quotes: edited('sales'),
  rate_plan_rates: records('billing'),
  rate_plans: records('billing'),
  recordings: telephony,
  registration_failures: seen('telephony.view'),
  registrations: seen('telephony.view'),
  ring_group_members: edited('telephony'),
  ring_groups: telephony,
  // Nobody can grant a permission they do not have.
  role_permissions: {
    'of other roles': {
      select: ['superadmin.view'],
      insert: ['superadmin.edit+sales.view'],
      update: ['superadmin.edit+sales.view+sales.export'],
      delete: ['superadmin.edit+sales.view'],
    },
    "of the caller's own role": {
      ...seen('superadmin.view'),
      update: ['superadmin.edit'],
      delete: ['superadmin.edit'],
    },
  },
  roles: {
    'other roles': records('superadmin'),
    "the caller's own": { ...seen('superadmin.view'), stopped: { delete: ['superadmin.delete'] } },
  },
  secrets: none,
  services: { ...records('sales'), select: ['sales.view', 'billing.view'] },
  stock_minimums: records('inventory'),
  'storage.objects': {
    'of recordings': { ...uploads, update: [], delete: [] },
    'of recordings, under a name of choice': { ...uploads, insert: [], update: [], delete: [] },
    'of drafted ports': {
      select: ['sales.view', 'numbers.view'],
      insert: ['sales.edit', 'numbers.edit'],
      update: [],
      delete: [],
    },
    'of cancelled ports': {
      select: ['sales.view', 'numbers.view'],
      insert: ['numbers.edit'],
      update: [],
      delete: [],
    },
    'of another bucket': none,
    // Only users who have opened it can hear or read it.
    'of call recordings': none,
    'of voicemail': none,
    'of faxes': none,
    'of call recordings, just opened': seen('telephony.view'),
    'of voicemail, just opened': seen('telephony.view'),
    'of faxes, just opened': seen('telephony.view'),
  },
  subscriptions: records('billing'),
  switch_states: seen('superadmin.view'),
  switch_tenants: edited('superadmin'),
  switches: records('superadmin'),
  tax_jurisdictions: records('billing'),
  tasks: {
    'about an opportunity': edited('sales'),
    'about a customer': either(edited('customers'), edited('sales')),
    'about a tenant': ofTenant,
  },
  tenant_checks: seen('telephony.view'),
  tenant_settings: {
    any: { ...telephony, insert: ['telephony.edit'] },
    'with another limit': { ...telephony, update: ['telephony.edit+tenants.edit'] },
  },
  tenant_versions: seen('telephony.view'),
  tenants: records('tenants'),
  time_condition_rules: edited('telephony'),
  time_conditions: telephony,
  unknown_phones: seen('telephony.view'),
}

/** Rows that callers see because they are their own, by their names in the expectations. */
export const OWN_ROWS = ["the caller's own", "of the caller's own role"]

/** What requires a password entered within ten minutes; updating a member's name does not. */
export const NEEDS_PASSWORD = [
  'members of others insert',
  'members of others delete',
  'role_permissions of other roles insert',
  'role_permissions of other roles update',
  'role_permissions of other roles delete',
  "role_permissions of the caller's own role update",
  "role_permissions of the caller's own role delete",
  'roles other roles insert',
  'roles other roles update',
  'roles other roles delete',
  "roles the caller's own delete",
  'end_session of another',
  'end_sessions of another',
  'remove_second_factor',
  'prepare_invitation to a role',
  'prepare_password_mail of another',
  'renew_switch_secret of one',
  'reveal_secret of an extension',
  'revoke_switch_secret of one',
  'cut_off_replaced_secret of a tenant',
  'set_secret another password',
  'set_secret a password that opens others',
]

/** Combinations that allow more than each permission alone, and some that must not. */
export const TOGETHER: readonly Way[] = [
  'tenants.view+telephony.view',
  'customers.view+billing.view',
  'customers.view+numbers.view',
  'customers.view+telephony.view',
  'customers.view+inventory.view',
  'tenants.export+telephony.view',
  'telephony.edit+tenants.edit',
  'telephony.edit+telephony.reveal_secrets',
  'telephony.create+telephony.reveal_secrets',
  'superadmin.edit+superadmin.reveal_secrets',
  'superadmin.edit+superadmin.delete',
  'tenants.view+telephony.edit',
  'sales.view+sales.create',
  'sales.view+sales.edit',
  'sales.view+sales.export',
  'superadmin.edit+sales.view',
  'superadmin.edit+sales.view+sales.export',
]

/**
 * What is enough to be served by each function, and view, that asks for permissions itself; by what the call is about, where
 * there is more than one. For the others a call with blank arguments does nothing for anybody.
 */
export const FUNCTION_RIGHTS: Readonly<Record<string, readonly Way[]>> = {
  assign_inventory: ['telephony.create'],
  'assignees of a task about a company': ['customers.view', 'sales.view'],
  'assignees of a task about a opportunity': ['sales.view'],
  'assignees of a task about a tenant': ['tenants.view'],
  live_calls_since: ['telephony.view'],
  calls_now: ['telephony.view'],
  cancel_receipt: ['telephony.create', 'inventory.create'],
  change_subscription: ['billing.edit'],
  'command_call to end it': ['telephony.edit'],
  'command_call to listen': ['telephony.listen'],
  command_phone: ['telephony.edit'],
  'company_delete_refusal of a customer': ['customers.view'],
  'configuration_check of a tenant': ['tenants.view+telephony.view'],
  create_tenant: ['tenants.create'],
  create_tenant_from: ['tenants.create'],
  'cut_off_replaced_secret of a tenant': ['telephony.edit+telephony.reveal_secrets'],
  'customer_records of a customer: account': ['customers.view+billing.view'],
  'customer_records of a customer: devices': ['customers.view+telephony.view', 'tenants.view+telephony.view'],
  'customer_records of a customer: invoices': ['customers.view+billing.view'],
  'customer_records of a customer: numbers': [
    'customers.view+telephony.view',
    'customers.view+numbers.view',
    'tenants.view+telephony.view',
  ],
  'customer_records of a customer: opportunities': ['sales.view'],
  'customer_records of a customer: orders': ['sales.view', 'customers.view+numbers.view'],
  'customer_records of a customer: stock': ['customers.view+inventory.view'],
  'dashboard_figures billing': ['billing.view'],
  'dashboard_figures inventory': ['inventory.view'],
  'dashboard_figures numbers': ['numbers.view'],
  'dashboard_figures sales': ['sales.view'],
  'dashboard_figures telephony': ['tenants.view+telephony.view'],
  'dashboard_figures tenants': ['tenants.view'],
  'dashboard_figures tenants,failing': ['tenants.view+telephony.view'],
  'dashboard_figures tenants,full': ['tenants.view+telephony.view'],
  destination_for: ['telephony.create', 'telephony.edit'],
  'end_session of another': ['superadmin.edit'],
  'end_sessions of another': ['superadmin.edit'],
  'find_stock by its address': ['telephony.create', 'telephony.edit'],
  forward_voicemail: ['telephony.edit'],
  'gateway_uses of one': ['superadmin.view'],
  'may_manage_member of another': ['superadmin.edit'],
  'has_permission one of them': ['reports.export'],
  audit_recording_playback: ['telephony.view'],
  open_voicemail: ['telephony.view'],
  'idle_seats of a tenant': ['billing.view'],
  issue_invoice: ['billing.edit'],
  mark_voicemail: ['telephony.edit'],
  'may_change_letter of a draft': ['numbers.edit', 'sales.edit'],
  member_factors: ['superadmin.view'],
  move_agent: ['telephony.edit'],
  number_assigners: ['tenants.view'],
  'offered_records of gateways': ['superadmin.view'],
  open_fax: ['telephony.view'],
  own_standing: EVERY_RIGHT,
  owners: ['customers.view', 'sales.view'],
  phone_states: ['telephony.view'],
  pipeline: ['sales.view'],
  send_mail_again: ['telephony.edit'],
  'prepare_invitation to a role': ['superadmin.create'],
  'prepare_password_mail of another': ['superadmin.edit'],
  prepare_portal_invitation: ['telephony.edit'],
  'private.reserve_destinations': ['telephony.create'],
  'private.tenant_snapshot': ['tenants.view+telephony.view'],
  // Others get no ids: the lists then search what their policies show.
  'private.matching_records': ['inventory.view'],
  'private.matching_records of numbers': ['numbers.view', 'telephony.view'],
  'private.companies_sharing': ['customers.view', 'sales.view', 'tenants.view'],
  'private.tenant_search_condition': ['tenants.view'],
  'private.staff_names': ['customers.view', 'sales.view', 'tenants.view'],
  queue_board: ['telephony.view'],
  receive_stock: ['telephony.create', 'inventory.create'],
  remove_second_factor: ['superadmin.edit'],
  'renew_switch_secret of one': ['superadmin.edit+superadmin.reveal_secrets'],
  'replace_gateway and delete it': ['superadmin.edit+superadmin.delete'],
  'replace_gateway by another': ['superadmin.edit'],
  report_business: ['reports.view'],
  report_calls: ['reports.view'],
  report_hour: ['reports.view'],
  report_invoices: ['reports.view'],
  report_subscriptions: ['reports.view'],
  'reveal_secret of an extension': ['telephony.reveal_secrets'],
  'revoke_switch_secret of one': ['superadmin.edit+superadmin.reveal_secrets'],
  run_billing_cycle: ['billing.create'],
  'seat_history of a tenant': ['billing.view'],
  'secret_fields of a gateway': ['superadmin.view'],
  'secret_fields of an extension': ['telephony.view'],
  'secret_kind of an extension': ['telephony.view', 'telephony.create', 'telephony.edit'],
  'session_list of another': ['superadmin.view'],
  set_seats: ['billing.edit'],
  'set_secret a first PIN': ['telephony.create', 'telephony.edit'],
  'set_secret another password': ['telephony.edit+telephony.reveal_secrets'],
  'set_secret a password that opens others': ['telephony.edit+telephony.reveal_secrets'],
  set_tenant_status: ['tenants.edit'],
  switch_call_flow: ['telephony.edit'],
  'tenant_configuration of a tenant': ['tenants.export+telephony.view'],
  tenant_seats: ['billing.view'],
  'tenant_snapshot of a tenant': ['tenants.view+telephony.view'],
  tenant_usage: ['billing.view'],
  'view_as a role': ['superadmin.edit'],
  void_invoice: ['billing.edit'],
  'view customer_list': ['customers.view', 'sales.view', 'tenants.view'],
  'view gateway_names': ['numbers.view', 'telephony.view', 'superadmin.view'],
  'view opportunity_list': ['sales.view'],
  'view task_list': ['customers.view', 'sales.view', 'tenants.view'],
}

/** The permissions for one kind of row of a table. */
export function rightsTo(table: string, rows: string): Ways | undefined {
  const rights = RIGHTS[table] ?? {}
  return 'select' in rights ? (rights as Ways) : rights[rows]
}

/** Whether the named actor has the permissions of one alternative. */
export function holdsOneOf(name: ActorName, ways: readonly Way[]): boolean {
  const held: string[] = name.split('+')
  return ways.some((way) => way.split('+').every((right) => held.includes(right)))
}
