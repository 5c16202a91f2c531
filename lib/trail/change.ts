import { tableNoun } from '../resources/nouns'
import type { Section } from '../session/permissions'
import { countOf, labelIn } from '../words'
import { answerOf, done, type TrailAction, VERBS } from './activity'
import { fieldLabel } from './field-label'
import { countOfRecords, type TrailEntry, type TrailRow } from './pages'
import { trailPath } from './trail-path'
import { changesOf, MASK, valueText } from './values'

const ACTION_LABELS: Readonly<Record<TrailAction, string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Removed',
  reveal: 'Revealed a secret',
  hear: 'Listened',
  open: 'Opened',
  send: 'Sent',
  refuse: 'Refused PINs',
}

/** Filter values for actions. */
export const TRAIL_ACTIONS = (Object.keys(ACTION_LABELS) as TrailAction[]).map((value) => ({
  value,
  label: ACTION_LABELS[value],
}))

/** An action of the trail in words; the action itself if it is unknown. */
export const actionLabel = (action: string): string => labelIn(TRAIL_ACTIONS, action)

/** A transaction in words. */
export interface ChangeText {
  /** "changed the extension", or for more than one record "added 20 extensions, changed 3 extensions". */
  did: string
  /** The record's name; empty for more than one, unless they came or went with a tenant or role. */
  record: string
  /** The record's page, if it has one and still exists. */
  href: string | undefined
}

/** A transaction of the trail in words: one record by its name, several by their kinds. */
export function describeChange(row: TrailRow): ChangeText {
  const { action } = row
  const count = countOfRecords(row)
  if (count === 1 || isNamed(row)) {
    const { did, record } = done(row)
    const more = count > 1 ? ` and ${countOf(count - 1, 'more record')}` : ''
    return { did, record: record + more, href: action === 'delete' ? undefined : trailPath(row) }
  }
  const did = row.kinds.map(
    ({ table_name, action, count }) => `${VERBS[action] ?? action} ${countOf(count, tableNoun(table_name))}`,
  )
  return { did: did.join(', '), record: '', href: undefined }
}

/** Records that are added and removed with others that are not their parts. */
const NAMED = new Set(['tenants', 'roles'])

function isNamed({ table_name, action, kinds }: TrailRow): boolean {
  const alike = kinds.find((kind) => kind.table_name === table_name && kind.action === action)
  return NAMED.has(table_name) && action !== 'update' && alike?.count === 1
}

/** A field of an entry with its values before and after, in words. */
export interface FieldChange {
  field: string
  before: string
  after: string
}

/** The fields of an entry, except the tenant's id, which is in the address. */
export function fieldChanges({
  table_name,
  changes,
  names,
}: Pick<TrailEntry, 'table_name' | 'changes' | 'names'>): FieldChange[] {
  return changesOf({ changes })
    .filter(({ column }) => column !== 'tenant_id')
    .map(({ column, before, after }) => ({
      field: fieldLabel(table_name, column),
      before: valueText(table_name, column, before, names) ?? '',
      after: valueText(table_name, column, after, names) ?? '',
    }))
    .filter(({ before, after }) => before !== after || before === MASK)
}

export type Undoing = 'restore' | 'undo'

/**
 * How a row can be undone: `restore` for a deletion, `undo` otherwise; null if it cannot be, as for a secret or something undone
 * elsewhere (`whyNotUndone`). The user's permissions are not considered.
 */
export function undoingOf(row: TrailRow): Undoing | null {
  const actions = writesOf(row)
  if (actions.size === 0 || whyNotUndone(row)) return null
  // A single new record is deleted on its own page, which shows its uses.
  if (countOfRecords(row) === 1 && actions.has('insert')) return null
  return actions.has('delete') ? 'restore' : 'undo'
}

/** Why a change cannot be undone from the trail, as a sentence; undefined if it can, or wrote nothing. */
export function whyNotUndone(row: TrailRow): string | undefined {
  const actions = writesOf(row)
  if (row.only_secrets && actions.size > 0) return 'A secret cannot be restored. Set a new one.'
  if (FILES.has(row.table_name) && actions.has('delete'))
    return 'It cannot be restored: its file was deleted with it.'
  if (row.table_name === 'port_letters' && actions.size > 0)
    return 'Choose the earlier file again on the page of its order.'
  if (row.table_name.startsWith('port_order') && actions.size > 0 && !actions.has('delete')) {
    return 'The carrier knows the order as it is. Take its next step on its own page.'
  }
  const changed = new Set(actions.has('update') ? changesOf(row).map(({ column }) => column) : [])
  if (answerOf(row)) return 'It is the customer’s answer. Record another one on the quote.'
  // The database refuses these too (private.apply_e911_state, private.guard_members, private.undo_one).
  if (row.table_name === 'dids' && changed.has('e911_state'))
    return 'A 911 registration cannot be undone here, because the carrier would not know. Change it in the number’s actions.'
  if (row.table_name === 'members' && changed.has('status'))
    return 'Enable or disable members on their own page, so that their account changes too.'
  if (row.table_name === 'members' && (changed.has('second_factor') || changed.has('session')))
    return 'Second factors and sessions are removed on the member’s own page. Only the member can add one.'
  return undefined
}

/** Deleted for good, together with what was heard or faxed. */
const FILES = new Set(['voicemail_messages', 'faxes'])

/** The kinds of writes of a row: insert, update, delete. */
function writesOf({ kinds }: TrailRow): ReadonlySet<string> {
  return new Set(kinds.flatMap(({ action }) => (action in PERMISSION_TO_UNDO ? [action] : [])))
}

const PERMISSION_TO_UNDO = { insert: 'delete', update: 'edit', delete: 'create' } as const

/** Permissions of which at least one is needed; the database checks what each record requires. */
export function permissionsFor(row: TrailRow): { section: Section; action: 'create' | 'edit' | 'delete' }[] {
  return row.kinds.flatMap(({ action }) =>
    action in PERMISSION_TO_UNDO
      ? [
          {
            section: row.section as Section,
            action: PERMISSION_TO_UNDO[action as keyof typeof PERMISSION_TO_UNDO],
          },
        ]
      : [],
  )
}
