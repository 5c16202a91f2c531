import { tableNoun } from '../resources/nouns'
import { shownLabel } from '../validation/phone'
import { lowerFirst } from '../words'
import { fieldLabel } from './field-label'
import type { AuditEntry } from './recent'
import { trailPath } from './record-path'

/** The actions of the audit trail as verbs. */
export const VERBS: Record<string, string> = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  reveal: 'revealed a secret of',
  hear: 'listened to',
  open: 'opened',
  send: 'sent',
}

/** An audit log entry in words: `who` `did` the `record`, and which `fields` changed. */
export interface Activity {
  who: string
  /** "added the extension"; just the verb if the record has no name, where the noun stands in for it. */
  did: string
  record: string
  /** "status, time zone"; empty unless a record was changed. */
  fields: string
  /** The record's page, if it has one and still exists. */
  href: string | undefined
}

export function describeActivity(entry: AuditEntry, ownId?: string): Activity {
  const own = ownId !== undefined && entry.actor === ownId
  const changed = entry.action === 'update' ? Object.keys(Object(entry.changes)) : []
  return {
    who: own ? 'You' : entry.actor_email || 'The system',
    ...named(`${VERBS[entry.action] ?? entry.action} the`, tableNoun(entry.table_name), entry.record_label),
    fields: changed.map((field) => lowerFirst(fieldLabel(entry.table_name, field))).join(', '),
    href: entry.action === 'delete' ? undefined : trailPath(entry),
  }
}

/** The action and its object; a record without a name is called by its noun. */
export function named(did: string, noun: string, label: string): { did: string; record: string } {
  return label ? { did: `${did} ${noun}`, record: shownLabel(label) } : { did, record: noun }
}
