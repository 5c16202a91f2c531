/** The dedicated test that fails with each of these mutants. */
const shownBy = (test: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `tests/database/${test}.test.ts fails with it`]))

/** The same for tests with their own database, which `mutate:named` cannot run. */
const shownApart = (test: string, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, `tests/database/${test}.test.ts fails with it in a database of its own`]),
  )

/** Mutants that change nothing observable, and why. */
const nothingShows = (reason: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, reason]))

/** Triggers whose removal no plain row change reveals. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  ...shownBy('guards', [
    'public.companies: without guard',
    'public.role_permissions: without guard',
    'public.tenants: without check_time_zone',
  ]),
  ...shownBy('numbers', ['public.dids: without guard', 'public.dids: without release_routes']),
  ...shownBy('extensions', ['public.extensions: without check_seats']),
  ...shownBy('invoices', [
    'public.billing_accounts: without guard',
    'public.invoice_lines: without refuse_truncation',
  ]),
  ...shownBy('notes', ['public.tasks: without check_assignee']),
  ...shownBy('tenant-settings', [
    'public.dids: without check_limit_of_moved',
    'public.dids: without check_limit_of_new',
    'public.tenant_settings: without guard',
  ]),
  ...shownBy('granting', [
    'public.members: without guard_grants',
    'public.members: without reset_view_as',
    'public.role_permissions: without guard_grants',
  ]),
  ...shownBy('staff', [
    'public.role_permissions: without guard_matrix',
    'public.roles: without guard_matrix',
  ]),
  ...shownBy('second-factor', ['public.roles: without guard_second_factor']),
  ...shownBy('port-orders', ['public.port_orders: without guard']),
  ...shownBy('tenant-checks', ['public.accepted_problems: without count_accepted']),
  ...shownBy('licenses', [
    'public.call_center_agents: without check_license',
    'public.dids: without check_fax_license',
    'public.extensions: without check_recording_license',
    'public.extensions: without check_recording_license_of_new',
    'public.dids: without check_fax_license_of_new',
  ]),
  ...shownBy('number-stock', [
    'public.dids: without guard_in_use',
    'public.dids: without guard_in_use_of_deleted',
    'public.dids: without validate_status',
  ]),
  ...shownBy('dialed-features', [
    'public.secrets: without bump_version',
    'public.tenants: without insert_defaults',
  ]),
  ...shownBy('portal-users', [
    'auth.users: without record_portal_acceptance',
    'public.members: without guard_portal_address',
    'public.portal_users: without guard_address',
  ]),
  ...shownBy('snapshot', [
    'private.changed_snapshots: without bump_tenant_version',
    'public.gateways: without keep_snapshot_of_changed',
    'public.gateways: without keep_snapshot_of_deleted',
    'public.gateways: without keep_snapshot_of_new',
    'public.tenants: without keep_snapshot_of_changed',
    'public.tenants: without keep_snapshot_of_new',
    'public.tenants: without keep_snapshot_of_deleted',
    'public.tenants: without create_tenant_version',
  ]),
  ...shownBy('list-versions', [
    'private.changed_lists: without bump_list_version',
    'public.dids: without note_changed_list_on_delete',
    'public.dids: without note_changed_list_on_insert',
    'public.dids: without note_changed_list_on_update',
    'public.inventory: without note_changed_list_on_delete',
    'public.inventory: without note_changed_list_on_insert',
    'public.inventory: without note_changed_list_on_update',
  ]),
  ...shownBy('swapped-phones', ['public.devices: without check_swapped_vendor']),
  ...shownBy('stock-assignment', [
    'public.devices: without inventory',
    'public.inventory: without guard_deployed',
  ]),
  ...shownBy('unknown-phones', ['public.devices: without delete_known_phone']),
  ...shownBy('registered-numbers', [
    'public.dids: without guard_emergency_did',
    'public.emergency_addresses: without invalidate',
    'public.extensions: without check_emergency_did',
  ]),
  ...shownBy('suspension', [
    'public.dids: without guard_suspended_tenant',
    'public.dids: without guard_suspended_tenant_of_moved',
    'public.tenants: without sync_company_status',
    'public.tenants: without stamp_suspension',
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
  ...shownBy('won-again', ['public.opportunities: without guard_won_opportunity']),
  ...shownBy('recordings', ['public.recordings: without copy_file_details']),
  ...shownBy('billing-cycle', ['public.subscriptions: without guard']),
  ...shownBy('number-plan', ['public.feature_codes: without withdraw_destination']),
  ...shownBy('mac-addresses', ['public.devices: without mac_in_use']),
  ...shownBy('provisioning', ['public.tenants: without request_provisioning_passwords']),
  ...shownApart('superadmins', ['auth.users: without guard_superadmins']),
  ...shownBy('early-words', ['public.outbound_routes: without default_enabled']),
  ...shownBy('cdr-ingest', [
    'public.tenants: without recount_cdr_hours',
    'public.tenants: without recount_moved_cdr_days',
  ]),
  ...shownBy('mails', ['public.cdr: without mail_missed_calls']),
}

/** Tenant checks whose removal no plain function call or row change reveals. */
export const TENANT_CHECKS: Readonly<Record<string, string>> = {
  ...nothingShows(
    "what is looked up by its id is the tenant's already, or refused by a foreign key that names the tenant",
    [
      'private.store_dialed_recording: e.tenant_id = tenant → true',
      'private.owned_phones: d.tenant_id = $1 → true',
      'private.owned_phones: l.tenant_id = $1 → true',
      'private.tenant_configuration: d.tenant_id = tenant → true',
      'public.queue_board: w.tenant_id = $1 → true',
      'public.add_new_hire: d.tenant_id = tenant → true',
      'private.check_emergency_did: d.tenant_id = new.tenant_id → true',
      'private.dial_agent: a.tenant_id = tenant → true',
      'private.due_lines: i.tenant_id = tenant → true',
      'private.audit_recording_playback: c.tenant_id = tenant → true',
      'private.guard_emergency_did: e.tenant_id = old.tenant_id → true',
      'private.rebuild_invoice_draft: l.tenant_id = draft.tenant_id → true',
      'private.seat_holders: a.tenant_id = tenant → true',
      'private.settle: i.tenant_id = tenant → true',
      'private.settlement: p.tenant_id = tenant → true',
      'private.invalidate_address: d.tenant_id = old.tenant_id → true',
    ],
  ),
  ...nothingShows('what it forgets is too old in every tenant for anybody to ask about', [
    'private.queue_switch_command: c.tenant_id = $1 → true',
    'private.record_queue_wait: w.tenant_id = tenant → true',
  ]),
  ...nothingShows('guard_tenant_id refuses it too', [
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
    'private.remember_dialed_answer: a.tenant_id = tenant (2) → true',
  ]),
  ...shownBy('ivr-menus', [
    'private.check_direct_dial: m.tenant_id = new.tenant_id → true',
    'private.direct_dial_conflict: p.tenant_id = tenant → true',
  ]),
  ...shownBy('licenses', [
    'private.check_license: l.tenant_id = new.tenant_id → true',
    'private.idle_seats: c.tenant_id = tenant → true',
  ]),
  ...shownBy('provisioning', ['private.authenticate_provisioning: l.tenant_id = tenant.id → true']),
  ...shownBy('tenant-settings', [
    'private.check_did_limit: s.tenant_id = new.tenant_id → true',
    'private.check_did_limit: d.tenant_id = new.tenant_id → true',
  ]),
  ...shownBy('number-plan', ['private.claim_numbers: p.tenant_id = refused.tenant_id → true']),
  ...shownBy('mac-addresses', ['private.check_mac_in_use: holder.tenant_id <> new.tenant_id → false']),
  ...shownBy('stock-assignment', ['private.assign_inventory: d.tenant_id = tenant → true']),
  ...shownBy('extensions', ['private.check_seats: a.tenant_id = t.id → true']),
  ...shownBy('devices', ['private.log_provisioning: l.tenant_id = $1 → true']),
  ...shownBy('cdr-ingest', ['private.resolve_cdr: e.tenant_id = t.id → true']),
  ...shownBy('call-flows', ['private.revert_due_call_flows: d.tenant_id = tenant → true']),
  ...shownBy('secrets', ['private.secrets_to_seal: s.tenant_id = of_tenant → true']),
  ...shownBy('port-orders', [
    'private.apply_port_order_state: new.for_tenant_id is distinct from old.for_tenant_id → false',
  ]),
  ...shownBy('won-again', ['private.won_plan_result: e.tenant_id = t.id → true']),
  ...shownBy('number-stock', ['public.assign_number: held.tenant_id = tenant → true']),
  ...shownBy('registered-numbers', ['public.emergency_readiness: p.tenant_id = tenant → true']),
  ...shownBy('call-recordings', ['public.expired_call_recordings: r.tenant_id = tenant → true']),
  ...shownBy('record-import', ['public.import_records: t.tenant_id = %L → true']),
  ...shownBy('undo', ['public.trail_page: a.tenant_id = %6$L → true']),
  ...shownBy('voicemail', ['private.forward_voicemail: e.tenant_id = tenant → true']),
  ...shownBy('mails', ['private.switch_serves: t.tenant_id = $2 → true']),
  ...shownBy('live-calls', ['public.live_calls_since: c.tenant_id = $1 → true']),
  ...shownBy('tenant-list', ['public.tenant_list: e.tenant_id = t.id → true']),
  ...shownBy('payments', ['private.settle_after_payment: p.tenant_id = tenant → true']),
  ...shownBy('new-hires', ['public.add_new_hire: e.tenant_id = tenant → true']),
  ...shownBy('queue-board', ['private.record_queue_wait: q.tenant_id = tenant → true']),
  ...shownBy('unknown-phones', [
    'private.record_unknown_phone: u.tenant_id is not distinct from account → true',
  ]),
  ...shownBy('live-calls', ['private.store_live_calls: o.tenant_id = t.id → true']),
  ...shownBy('customers', [
    'private.company_delete_blockers: d.tenant_id = t.id → true',
    'private.company_delete_blockers: i.tenant_id = t.id → true',
  ]),
  ...shownBy('tenant-configuration', [
    'private.configuration_ids: d.tenant_id = tenant → true',
    'private.load_configuration: d.tenant_id = tenant → true',
  ]),
  ...shownBy('invoices', ['private.guard_invoices: a.tenant_id = new.tenant_id → true']),
  ...shownBy('tenant-checks', ['public.configuration_check: v.tenant_id = t.id → true']),
  ...shownBy('snapshot', ['private.bump_tenant_version: v.tenant_id = new.tenant_id → true']),
  ...shownBy('payments', [
    'private.settle_after_payment: i.tenant_id = tenant → true',
    'private.settlement: i.tenant_id = tenant → true',
    'private.settlement: p.tenant_id = tenant (2) → true',
  ]),
  ...shownBy('extensions', ['public.add_extensions: p.tenant_id = tenant → true']),
  ...shownBy('next-door', [
    'private.register_recording_file: f.tenant_id = tenant → true',
    'private.notify_emergency_call: e.tenant_id = t.id → true',
    'private.owned_phones: f.tenant_id = $1 → true',
    'private.owned_phones: r.tenant_id = $1 → true',
    'private.store_check: v.tenant_id = tenant → true',
    'public.live_calls_since: l.tenant_id = $1 → true',
    'public.trail_page: a.tenant_id = %L → true',
    'private.store_live_calls: q.tenant_id = t.id → true',
    'private.recount_cdr_days: d.tenant_id = tenant → true',
    'private.recount_cdr_days: h.tenant_id = tenant → true',
    'private.recount_cdr_hours: h.tenant_id = new.id → true',
    'private.recount_cdr_hours: c.tenant_id = new.id → true',
    'private.store_check: k.tenant_id = tenant → true',
    'private.store_dialed_recording: r.tenant_id = tenant → true',
    'private.store_dialed_recording: r.tenant_id = tenant (2) → true',
    'private.remember_dialed_answer: a.tenant_id = tenant → true',
    'private.resolve_cdr: n.tenant_id = t.id → true',
    'private.resolve_cdr: x.tenant_id = t.id → true',
    'private.seat_holders: c.tenant_id = tenant → true',
    'private.apply_port_order_state: d.tenant_id is distinct from new.for_tenant_id → false',
    'private.apply_port_order_state: x.tenant_id = new.for_tenant_id → true',
    'private.store_configured_row: f.tenant_id = tenant → true',
    'public.tenant_count: e.tenant_id = t.id → true',
    'public.trail_page: a.tenant_id = %6$L (2) → true',
    'public.won_plan: e.tenant_id = t.id → true',
  ]),
}
