import { tableNoun } from '../resources/nouns'
import type { AUDIT_LOG, SWITCH_COMMANDS } from '../supabase/constraints'
import { shownLabel } from '../validation/phone'
import { lowerFirst } from '../words'
import { fieldLabel } from './field-label'
import type { AuditEntry } from './recent'
import { trailPath } from './trail-path'

/** An action of the audit trail. */
export type TrailAction = (typeof AUDIT_LOG.action.choices)[number]

/** The actions of the audit trail as verbs. */
export const VERBS: Readonly<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  reveal: 'revealed a secret of',
  hear: 'listened to',
  open: 'opened',
  send: 'sent',
  refuse: 'refused further PINs at the mailbox of',
} satisfies Record<TrailAction, string>

/** What commands to phones and on calls (switch_commands) did, by command. */
const COMMANDS: Record<string, string> = {
  hang_up: 'hung up the call from',
  move: 'moved the call from',
  listen: 'listened to the call from',
  ring: 'rang the phone of',
  resync: 'resynced the phone of',
  reboot: 'restarted the phone of',
  end: 'ended the registration of',
} satisfies Record<(typeof SWITCH_COMMANDS.command.choices)[number], string>

/** Who made a change. A customer who answered a quote by its link has no account, and gave a name. */
export function whoChanged(entry: Pick<AuditEntry, 'actor_email' | 'table_name' | 'changes'>): string {
  return entry.actor_email || answerOf(entry)?.who || 'The system'
}

/** The answer of a customer to a quote, given by its link. */
export function answerOf({ table_name, changes }: Pick<AuditEntry, 'table_name' | 'changes'>) {
  if (table_name !== 'quotes') return undefined
  const { decided_by, status } = Object(changes) as Record<string, [unknown, unknown] | undefined>
  return decided_by?.[1]
    ? { who: `${String(decided_by[1])} (customer)`, decision: String(status?.[1]) }
    : undefined
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

/** An entry of the trail in words; `ownId` is the reader's account, who is called “You”. */
export function describeActivity(entry: AuditEntry, ownId?: string): Activity {
  const own = ownId !== undefined && entry.actor === ownId
  const answer = answerOf(entry)
  const changed = entry.action === 'update' && !answer ? Object.keys(Object(entry.changes)) : []
  return {
    who: own ? 'You' : whoChanged(entry),
    ...(answer
      ? named(`${answer.decision} the`, tableNoun(entry.table_name), entry.record_label)
      : done(entry)),
    fields: changed.map((field) => lowerFirst(fieldLabel(entry.table_name, field))).join(', '),
    href: entry.action === 'delete' ? undefined : trailPath(entry),
  }
}

/** What an entry did and its record, in words. */
export function done({
  action,
  table_name,
  record_label,
  changes,
}: Pick<AuditEntry, 'action' | 'table_name' | 'record_label' | 'changes'>): { did: string; record: string } {
  const { command } = Object(changes) as Record<string, [unknown, unknown] | undefined>
  const commanded = table_name === 'switch_commands' ? COMMANDS[String(command?.[1])] : undefined
  // A call's name is "+12075550123 to +12075550199".
  if (commanded) return { did: commanded, record: record_label.split(' to ').map(shownLabel).join(' to ') }
  return named(`${VERBS[action] ?? action} the`, tableNoun(table_name), record_label)
}

/** The action and its object; a record without a name is called by its noun. */
function named(did: string, noun: string, label: string): { did: string; record: string } {
  return label ? { did: `${did} ${noun}`, record: shownLabel(label) } : { did, record: noun }
}
