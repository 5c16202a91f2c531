/** The test of its own that fails with each of these changes. */
const shownBy = (test: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `tests/database/${test}.test.ts fails with it`]))

/** The same where the test has a database of its own, so that `mutate:named` cannot show it. */
const shownApart = (test: string, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, `tests/database/${test}.test.ts fails with it in a database of its own`]),
  )

/** Nothing comes out otherwise with them, for a reason. */
const nothingShows = (reason: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, reason]))

/** Triggers whose absence no plain change of a row shows. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  ...shownBy('guards', [
    'public.companies: without guard',
    'public.role_permissions: without guard',
    'public.tenants: without check_time_zone',
  ]),
  ...shownBy('numbers', ['public.dids: without guard', 'public.dids: without move']),
  ...shownBy('extensions', ['public.extensions: without check_seats']),
  ...shownBy('invoices', ['public.billing_accounts: without guard', 'public.invoice_lines: without keep']),
  ...shownBy('notes', ['public.tasks: without check_assignee']),
  ...shownBy('tenant-settings', [
    'public.dids: without check_limit_of_moved',
    'public.dids: without check_limit_of_new',
    'public.tenant_settings: without guard',
  ]),
  ...shownBy('granting', [
    'public.members: without guard_grants',
    'public.members: without lay_down_role',
    'public.role_permissions: without guard_grants',
  ]),
  ...shownBy('staff', [
    'public.role_permissions: without guard_matrix',
    'public.roles: without guard_matrix',
  ]),
  ...shownBy('second-factor', ['public.roles: without guard_second_factor']),
  ...shownBy('port-orders', ['public.port_orders: without keep']),
  ...shownBy('tenant-checks', ['public.accepted_problems: without count_accepted']),
  ...shownBy('licences', [
    'public.call_center_agents: without check_licence',
    'public.dids: without check_fax_licence',
    'public.extensions: without check_recording_licence',
    'public.extensions: without check_recording_licence_of_new',
    'public.dids: without check_fax_licence_of_new',
  ]),
  ...shownBy('number-stock', [
    'public.dids: without keep_in_use',
    'public.dids: without keep_in_use_of_deleted',
    'public.dids: without suit_status',
  ]),
  ...shownBy('dialed-features', ['public.secrets: without note_replaced', 'public.tenants: without equip']),
  ...shownBy('portal-users', [
    'auth.users: without note_portal_acceptance',
    'public.members: without guard_portal_address',
    'public.portal_users: without guard_address',
  ]),
  ...shownBy('snapshot', [
    'private.changed_snapshots: without raise_version',
    'public.gateways: without keep_snapshot_of_changed',
    'public.gateways: without keep_snapshot_of_deleted',
    'public.gateways: without keep_snapshot_of_new',
    'public.tenants: without keep_snapshot_of_changed',
    'public.tenants: without keep_snapshot_of_new',
    'public.tenants: without keep_snapshot_of_deleted',
    'public.tenants: without begin_version',
  ]),
  ...shownBy('swapped-phones', ['public.devices: without check_swapped_maker']),
  ...shownBy('stock-assignment', [
    'public.devices: without inventory',
    'public.inventory: without keep_deployed',
  ]),
  ...shownBy('unknown-phones', ['public.devices: without know_phone']),
  ...shownBy('registered-numbers', [
    'public.dids: without keep_emergency_did',
    'public.emergency_addresses: without unvalidate',
    'public.extensions: without check_emergency_did',
  ]),
  ...shownBy('suspension', [
    'public.dids: without keep_from_growing',
    'public.dids: without keep_from_growing_by_move',
    'public.tenants: without follow_suspension',
    'public.tenants: without note_suspension',
  ]),
  ...shownBy('lookups', ['public.feature_codes: without publish_destination']),
  ...shownBy('payments', [
    'public.invoices: without settle',
    'public.payments: without guard',
    'public.payments: without settle',
  ]),
  ...shownBy('ivr-menus', [
    'public.ivr_menu_options: without check_menu',
    'public.ivr_menus: without check_options',
    'public.number_plan: without check_direct_dial',
  ]),
  ...shownBy('won-again', ['public.opportunities: without keep_won']),
  ...shownBy('recordings', ['public.recordings: without fill']),
  ...shownBy('billing-cycle', ['public.subscriptions: without guard']),
  ...shownBy('number-plan', ['public.feature_codes: without withdraw_destination']),
  ...shownBy('mac-addresses', ['public.devices: without name_holder']),
  ...shownBy('provisioning', ['public.tenants: without give_provisioning_password']),
  ...shownApart('superadmins', ['auth.users: without guard_superadmins']),
  ...shownBy('early-words', ['public.outbound_routes: without default_enabled']),
  ...shownBy('cdr-ingest', [
    'public.tenants: without count_cdr_hours',
    'public.tenants: without move_cdr_days',
  ]),
  ...shownBy('mails', ['public.cdr: without mail_missed_calls']),
}

/** Checks of the tenant that no plain call of a function, and no change of a row, shows. */
export const TENANT_CHECKS: Readonly<Record<string, string>> = {
  ...nothingShows(
    "what is looked up by its id is the tenant's already, or refused by a foreign key that names the tenant",
    [
      'private.keep_dialed_recording: e.tenant_id = tenant → true',
      'private.owned_phones: d.tenant_id = $1 → true',
      'private.owned_phones: l.tenant_id = $1 → true',
      'private.tenant_configuration: d.tenant_id = tenant → true',
      'public.queue_board: w.tenant_id = $1 → true',
      'public.add_new_hire: d.tenant_id = tenant → true',
      'private.check_emergency_did: d.tenant_id = new.tenant_id → true',
      'private.dial_agent: a.tenant_id = tenant → true',
      'private.due_lines: i.tenant_id = tenant → true',
      'private.hear_call: c.tenant_id = tenant → true',
      'private.keep_emergency_did: e.tenant_id = old.tenant_id → true',
      'private.refresh_draft: l.tenant_id = draft.tenant_id → true',
      'private.seat_holders: a.tenant_id = tenant → true',
      'private.settle: i.tenant_id = tenant → true',
      'private.settlement: p.tenant_id = tenant → true',
      'private.unvalidate_address: d.tenant_id = old.tenant_id → true',
    ],
  ),
  ...nothingShows('what it forgets is too old in every tenant for anybody to ask about', [
    'private.ask_switch: c.tenant_id = $1 → true',
    'private.note_waited: w.tenant_id = tenant → true',
  ]),
  ...nothingShows('keep_tenant refuses it too', [
    'private.publish_destination: new.tenant_id <> old.tenant_id → false',
  ]),
  ...nothingShows('the other of two comparisons says the same', [
    'public.cdr_chart: h.tenant_id = t.id → true',
    'public.cdr_chart: h.tenant_id = tenant → true',
  ]),
  ...shownBy('dialed-features', [
    'private.dial_flow: f.tenant_id = tenant → true',
    'private.forward_target: d.tenant_id = tenant → true',
    'private.check_pin: s.tenant_id = tenant → true',
    'private.note_dialed: a.tenant_id = tenant (2) → true',
  ]),
  ...shownBy('ivr-menus', [
    'private.check_direct_dial: m.tenant_id = new.tenant_id → true',
    'private.swallowed_by_direct_dial: p.tenant_id = tenant → true',
  ]),
  ...shownBy('licences', [
    'private.check_licence: l.tenant_id = new.tenant_id → true',
    'private.idle_seats: c.tenant_id = tenant → true',
  ]),
  ...shownBy('provisioning', ['private.provisioning_admit: l.tenant_id = tenant.id → true']),
  ...shownBy('tenant-settings', [
    'private.check_did_limit: s.tenant_id = new.tenant_id → true',
    'private.check_did_limit: d.tenant_id = new.tenant_id → true',
  ]),
  ...shownBy('number-plan', ['private.claim: p.tenant_id = refused.tenant_id → true']),
  ...shownBy('mac-addresses', ['private.name_holder_of_mac: holder.tenant_id <> new.tenant_id → false']),
  ...shownBy('stock-assignment', ['private.assign_inventory: d.tenant_id = tenant → true']),
  ...shownBy('extensions', ['private.check_seats: a.tenant_id = t.id → true']),
  ...shownBy('devices', ['private.note_provisioning: l.tenant_id = $1 → true']),
  ...shownBy('cdr-ingest', ['private.placed_cdr: e.tenant_id = t.id → true']),
  ...shownBy('call-flows', ['private.revert_due_call_flows: d.tenant_id = tenant → true']),
  ...shownBy('secrets', ['private.secrets_to_seal: s.tenant_id = of_tenant → true']),
  ...shownBy('port-orders', [
    'private.step_port_order: new.for_tenant_id is distinct from old.for_tenant_id → false',
  ]),
  ...shownBy('won-again', ['private.won_made: e.tenant_id = t.id → true']),
  ...shownBy('number-stock', ['public.assign_number: held.tenant_id = tenant → true']),
  ...shownBy('registered-numbers', ['public.emergency_situation: p.tenant_id = tenant → true']),
  ...shownBy('call-recordings', ['public.expired_call_recordings: r.tenant_id = tenant → true']),
  ...shownBy('record-import', ['public.import_records: t.tenant_id = %L → true']),
  ...shownBy('undo', ['public.trail_page: a.tenant_id = %6$L → true']),
  ...shownBy('voicemail', ['private.forward_voicemail: e.tenant_id = tenant → true']),
  ...shownBy('mails', ['private.serves: t.tenant_id = $2 → true']),
  ...shownBy('live-calls', ['public.calls_now: c.tenant_id = $1 → true']),
  ...shownBy('tenant-list', ['public.tenant_list: e.tenant_id = t.id → true']),
  ...shownBy('payments', ['private.settle_after_payment: p.tenant_id = tenant → true']),
  ...shownBy('new-hires', ['public.add_new_hire: e.tenant_id = tenant → true']),
  ...shownBy('queue-board', ['private.note_waited: q.tenant_id = tenant → true']),
  ...shownBy('unknown-phones', [
    'private.note_unknown_phone: u.tenant_id is not distinct from account → true',
  ]),
  ...shownBy('live-calls', ['private.switch_calls: o.tenant_id = t.id → true']),
  ...shownBy('customers', [
    'private.company_holds: d.tenant_id = t.id → true',
    'private.company_holds: i.tenant_id = t.id → true',
  ]),
  ...shownBy('tenant-configuration', [
    'private.configuration_ids: d.tenant_id = tenant → true',
    'private.load_configuration: d.tenant_id = tenant → true',
  ]),
  ...shownBy('invoices', ['private.guard_invoices: a.tenant_id = new.tenant_id → true']),
  ...shownBy('tenant-checks', ['public.configuration_check: v.tenant_id = t.id → true']),
  ...shownBy('snapshot', ['private.raise_version: v.tenant_id = new.tenant_id → true']),
  ...shownBy('payments', [
    'private.settle_after_payment: i.tenant_id = tenant → true',
    'private.settlement: i.tenant_id = tenant → true',
    'private.settlement: p.tenant_id = tenant (2) → true',
  ]),
  ...shownBy('extensions', ['public.add_extensions: p.tenant_id = tenant → true']),
  ...shownBy('next-door', [
    'private.admit_recording_file: f.tenant_id = tenant → true',
    'private.note_emergency_call: e.tenant_id = t.id → true',
    'private.owned_phones: f.tenant_id = $1 → true',
    'private.owned_phones: r.tenant_id = $1 → true',
    'private.keep_check: v.tenant_id = tenant → true',
    'public.calls_now: l.tenant_id = $1 → true',
    'public.trail_page: a.tenant_id = %L → true',
    'private.switch_calls: q.tenant_id = t.id → true',
    'private.count_cdr_days: d.tenant_id = tenant → true',
    'private.count_cdr_days: h.tenant_id = tenant → true',
    'private.count_cdr_hours: h.tenant_id = new.id → true',
    'private.count_cdr_hours: c.tenant_id = new.id → true',
    'private.keep_check: k.tenant_id = tenant → true',
    'private.keep_dialed_recording: r.tenant_id = tenant → true',
    'private.keep_dialed_recording: r.tenant_id = tenant (2) → true',
    'private.note_dialed: a.tenant_id = tenant → true',
    'private.placed_cdr: n.tenant_id = t.id → true',
    'private.placed_cdr: x.tenant_id = t.id → true',
    'private.seat_holders: c.tenant_id = tenant → true',
    'private.step_port_order: d.tenant_id is distinct from new.for_tenant_id → false',
    'private.step_port_order: x.tenant_id = new.for_tenant_id → true',
    'private.store_configured: f.tenant_id = tenant → true',
    'public.tenant_count: e.tenant_id = t.id → true',
    'public.trail_page: a.tenant_id = %6$L (2) → true',
    'public.won_plan: e.tenant_id = t.id → true',
  ]),
}
