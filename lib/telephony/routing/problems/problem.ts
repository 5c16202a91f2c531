import { recordPath, type RecordRef } from '../record'
import type { Row, TenantSnapshot } from '../snapshot'
import { indexOf, type SnapshotIndex } from '../snapshot-index'
import type { Repair } from './repair'

/** `error`: calls fail, go elsewhere than expected, or violate the law; `warning`: something surprising; `notice`: worth a look. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const
export type Severity = (typeof SEVERITIES)[number]

export type ProblemKind =
  | 'address-country'
  | 'block-rule-expired'
  | 'caller-id-missing'
  | 'caller-id-off'
  | 'code-ambiguous'
  | 'condition-never-applies'
  | 'direct-dial-too-short'
  | 'emergency'
  | 'emergency-hidden'
  | 'expectation-broken'
  | 'extension-without-phone'
  | 'flow-same-destination'
  | 'follow-me-empty'
  | 'follow-me-target'
  | 'gateway-off'
  | 'greeting-over'
  | 'group-has-nobody'
  | 'group-member-silent'
  | 'group-without-timeout'
  | 'hours-off'
  | 'leads-nowhere'
  | 'loop'
  | 'menu-without-exit'
  | 'menu-without-greeting'
  | 'menu-without-options'
  | 'menu-without-way-out'
  | 'message-kept'
  | 'number-fax-unmarked'
  | 'number-gateway-off'
  | 'never-registered'
  | 'nobody-has-phone'
  | 'nobody-takes-over'
  | 'number-in-transit'
  | 'number-not-for-calls'
  | 'number-off'
  | 'number-unrouted'
  | 'override-over'
  | 'pin-missing'
  | 'queue-agent-forwards'
  | 'queue-agent-unreachable'
  | 'queue-has-nobody'
  | 'queue-nobody-logged-in'
  | 'queue-without-end'
  | 'route-never-taken'
  | 'room-without-moderator'
  | 'route-without-gateway'
  | 'rule-never-applies'
  | 'rule-overruled'
  | 'set-by-hand'
  | 'tenant-suspended'
  | 'toll-class-too-low'
  | 'toll-fraud'
  | 'uncovered-hours'
  | 'voicemail-without-pin'

export interface Problem {
  severity: Severity
  kind: ProblemKind
  record: RecordRef
  /** A sentence. */
  text: string
  /** The page where it can be fixed. */
  href: string
  /** Stable as long as the problem lasts; identifies an accepted problem. */
  key: string
  /** A fix that can be applied immediately; absent if a person has to decide. */
  repair?: Repair
}

type Part = string | Partial<Record<RecordRef['table'], string>>

const MEMBERS = {
  ring_groups: 'ring_group_members',
  paging_groups: 'paging_group_members',
  call_center_queues: 'call_center_tiers',
}
/** The field or list of the record's form where a problem is fixed, unless it depends on more than its kind. */
const PARTS: Partial<Record<ProblemKind, Part>> = {
  'address-country': 'country',
  'block-rule-expired': 'expires_at',
  'caller-id-off': 'outbound_did_id',
  'condition-never-applies': 'did_conditions',
  'direct-dial-too-short': 'digit_length',
  'flow-same-destination': 'alternate_destination_id',
  'follow-me-empty': 'extension_follow_me',
  'follow-me-target': 'extension_follow_me',
  'gateway-off': 'gateway_1_id',
  'greeting-over': 'away_until',
  'group-has-nobody': MEMBERS,
  'group-member-silent': MEMBERS,
  'group-without-timeout': 'timeout_destination_id',
  'hours-off': 'greeting_time_condition_id',
  'menu-without-exit': 'exit_destination_id',
  'menu-without-greeting': 'greet_long_recording_id',
  'menu-without-options': 'ivr_menu_options',
  'menu-without-way-out': 'ivr_menu_options',
  'message-kept': 'voicemail_keep',
  'nobody-has-phone': MEMBERS,
  'nobody-takes-over': 'destination_id',
  'number-fax-unmarked': 'fax',
  'number-not-for-calls': 'voice',
  'number-off': 'enabled',
  'number-unrouted': 'destination_id',
  'override-over': 'override_destination_id',
  'pin-missing': 'pin',
  'queue-has-nobody': MEMBERS,
  'queue-nobody-logged-in': MEMBERS,
  'queue-without-end': 'max_wait_time',
  'room-without-moderator': 'moderator_pin',
  'route-never-taken': 'position',
  'route-without-gateway': 'gateway_1_id',
  'rule-never-applies': 'time_condition_rules',
  'rule-overruled': 'time_condition_rules',
  'toll-class-too-low': 'toll_class',
  'uncovered-hours': 'otherwise_destination_id',
  'voicemail-without-pin': 'voicemail_pin',
}

function partOf(kind: ProblemKind, { table, part }: RecordRef): string | undefined {
  const usual = PARTS[kind]
  return part ?? (typeof usual === 'object' ? usual[table] : usual)
}

/** Input of every check. */
export interface Checked {
  snapshot: TenantSnapshot
  index: SnapshotIndex
  /** Milliseconds since 1970. */
  moment: number
}

/** A tenant's configuration with what its checks share; `moment` in milliseconds since 1970. */
export function checked(snapshot: TenantSnapshot, moment: number): Checked {
  return { snapshot, index: indexOf(snapshot), moment }
}

/** A problem of a record; `detail` distinguishes several of the same kind. */
export function problem(
  { snapshot }: Checked,
  severity: Severity,
  kind: ProblemKind,
  record: RecordRef,
  text: string,
  detail = '',
  repair?: Repair,
): Problem {
  const href = recordPath(snapshot.tenant.id, { ...record, part: partOf(kind, record) })
  const key = [kind, record.table, record.id, detail].join(' ').trim()
  return { severity, kind, record, text, href, key, ...(repair ? { repair } : {}) }
}

/** The first enabled device that an extension is on. */
export function phoneOf({ index }: Checked, extensionId: string): Row<'devices'> | undefined {
  return index
    .rows('device_lines', 'extension_id', extensionId)
    .flatMap(({ device_id }) => index.row('devices', device_id) ?? [])
    .find(({ enabled }) => enabled)
}

/** Whether an extension is on an enabled device. */
export function hasPhone(at: Checked, extensionId: string): boolean {
  return phoneOf(at, extensionId) !== undefined
}

/** The tenant's settings, with the part of their page that is meant. */
export function settingsRef({ index }: Checked, part: string): RecordRef {
  return { table: 'tenant_settings', id: index.tenant.id, label: '', part }
}
