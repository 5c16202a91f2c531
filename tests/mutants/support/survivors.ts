import { type Section, SECTIONS } from '../../../lib/session/permissions.ts'
import { shownApart, shownBy } from './shown-by'

const DUE = 'what is due is switched back by the server, whoever asks; asking gives nobody more'

/** Mutants of a check that is repeated elsewhere. */
const askedTwice = (by: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `${by} asks for the same`]))

const NAMED = 'no other bucket has a file of that name'

/** By section: parts that whoever may create their record adds along with it. */
const PARTS: Partial<Record<Section, readonly string[]>> = {
  telephony: [
    ...['call_center_tiers', 'device_keys', 'device_lines', 'device_profile_keys', 'device_profile_settings'],
    ...['extension_follow_me', 'ivr_menu_options', 'paging_group_members', 'portal_user_extensions'],
    ...['ring_group_members', 'time_condition_rules'],
  ],
  billing: ['invoice_lines'],
  superadmin: ['switch_tenants'],
}
/** Changes of that permission in their policies. No probe's record is new. */
const OF_NEW_RECORDS = SECTIONS.flatMap((section, at) =>
  (PARTS[section] ?? []).flatMap((table) =>
    [`${SECTIONS[(at + 1) % SECTIONS.length]}.create`, `${section}.edit`, 'true', 'false'].map(
      (other) => `insert of public.${table}: ${section}.create → ${other}`,
    ),
  ),
)

/** Mutants that the permission probes do not detect, and what does, or why nothing can. */
export const SURVIVORS: Readonly<Record<string, string>> = {
  ...shownBy('parts-of-records', OF_NEW_RECORDS),
  'update of public.company_accounts: check loosened': 'the id and the time of creation never change (touch)',
  'update of public.did_costs: check loosened': 'the id and the time of creation never change (touch)',
  'update of public.dids: check loosened': 'guard_dids refuses another tenant to those who lack numbers.edit',
  'update of public.notes: check loosened': 'guard_note_subject refuses another subject',
  'update of public.tasks: check loosened': 'guard_note_subject refuses another subject',
  "select of storage.objects by call_recordings_objects_select: without (bucket_id = 'call-recordings'::text)":
    NAMED,
  "select of storage.objects by voicemail_objects_select: without (bucket_id = 'voicemail'::text)": NAMED,
  "select of storage.objects by fax_objects_select: without (bucket_id = 'faxes'::text)": NAMED,
  "insert of storage.objects by port_letters_objects_insert: without (bucket_id = 'port-letters'::text)":
    NAMED,
  ...askedTwice('private.may_change_letter', [
    'insert of storage.objects by port_letters_objects_insert: numbers.edit → true',
    'insert of storage.objects by port_letters_objects_insert: sales.edit → true',
  ]),
  ...askedTwice('the policy of public.call_recordings, where the path is looked up,', [
    'select of storage.objects by call_recordings_objects_select: telephony.view → true',
  ]),
  ...askedTwice('the policy of public.voicemail_messages, where the path is looked up,', [
    'select of storage.objects by voicemail_objects_select: telephony.view → true',
  ]),
  ...askedTwice('the policy of public.faxes, where the path is looked up,', [
    'select of storage.objects by fax_objects_select: telephony.view → true',
  ]),
  ...askedTwice('private.assignees', [
    "private.number_assigners: private.has_permission('tenants', 'view') → true",
  ]),
  ...askedTwice('public.live_calls_since', [
    "private.may_hold_calls: private.has_permission('telephony', 'view') → true",
    "private.may_hold_calls: private.has_permission('telephony', 'view') → private.has_permission('billing', 'view')",
    "private.may_hold_calls: private.has_permission('telephony', 'view') → private.has_permission('telephony', 'create')",
  ]),
  "public.live_calls_since: private.has_permission('telephony', 'view') → true":
    'the policies of what it reads show others no calls',
  "public.calls_now: private.has_permission('telephony', 'view') → true":
    'the policies of what it reads show others no calls',
  "private.guard_accounts: m.status = 'active' → true": 'it refuses more, never less',
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → true": DUE,
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → private.has_permission('billing', 'edit')":
    DUE,
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → private.has_permission('telephony', 'delete')":
    DUE,
  "public.seat_history: private.has_permission('billing', 'view') → true":
    'the policy of the trail shows entries of billing to the same people',
  ...shownBy('role-grants', [
    'private.may_manage_member: private.has_every_permission_of(m.user_role) → true',
    'private.prepare_invitation: private.has_every_permission_of(user_role) → true',
    'private.guard_grants: private.has_every_permission_of(old.user_role) → true',
    'private.guard_grants: private.has_every_permission_of(new.user_role) → true',
    'private.has_every_permission_of: private.has_permission(p.section, p.action) → true',
  ]),
  ...shownBy('second-factor', [
    'private.guard_second_factor: private.has_every_permission_of(old.name) → true',
    'private.signed_in_recently: private.session_is_open() → true',
  ]),
  ...shownBy('staff', ['private.require_recent_sign_in: private.has_permission(section, action) → true']),
  ...shownBy('phone-settings', [
    "private.guard_firmware_address: private.has_permission('telephony', 'reveal_secrets') → true",
    "private.guard_firmware_address: private.has_permission('telephony', 'reveal_secrets') → private.has_permission('billing', 'reveal_secrets')",
    "private.guard_firmware_address: private.has_permission('telephony', 'reveal_secrets') → private.has_permission('telephony', 'listen')",
  ]),
  ...shownApart('superadmins', [
    'private.guard_accounts: private.has_other_superadmin(new.id) → true',
    'private.guard_members: private.has_other_superadmin(old.user_id) → true',
    "private.has_other_superadmin: m.status = 'active' → true",
    'private.has_other_superadmin: not private.is_banned(m.user_id) → true',
  ]),
  ...shownBy('mac-addresses', [
    "private.check_mac_in_use: private.has_permission('telephony', case tg_op when 'INSERT' then 'create' else 'edit' end) → true",
    "private.check_mac_in_use: private.has_permission('telephony', case tg_op when 'INSERT' then 'create' else 'edit' end) → private.has_permission('billing', case tg_op when 'INSERT' then 'create' else 'edit' end)",
  ]),
  ...shownBy('undo', [
    "private.redraft_invoices: private.has_permission('billing', 'create') → true",
    "private.redraft_invoices: private.has_permission('billing', 'create') → private.has_permission('inventory', 'create')",
    "private.redraft_invoices: private.has_permission('billing', 'create') → private.has_permission('billing', 'edit')",
  ]),
  ...shownBy('refused-sessions', [
    'private.may_use_permissions: not private.is_banned(member.user_id) → true',
  ]),
  ...shownBy('quotes', ["private.guard_quotes: private.has_permission('sales', 'edit') → true"]),
  ...shownBy('payments', ["private.guard_payments: private.has_permission('billing', 'create') → true"]),
  ...shownBy('guards', ["private.guard_dids: private.has_permission('numbers', 'edit') → true"]),
  ...shownBy('voicemail', [
    "private.open_voicemail: private.has_permission('telephony', 'edit') → true",
    "private.open_voicemail: private.has_permission('telephony', 'edit') → private.has_permission('billing', 'edit')",
    "private.open_voicemail: private.has_permission('telephony', 'edit') → private.has_permission('telephony', 'delete')",
  ]),
  ...shownBy('notes', ["private.assignees: m.status = 'active' → true"]),
  ...shownBy('owner-names', ["private.owners: m.status = 'active' → true"]),
  ...shownBy('portal-users', [
    "private.restore_invitation: private.has_permission('telephony', 'create') → true",
    "private.restore_invitation: private.has_permission('telephony', 'create') → private.has_permission('billing', 'create')",
    "private.restore_invitation: private.has_permission('telephony', 'create') → private.has_permission('telephony', 'edit')",
  ]),
  ...shownBy('secrets', [
    "private.restore_secrets: private.has_permission(r.section, 'create') → true",
    "private.restore_secrets: private.has_permission(r.section, 'create') → private.has_permission(r.section, 'edit')",
  ]),
  ...shownBy('emergency-registration', [
    "private.apply_e911_state: private.has_permission('telephony', 'edit') → true",
    "private.apply_e911_state: private.has_permission('telephony', 'edit') → private.has_permission('billing', 'edit')",
    "private.apply_e911_state: private.has_permission('telephony', 'edit') → private.has_permission('telephony', 'delete')",
  ]),
}
