import type { Caller, Role } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertIssuedInvoice } from '../support/factories/billing'
import { newTenantCompany } from '../support/factories/companies'
import { type Given, insertRow, type NewRow, type TableName } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { SEALED } from '../support/vault'

/** What roles may do with one kind of row of a table; roles not named are refused. */
interface Rights<T extends TableName> {
  /** The kind of rows, if a table has more than one. */
  rows: string
  select: readonly Role[]
  insert: readonly Role[]
  update: readonly Role[]
  delete: readonly Role[]
  /** The values an update sets; they differ from the row's. */
  change: Given<T>
}

/** Rows that a test creates. */
export interface NewRows<T extends TableName> extends Rights<T> {
  make(): Promise<NewRow<T>>
}

/** Rows that exist with the caller, so tests do not insert them. */
export interface OwnRows<T extends TableName> extends Rights<T> {
  /** The id of the caller's row; undefined when the caller has none. */
  own(caller: Caller): Promise<string | undefined>
}

export type Expectation<T extends TableName> = NewRows<T> | OwnRows<T>

const NOBODY: readonly Role[] = []
const SUPERADMIN: readonly Role[] = ['superadmin']
const OFFICE: readonly Role[] = ['admin', 'superadmin']
const STAFF: readonly Role[] = ['tech', 'admin', 'superadmin']
const WITH_MEMBER_RECORD: readonly Role[] = ['tech', 'admin', 'superadmin', 'disabled']

/** All four operations for the same roles. */
const all = (roles: readonly Role[]) => ({ select: roles, insert: roles, update: roles, delete: roles })
/** Rows that the named roles see and only superadmins change. */
const seenBy = (roles: readonly Role[]) => ({ ...all(SUPERADMIN), select: roles })
/** Inserted and deleted, never updated. */
const acceptance = { ...all(STAFF), update: NOBODY }
const only = (roles: readonly Role[]) => ({ ...all(NOBODY), select: roles })

const ownRole = `select m.user_role from public.members m where m.user_id = $1`
const idOf = async (text: string, { userId }: Caller) => (await query<{ id: string }>(text, [userId]))[0]?.id

function auditEntries(section: string, roles: readonly Role[]): NewRows<'audit_log'> {
  return {
    rows: `of section ${section}`,
    ...only(roles),
    make: () => FACTORIES.audit_log({ section }),
    change: { record_label: 'forged' },
  }
}

function listVersion(sections: string[], roles: readonly Role[]): NewRows<'list_versions'> {
  return {
    rows: `of ${sections.join(' and ')}`,
    ...only(roles),
    make: () => FACTORIES.list_versions({ sections }),
    change: { version: 9 },
  }
}

function mailOf(section: string, roles: readonly Role[]): NewRows<'mails'> {
  return {
    rows: `of section ${section}`,
    ...only(roles),
    make: () => FACTORIES.mails({ section }),
    change: { subject: 'Forged' },
  }
}

/** The matrix of backoffice roles, table by table. A table of schema public that is missing here fails the tests. */
export const EXPECTATIONS: { [T in TableName]: readonly Expectation<T>[] } = {
  accepted_problems: [
    { rows: 'any', ...acceptance, make: FACTORIES.accepted_problems, change: { note: 'Forged' } },
  ],
  archived_call_months: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.archived_call_months, change: { calls: 9 } },
  ],
  audit_log: [
    auditEntries('telephony', STAFF),
    auditEntries('tenants', STAFF),
    auditEntries('customers', OFFICE),
    auditEntries('sales', OFFICE),
    auditEntries('numbers', SUPERADMIN),
    auditEntries('superadmin', SUPERADMIN),
  ],
  billing_accounts: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.billing_accounts, change: { terms_days: 0 } },
  ],
  call_block_rules: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.call_block_rules, change: { name: 'Robocaller' } },
  ],
  call_recordings: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.call_recordings, change: { duration_ms: 9 } },
  ],
  cdr: [{ rows: 'any', ...only(STAFF), make: FACTORIES.cdr, change: { from_name: 'Changed by a test' } }],
  cdr_daily: [{ rows: 'any', ...only(STAFF), make: FACTORIES.cdr_daily, change: { calls: 9 } }],
  cdr_hourly: [{ rows: 'any', ...only(STAFF), make: FACTORIES.cdr_hourly, change: { calls: 9 } }],
  cdr_legs: [{ rows: 'any', ...only(STAFF), make: FACTORIES.cdr_legs, change: { raw: { changed: true } } }],
  cdr_rejected: [
    {
      rows: 'any',
      ...only(STAFF),
      delete: STAFF,
      make: FACTORIES.cdr_rejected,
      change: { reason: 'Changed by a test' },
    },
  ],
  call_center_agents: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.call_center_agents, change: { status: 'On Break' } },
  ],
  call_center_queues: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.call_center_queues, change: { strategy: 'ring-all' } },
  ],
  call_center_tiers: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.call_center_tiers, change: { level: 2 } },
  ],
  call_expectations: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.call_expectations, change: { name: 'Sunday' } },
  ],
  call_flows: [{ rows: 'any', ...all(STAFF), make: FACTORIES.call_flows, change: { state: 'alternate' } }],
  company_accounts: [
    {
      rows: 'any',
      ...all(OFFICE),
      insert: NOBODY,
      delete: NOBODY,
      make: FACTORIES.company_accounts,
      change: { tax_id: '12-3456789' },
    },
  ],
  did_costs: [
    {
      rows: 'any',
      ...all(SUPERADMIN),
      insert: NOBODY,
      delete: NOBODY,
      make: FACTORIES.did_costs,
      change: { monthly_cost: 2 },
    },
  ],
  company_profiles: [
    { rows: 'any', ...all(SUPERADMIN), make: FACTORIES.company_profiles, change: { address: 'Forged' } },
  ],
  companies: [
    {
      rows: 'without a tenant',
      ...all(OFFICE),
      make: FACTORIES.companies,
      change: { name: 'Renamed by a test' },
    },
    {
      rows: 'with a tenant',
      ...all(OFFICE),
      select: STAFF,
      delete: NOBODY,
      make: newTenantCompany,
      change: { website: 'changed.example' },
    },
  ],
  contacts: [{ rows: 'any', ...all(OFFICE), make: FACTORIES.contacts, change: { name: 'Accounts payable' } }],
  destinations: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.destinations, change: { name: 'Changed by a test' } },
  ],
  device_keys: [{ rows: 'any', ...all(STAFF), make: FACTORIES.device_keys, change: { label: 'Door' } }],
  device_lines: [{ rows: 'any', ...all(STAFF), make: FACTORIES.device_lines, change: { transport: 'tls' } }],
  device_profile_keys: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.device_profile_keys, change: { label: 'Door' } },
  ],
  device_profile_settings: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.device_profile_settings, change: { value: '1' } },
  ],
  device_profiles: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.device_profiles, change: { description: 'For the lobby' } },
  ],
  devices: [{ rows: 'any', ...all(STAFF), make: FACTORIES.devices, change: { label: 'Server room' } }],
  did_conditions: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.did_conditions, change: { caller: '+1208' } },
  ],
  dids: [
    {
      rows: 'of a tenant',
      ...seenBy(STAFF),
      update: STAFF,
      make: FACTORIES.dids,
      change: { description: 'Changed by a test', enabled: false },
    },
    { rows: 'of no tenant', ...all(SUPERADMIN), make: newFreeNumber, change: { description: 'Kept back' } },
  ],
  emergency_addresses: [
    {
      rows: 'any',
      ...all(STAFF),
      make: FACTORIES.emergency_addresses,
      change: { street: '14 Harbor Lane', unit: 'Floor 2' },
    },
  ],
  extension_follow_me: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.extension_follow_me, change: { delay: 10, confirm: true } },
  ],
  extensions: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.extensions, change: { description: 'Moved to the lobby' } },
  ],
  feature_codes: [
    { rows: 'any', ...only(STAFF), update: STAFF, make: FACTORIES.feature_codes, change: { code: '*85' } },
  ],
  gateways: [
    { rows: 'any', ...all(SUPERADMIN), make: FACTORIES.gateways, change: { description: 'For faxes' } },
  ],
  inventory: [
    {
      rows: 'any',
      ...all(OFFICE),
      make: FACTORIES.inventory,
      change: { location: 'Van 2', status: 'staged' },
    },
  ],
  invoice_lines: [
    { rows: 'of a draft', ...all(OFFICE), make: FACTORIES.invoice_lines, change: { amount: -3.25 } },
    {
      rows: 'of an issued invoice',
      ...only(OFFICE),
      own: async () => {
        const { id } = await insertIssuedInvoice()
        return (
          await query<{ id: string }>('select id from public.invoice_lines where invoice_id = $1', [id])
        )[0]?.id
      },
      change: { amount: 1 },
    },
  ],
  invoices: [
    { rows: 'drafts', ...all(OFFICE), make: FACTORIES.invoices, change: { note: 'With thanks' } },
    {
      rows: 'issued',
      ...only(OFFICE),
      own: async () => (await insertIssuedInvoice()).id,
      change: { note: 'With thanks' },
    },
  ],
  ivr_menu_options: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.ivr_menu_options, change: { description: 'Sales' } },
  ],
  ivr_menus: [{ rows: 'any', ...all(STAFF), make: FACTORIES.ivr_menus, change: { description: 'Moved' } }],
  licenses: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.licenses, change: { purchased: 12, cap: 'hard' } },
  ],
  members: [
    {
      rows: 'of others',
      ...all(SUPERADMIN),
      // A role without permissions, so that only the policy can refuse callers with few permissions.
      make: async () =>
        FACTORIES.members({ user_role: (await insertRow('roles', await FACTORIES.roles())).name }),
      change: { full_name: 'Day desk' },
    },
    {
      rows: "the caller's own",
      ...only(WITH_MEMBER_RECORD),
      own: (caller) => idOf('select m.id from public.members m where m.user_id = $1', caller),
      change: { user_role: 'tech', status: 'disabled' },
    },
  ],
  notes: [
    { rows: 'about an opportunity', ...all(OFFICE), make: FACTORIES.notes, change: { body: 'Signed.' } },
    {
      rows: 'about a customer',
      ...all(OFFICE),
      make: async () =>
        FACTORIES.notes({ company_id: (await insertRow('companies', await FACTORIES.companies())).id }),
      change: { body: 'Moved.' },
    },
    {
      rows: 'about a tenant',
      ...all(STAFF),
      make: async () =>
        FACTORIES.notes({ tenant_id: (await insertRow('tenants', await FACTORIES.tenants())).id }),
      change: { body: 'The rack is in the cellar.' },
    },
  ],
  number_coverage: [
    { rows: 'any', ...seenBy(OFFICE), make: FACTORIES.number_coverage, change: { portable: false } },
  ],
  number_lookups: [
    { rows: 'any', ...only(OFFICE), make: FACTORIES.number_lookups, change: { provider: 'offline' } },
  ],
  number_plan: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.number_plan, change: { name: 'Changed by a test' } },
  ],
  opportunities: [
    {
      rows: 'any',
      ...all(OFFICE),
      make: FACTORIES.opportunities,
      change: { amount: 77.5, status: 'qualified' },
    },
  ],
  opportunity_items: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.opportunity_items, change: { quantity: 9 } },
  ],
  opportunity_numbers: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.opportunity_numbers, change: { note: 'Has a PIN' } },
  ],
  outbound_routes: [{ rows: 'any', ...all(STAFF), make: FACTORIES.outbound_routes, change: { prefix: '9' } }],
  conference_rooms: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.conference_rooms, change: { max_members: 5 } },
  ],
  paging_group_members: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.paging_group_members, change: { position: 7 } },
  ],
  paging_groups: [{ rows: 'any', ...all(STAFF), make: FACTORIES.paging_groups, change: { two_way: true } }],
  park_lots: [{ rows: 'any', ...all(STAFF), make: FACTORIES.park_lots, change: { timeout: 60 } }],
  payments: [{ rows: 'any', ...all(OFFICE), make: FACTORIES.payments, change: { reference: 'Check 1042' } }],
  port_letters: [
    { rows: 'any', ...only(OFFICE), make: FACTORIES.port_letters, change: { name: 'other.pdf' } },
  ],
  port_order_numbers: [
    {
      rows: 'of a draft',
      ...all(OFFICE),
      make: FACTORIES.port_order_numbers,
      change: { number: '+12075550188' },
    },
  ],
  port_orders: [
    { rows: 'that are drafts', ...all(OFFICE), make: FACTORIES.port_orders, change: { notes: 'Urgent' } },
  ],
  portal_user_extensions: [
    {
      rows: 'any',
      ...all(STAFF),
      make: FACTORIES.portal_user_extensions,
      change: { position: 2 },
    },
  ],
  portal_users: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.portal_users, change: { name: 'Day desk', role: 'agent' } },
  ],
  quotes: [{ rows: 'drafts', ...all(OFFICE), make: FACTORIES.quotes, change: { terms: 'Net 15' } }],
  rate_plan_rates: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.rate_plan_rates, change: { cost_per_minute: 0.0125 } },
  ],
  rate_plans: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.rate_plans, change: { description: 'From June' } },
  ],
  fax_boxes: [
    {
      rows: 'any',
      ...all(STAFF),
      make: FACTORIES.fax_boxes,
      change: { recipients: ['anna@customer.example'] },
    },
  ],
  faxes: [
    { rows: 'any', ...only(STAFF), delete: STAFF, make: FACTORIES.faxes, change: { from_number: '911' } },
  ],
  voicemail_messages: [
    {
      rows: 'any',
      ...only(STAFF),
      delete: STAFF,
      make: FACTORIES.voicemail_messages,
      change: { from_name: 'Forged' },
    },
  ],
  mails: [mailOf('sales', OFFICE), mailOf('superadmin', SUPERADMIN), mailOf('telephony', STAFF)],
  live_calls: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.live_calls, change: { caller_name: 'Ben Boyd' } },
  ],
  live_switches: [{ rows: 'any', ...only(STAFF), make: FACTORIES.live_switches, change: { report: 9 } }],
  queue_waits: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.queue_waits, change: { outcome: 'abandoned' } },
  ],
  list_versions: [
    listVersion(['billing'], OFFICE),
    listVersion(['customers', 'sales', 'tenants'], STAFF),
    listVersion(['inventory'], OFFICE),
    listVersion(['numbers'], SUPERADMIN),
    listVersion(['sales'], OFFICE),
    listVersion(['sales', 'numbers'], OFFICE),
    listVersion(['superadmin'], SUPERADMIN),
    listVersion(['telephony'], STAFF),
    listVersion(['tenants'], STAFF),
  ],
  live_tenants: [{ rows: 'any', ...only(STAFF), make: FACTORIES.live_tenants, change: { change: 9 } }],
  switch_commands: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.switch_commands, change: { command: 'reboot' } },
  ],
  registration_failures: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.registration_failures, change: { attempts: 9 } },
  ],
  registrations: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.registrations, change: { address: '192.0.2.99' } },
  ],
  unknown_phones: [{ rows: 'any', ...only(STAFF), make: FACTORIES.unknown_phones, change: { requests: 9 } }],
  provisioning_log: [
    { rows: 'any', ...only(STAFF), make: FACTORIES.provisioning_log, change: { status: 401 } },
  ],
  provisioning_runs: [
    {
      rows: 'any',
      ...only(OFFICE),
      insert: OFFICE,
      make: FACTORIES.provisioning_runs,
      change: { made: { forged: true } },
    },
  ],
  recordings: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.recordings, change: { description: 'Spoken anew' } },
  ],
  ring_group_members: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.ring_group_members, change: { delay: 10 } },
  ],
  ring_groups: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.ring_groups, change: { strategy: 'rollover' } },
  ],
  role_permissions: [
    {
      rows: 'of other roles',
      ...all(SUPERADMIN),
      make: FACTORIES.role_permissions,
      change: { action: 'export' },
    },
    {
      rows: "of the caller's own role",
      ...only(WITH_MEMBER_RECORD),
      own: (caller) =>
        idOf(
          `select p.id from public.role_permissions p where p.role = (${ownRole}) order by p.section, p.action`,
          caller,
        ),
      change: { section: 'superadmin', action: 'edit' },
    },
  ],
  roles: [
    { rows: 'other roles', ...all(SUPERADMIN), make: FACTORIES.roles, change: { description: 'Changed' } },
    {
      rows: "the caller's own",
      ...only(WITH_MEMBER_RECORD),
      own: (caller) => idOf(`select r.id from public.roles r where r.name = (${ownRole})`, caller),
      change: { name: 'renamed' },
    },
  ],
  secrets: [{ rows: 'any', ...only(NOBODY), make: FACTORIES.secrets, change: { sealed: SEALED } }],
  services: [{ rows: 'any', ...all(OFFICE), make: FACTORIES.services, change: { monthly_price: 9.25 } }],
  subscriptions: [{ rows: 'any', ...all(OFFICE), make: FACTORIES.subscriptions, change: { quantity: 7 } }],
  switch_states: [
    {
      rows: 'any',
      ...only(SUPERADMIN),
      make: FACTORIES.switch_states,
      change: { last_seen_at: '2026-01-01T00:00:00Z' },
    },
  ],
  switch_tenants: [
    {
      rows: 'any',
      ...all(SUPERADMIN),
      make: FACTORIES.switch_tenants,
      // It consists of references only; the database counts versions itself.
      change: { version: 2 },
    },
  ],
  switches: [
    { rows: 'any', ...all(SUPERADMIN), make: FACTORIES.switches, change: { description: 'In Portland' } },
  ],
  tenant_settings: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.tenant_settings, change: { language: 'es-US' } },
  ],
  stock_minimums: [{ rows: 'any', ...all(OFFICE), make: FACTORIES.stock_minimums, change: { minimum: 9 } }],
  tasks: [
    { rows: 'about an opportunity', ...all(OFFICE), make: FACTORIES.tasks, change: { due_on: '2026-03-05' } },
    {
      rows: 'about a customer',
      ...all(OFFICE),
      make: async () =>
        FACTORIES.tasks({ company_id: (await insertRow('companies', await FACTORIES.companies())).id }),
      change: { due_on: '2026-03-05' },
    },
    {
      rows: 'about a tenant',
      ...all(STAFF),
      make: async () =>
        FACTORIES.tasks({ tenant_id: (await insertRow('tenants', await FACTORIES.tenants())).id }),
      change: { done_at: '2026-03-05T10:00:00+00:00' },
    },
  ],
  tax_jurisdictions: [
    { rows: 'any', ...all(OFFICE), make: FACTORIES.tax_jurisdictions, change: { percent: 6.25 } },
  ],
  tenant_checks: [{ rows: 'any', ...only(STAFF), make: FACTORIES.tenant_checks, change: { errors: 9 } }],
  tenant_versions: [{ rows: 'any', ...only(STAFF), make: FACTORIES.tenant_versions, change: { version: 9 } }],
  tenants: [
    { rows: 'any', ...all(OFFICE), select: STAFF, make: FACTORIES.tenants, change: { status: 'suspended' } },
  ],
  time_condition_rules: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.time_condition_rules, change: { state: 'closed' } },
  ],
  time_conditions: [
    { rows: 'any', ...all(STAFF), make: FACTORIES.time_conditions, change: { description: 'Moved' } },
  ],
}
