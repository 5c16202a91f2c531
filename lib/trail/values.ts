import { isDay, isMoment } from '../dates/day'
import { dayLabel, formatDateTime } from '../dates/format'
import { formatFigure, NO_VALUE } from '../figures'
import type { Json } from '../supabase/database.types'
import { formatContactPhone } from '../validation/contact-phone'
import { shownLabel } from '../validation/phone'
import { isUuid } from '../validation/uuid'
import { lowerFirst } from '../words'
import { choiceLabel } from './choice-label'
import { fieldLabel } from './field-label'

interface Written {
  table_name: string
  action: string
  changes: Json
}

/** The columns written by an audit entry, each with its values before and after. */
export function changesOf({ changes }: Pick<Written, 'changes'>) {
  return Object.entries(Object(changes) as Record<string, unknown>).map(([column, pair]) => {
    const [before, after]: unknown[] = Array.isArray(pair) ? pair : []
    return { column, before, after }
  })
}

/** Placeholder for a secret in the audit trail. */
export const MASK = '••••••'

/** Whether only secrets were written, which have no earlier value to restore. */
export function onlySecrets(entries: readonly Pick<Written, 'changes'>[]): boolean {
  return entries.flatMap(changesOf).every(({ before, after }) => before === MASK || after === MASK)
}

/** A phone number as stored, possibly with an extension. */
const PHONE = /^\+\d{7,15}(?:;ext=\d{1,8})?$/

/**
 * A column's value in words; `names` has the names of records, null for deleted ones. Undefined for an id about which nothing is
 * known.
 */
export function valueText(
  table: string,
  column: string,
  value: unknown,
  names?: Readonly<Record<string, string>>,
): string | undefined {
  if (value === null || value === undefined || value === '') return NO_VALUE
  const choice = typeof value === 'object' ? undefined : choiceLabel(table, column, String(value))
  if (choice !== undefined) return choice
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatFigure(value, 4)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.join(', ') || NO_VALUE
  if (isUuid(value)) return names ? shownLabel(names[value] ?? 'a record that is gone') : undefined
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isDay(value)) return dayLabel(value)
  if (isMoment(value)) return formatDateTime(value)
  if (PHONE.test(value)) return formatContactPhone(value)
  return names?.[value] ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value)
}

/** The most informative columns of a new or removed record, in order. */
const TELLING = 'status state amount total quantity unit_price due_on email phone body'.split(' ')
const LONGEST = 80

/** An entry in one line: "status: prospect → active" for a change, "total 120.5" for a new or removed record. Ids are omitted. */
export function valuesOf(entry: Written): string {
  const all = changesOf(entry)
  const named = (column: string) => lowerFirst(fieldLabel(entry.table_name, column))
  if (entry.action === 'update') {
    return all
      .map(({ column, before, after }) => {
        const text = [before, after].map((value) => brief(entry.table_name, column, value))
        return text.includes(undefined) ? named(column) : `${named(column)}: ${text.join(' → ')}`
      })
      .join(', ')
  }
  return TELLING.flatMap((name) => {
    const found = all.find(({ column }) => column === name)
    const text =
      found && brief(entry.table_name, name, entry.action === 'delete' ? found.before : found.after)
    if (text === undefined || text === NO_VALUE) return []
    return name === 'body' ? text : `${named(name)} ${text}`
  }).join(', ')
}

function brief(table: string, column: string, value: unknown): string | undefined {
  const text = valueText(table, column, value)
  return text && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
