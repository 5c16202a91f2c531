import { humanize } from '../words'
import choices from './choice-labels.json'

const CHOICES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = choices

/** What forms call a value of a column with choices, or a state; undefined for a value that is shown as it is. */
export function choiceLabel(table: string, column: string, value: string): string | undefined {
  const known = CHOICES[table]?.[column]?.[value]
  return known ?? (column === 'status' || column === 'state' ? humanize(value) : undefined)
}
