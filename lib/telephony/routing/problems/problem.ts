import { type RecordRef, recordPath } from '../record'
import type { TenantSnapshot } from '../snapshot'
import { indexOf, type SnapshotIndex } from '../snapshot-index'

/** Calls fail, or a law is broken; something surprises; something is worth a look. */
export type Severity = 'error' | 'warning' | 'notice'

export type ProblemKind =
  | 'address-country'
  | 'block-rule-expired'
  | 'caller-id-missing'
  | 'caller-id-off'
  | 'condition-never-applies'
  | 'direct-dial-too-short'
  | 'emergency'
  | 'extension-without-phone'
  | 'flow-same-destination'
  | 'follow-me-empty'
  | 'follow-me-target'
  | 'gateway-off'
  | 'group-has-nobody'
  | 'group-member-silent'
  | 'group-without-timeout'
  | 'leads-nowhere'
  | 'loop'
  | 'menu-option-too-long'
  | 'menu-without-exit'
  | 'menu-without-greeting'
  | 'menu-without-options'
  | 'menu-without-way-out'
  | 'message-lost'
  | 'number-gateway-off'
  | 'number-in-transit'
  | 'number-unrouted'
  | 'override-over'
  | 'pin-missing'
  | 'queue-agent-unreachable'
  | 'queue-has-nobody'
  | 'queue-nobody-logged-in'
  | 'queue-without-end'
  | 'route-never-taken'
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
  /** The record to mend. */
  record: RecordRef
  /** A sentence. */
  text: string
  /** The page where it is mended. */
  href: string
  /** The same for the same problem as long as it lasts: what an accepted exception is kept by. */
  key: string
}

/** What every check is given. */
export interface Checked {
  snapshot: TenantSnapshot
  index: SnapshotIndex
  /** Milliseconds since 1970. */
  moment: number
}

export function checked(snapshot: TenantSnapshot, moment: number): Checked {
  return { snapshot, index: indexOf(snapshot), moment }
}

/** A problem of a record; `detail` tells two of one kind and record apart. */
export function problem(
  { snapshot }: Checked,
  severity: Severity,
  kind: ProblemKind,
  record: RecordRef,
  text: string,
  detail = '',
): Problem {
  const href = recordPath(snapshot.tenant.id, record)
  return { severity, kind, record, text, href, key: [kind, record.table, record.id, detail].join(' ').trim() }
}

/** The tenant's settings as a record. */
export function settingsRef({ index }: Checked): RecordRef {
  return { table: 'tenant_settings', id: index.tenant.id, label: '' }
}
