import { humanize } from '../words'
import labels from './field-labels.json'

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = labels

/** What the form of a table's records calls a column. The declarations themselves are too large to load for a list of changes. */
export function fieldLabel(table: string, column: string): string {
  return LABELS[table]?.[column] ?? humanize(column)
}
