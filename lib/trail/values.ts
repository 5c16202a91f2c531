import { isDay } from '../dates/day'
import { dayLabel } from '../dates/format'
import type { AuditEntry } from './newest'

/** What tells most about a new or removed record, where it has it. */
const TELLING = [
  'status',
  'state',
  'amount',
  'total',
  'quantity',
  'unit_price',
  'due_on',
  'email',
  'phone',
  'body',
]
const LONGEST = 80
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The values of an entry in words: "status: prospect → active" for a change, "total 120.50" for a new record. Empty when there
 * is nothing to tell but ids.
 */
export function valuesOf({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  const all = Object.entries(Object(changes) as Record<string, [unknown, unknown]>)
  if (action === 'update') {
    return all
      .map(([field, [from, to]]) => {
        const words = field.replace(/_id$/, '').replaceAll('_', ' ')
        const told = [from, to].map(inWords)
        return told.includes(undefined) ? words : `${words}: ${told.join(' → ')}`
      })
      .join(', ')
  }
  return TELLING.flatMap((field) => {
    const [from, to] = all.find(([name]) => name === field)?.[1] ?? []
    const told = inWords(action === 'delete' ? from : to)
    if (told === undefined || told === 'nothing') return []
    return field === 'body' ? told : `${field.replaceAll('_', ' ')} ${told}`
  }).join(', ')
}

/** A value as people write it; undefined where it says nothing to them. */
function inWords(value: unknown): string | undefined {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 4 })
  if (typeof value !== 'string' || ID.test(value)) return undefined
  if (isDay(value)) return dayLabel(value)
  const text = value.replaceAll('_', ' ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
