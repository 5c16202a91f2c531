/** The test of its own that fails with each of these changes. */
const shownBy = (test: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `tests/database/${test}.test.ts fails with it`]))

const DUE = 'what is due is switched back by the server, whoever asks; asking gives nobody more'
const REGISTERED = 'nobody has tried it with a role that edits numbers and not telephony'

const HEARD =
  'of call recordings: the policy asks private.has_opened, which answers for those alone whom hear_call has admitted'

/** Changes that the questions of rights do not show, and what does, or why nothing can. */
export const SURVIVORS: Readonly<Record<string, string>> = {
  'update of public.company_accounts: check loosened': 'the id and the time of creation never change (touch)',
  'update of public.did_costs: check loosened': 'the id and the time of creation never change (touch)',
  'update of public.dids: check loosened': 'guard_dids refuses another tenant to those who lack numbers.edit',
  'update of public.notes: check loosened': 'keep_subject refuses another subject',
  'update of public.tasks: check loosened': 'keep_subject refuses another subject',
  'select of storage.objects: dropped': HEARD,
  'select of storage.objects: false': HEARD,
  'select of storage.objects: telephony.view → billing.view': HEARD,
  'select of storage.objects: telephony.view → telephony.create': HEARD,
  'select of storage.objects: telephony.view → true': HEARD,
  'select of storage.objects: telephony.view → false': HEARD,
  "select of storage.objects: without (bucket_id = 'call-recordings'::text)": HEARD,
  "private.guard_accounts: m.status = 'active' → true": 'it refuses more, never less',
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → true": DUE,
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → private.has_permission('billing', 'edit')":
    DUE,
  "private.revert_due_call_flows: private.has_permission('telephony', 'edit') → private.has_permission('telephony', 'delete')":
    DUE,
  "private.step_e911: private.has_permission('telephony', 'edit') → private.has_permission('billing', 'edit')":
    REGISTERED,
  "private.step_e911: private.has_permission('telephony', 'edit') → private.has_permission('telephony', 'delete')":
    REGISTERED,
  "public.seat_history: private.has_permission('billing', 'view') → true":
    'the policy of the trail shows entries of billing to the same people',
  ...shownBy('granting', [
    'private.end_sessions: private.holds_role(m.user_role) → true',
    'private.guard_grants: private.holds_role(old.user_role) → true',
    'private.guard_grants: private.holds_role(new.user_role) → true',
    'private.holds_role: private.has_permission(p.section, p.action) → true',
    'private.prepare_invitation: private.holds_role(user_role) → true',
    'private.require_recent_sign_in: private.has_permission(section, action) → true',
  ]),
  ...shownBy('superadmins', [
    "private.another_superadmin: m.status = 'active' → true",
    "private.another_superadmin: coalesce(u.banned_until, '-infinity') <= now() → true",
    'private.guard_accounts: private.another_superadmin(new.id) → true',
    'private.guard_members: private.another_superadmin(old.user_id) → true',
  ]),
  ...shownBy('guards', ["private.guard_dids: private.has_permission('numbers', 'edit') → true"]),
  ...shownBy('notes', ["private.assignees: m.status = 'active' → true"]),
  ...shownBy('owner-names', ["private.owners: m.status = 'active' → true"]),
  ...shownBy('secrets', [
    "private.restore_secrets: private.has_permission(r.section, 'create') → true",
    "private.restore_secrets: private.has_permission(r.section, 'create') → private.has_permission(r.section, 'edit')",
  ]),
  ...shownBy('emergency-registration', [
    "private.step_e911: private.has_permission('telephony', 'edit') → true",
  ]),
}
