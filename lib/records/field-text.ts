import { isMoment, parseDay } from '../dates/day'
import { formatDateTime } from '../dates/format'
import { NO_VALUE } from '../figures'
import { halfWidth } from '../half-width'
import { type DecimalMark, readNumber } from '../number-style'
import { formatContactPhone, parseContactPhone } from '../validation/contact-phone'
import { formatMac } from '../validation/mac'
import { detectOutsideNumber } from '../validation/phone'
import { isUuid } from '../validation/uuid'
import type { Field } from './field'

/** Looks up labels by id, of destinations and other records. */
export interface Labels {
  /** The label of an id; undefined if there is none. */
  label(field: Field, id: string): string | undefined
}

/** Looks up ids by label as well. */
export interface Names extends Labels {
  /** The id for a label, a number or an id; undefined when there is none, or more than one. */
  id(field: Field, text: string): string | undefined
}

const UNMATCHED = 'matches no record, or more than one.'
const MARK_WORDS: Record<DecimalMark, string> = { '.': 'decimal point', ',': 'decimal comma' }

/** A value as shown in a list or a history. */
export function displayText(field: Field | undefined, value: unknown, labels: Labels): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  const text = String(value)
  if (field?.kind === 'phone') return formatContactPhone(text)
  if (field?.kind === 'number' && field.unit) return `${text} ${field.unit}`
  if (field?.kind === 'select') return field.options.find((one) => one.value === value)?.label ?? text
  if (field?.kind === 'reference' || field?.kind === 'destination') return labels.label(field, text) ?? text
  if (isMoment(value)) return formatDateTime(text)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return simpleText(field, value) || NO_VALUE
}

/** A value as written to a CSV file, from which {@link parseText} reads it back. */
export function plainText(field: Field | undefined, value: unknown, names: Names): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field?.kind === 'reference' || field?.kind === 'destination') {
    return fileLabel(field, String(value), names)
  }
  return simpleText(field, value)
}

function simpleText(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'list' && Array.isArray(value)) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Parses a field's value from a CSV cell of a file with the given decimal mark; an empty cell is null, or '' in a text field.
 * Throws Error with a message for the row's report.
 */
export function parseText(field: Field, text: string, names: Names, decimal: DecimalMark = '.'): unknown {
  const cell = text.trim()
  if (cell === '') return field.kind === 'text' || field.kind === 'textarea' ? '' : null
  const refuse = (why: string): never => {
    throw new Error(`${field.label}: "${cell}" ${why}`)
  }
  switch (field.kind) {
    case 'number': {
      const style = /\d/.test(cell) ? ` with a ${MARK_WORDS[decimal]}` : ''
      return readNumber(halfWidth(cell), decimal) ?? refuse(`is not a number${style}.`)
    }
    case 'switch':
      if (/^(yes|y|true|t|1|on|enabled)$/i.test(cell)) return true
      return /^(no|n|false|f|0|off|disabled)$/i.test(cell) ? false : refuse('is not yes or no.')
    case 'select': {
      const words = cell.toLowerCase()
      const choice = field.options.find((option) =>
        [option.value, option.label].some((one) => one.toLowerCase() === words),
      )
      if (choice) return choice.value
      return field.open
        ? cell
        : refuse(`is not one of ${field.options.map(({ label }) => label).join(', ')}.`)
    }
    case 'reference':
      // An export has the id of a record that the user may not see; the database knows whether there is one.
      return names.id(field, cell) ?? (isUuid(cell) ? cell.toLowerCase() : refuse(UNMATCHED))
    case 'destination':
      // The database finds or creates the destination of an outside number.
      return names.id(field, cell) ?? detectOutsideNumber(cell) ?? refuse(UNMATCHED)
    case 'phone':
      return (field.contact ? parseContactPhone(cell) : detectOutsideNumber(cell)) ?? cell
    case 'mac':
      return formatMac(cell) ?? cell
    case 'date':
      return parseDay(halfWidth(cell)) ?? refuse('is not a date; use 2026-01-31.')
    case 'list':
      return cell
        .split(/[;\n]/)
        .map((one) => one.trim())
        .filter(Boolean)
    default:
      return text
  }
}

/**
 * A record's label in a file, or its id if another has the same label. A telephone number goes without its description: after a plus
 * sign, text could be a formula, and an apostrophe before it would hide the number from other programs.
 */
function fileLabel(field: Field, id: string, names: Names): string {
  const label = names.label(field, id) ?? id
  const number = /^\+[0-9]+(?= )/.exec(label)?.[0]
  return [number, label].find((text) => text !== undefined && names.id(field, text) === id) ?? id
}
