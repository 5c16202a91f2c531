import { clipped } from '../clipped'
import type { Reason } from '../telephony/routing/reason'
import { reasonText } from '../telephony/routing/reason-text'
import { objectOf, objectsOf, textOf } from './variables'

/**
 * A routing step as stored with the call. The text is fixed when the call is made, even if the record or the wording of the reason
 * changes later.
 */
export interface PathEntry {
  /** ISO 8601. */
  at: string
  /** The kind of the reason (Reasons). */
  why: string
  text: string
  /** The record that decided: table, id and what a list showed of it. */
  record: { table: string; id: string; label: string }
}

export const MOST_PATH_CHARACTERS = 64 * 1024
/** A call passes at most 60 places before it ends (MAX_STEPS of the engine); the database takes as many. */
const MOST_ENTRIES = 61
const LATEST = Date.UTC(2100, 0, 1)

/**
 * The steps in the channel variable PATH: JSON of `[{at: milliseconds since 1970, reason: Reason}]`, oldest first.
 * Invalid entries are skipped, and null is returned if none remain: a call is stored without its path rather than not at all.
 */
export function pathOf(text: string): PathEntry[] | null {
  if (text.length > MOST_PATH_CHARACTERS) return null
  const entries = stepsIn(text)
    .slice(0, MOST_ENTRIES)
    .flatMap((step) => entryOf(step) ?? [])
  return entries.length > 0 ? entries : null
}

function stepsIn(text: string): Record<string, unknown>[] {
  try {
    return objectsOf(JSON.parse(text))
  } catch {
    return []
  }
}

function entryOf({ at, reason }: Record<string, unknown>): PathEntry | undefined {
  const fields = objectOf(reason)
  const record = objectOf(fields.record)
  const [why, table, id] = [textOf(fields, 'why'), textOf(record, 'table'), textOf(record, 'id')]
  const sentence = sentenceOf(fields)
  if (typeof at !== 'number' || !(at > 0 && at < LATEST) || sentence === undefined) return undefined
  if (!/^[a-z_]{1,40}$/.test(table) || !/^[0-9a-z-]{0,40}$/i.test(id)) return undefined
  return {
    at: new Date(at).toISOString(),
    why,
    text: clipped(clean(sentence), 500),
    record: { table, id, label: clipped(clean(textOf(record, 'label')), 200) },
  }
}

/** Undefined if no sentence can be made, such as for the reason of another version. */
function sentenceOf(reason: Record<string, unknown>): string | undefined {
  try {
    return reasonText(reason as Reason)
  } catch {
    return undefined
  }
}

/** PostgreSQL's jsonb takes neither NUL nor half a surrogate pair. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
