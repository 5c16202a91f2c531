import { currentUser } from '../session/session-store'
import type { ColumnMap } from './record-csv'
import type { Resource } from './resource'

/**
 * Remembers in this browser which column of a file filled which field, per user. A heading that several columns have tells none of them,
 * now or later.
 */
export function rememberColumns({ table }: Resource, header: readonly string[], columns: ColumnMap): void {
  const fields = new Map(Object.entries(columns).map(([field, position]) => [position, field]))
  const chosen = header.flatMap((heading, position) =>
    isOnce(header, heading) ? [[heading, fields.get(position) ?? null]] : [],
  )
  try {
    const merged = { ...remembered(table), ...Object.fromEntries(chosen) }
    window.localStorage.setItem(keyOf(table), JSON.stringify(merged))
  } catch {
    // Without storage (full or blocked), the columns are guessed again.
  }
}

/** The columns as chosen earlier for the same headings; guessed for new headings. */
export function recallColumns({ table }: Resource, header: readonly string[], guessed: ColumnMap): ColumnMap {
  const columns = { ...guessed }
  for (const [heading, field] of Object.entries(remembered(table))) {
    const position = heading && isOnce(header, heading) ? header.indexOf(heading) : -1
    if (position < 0) continue
    for (const name of Object.keys(columns)) if (columns[name] === position) columns[name] = undefined
    if (typeof field === 'string' && field in columns) columns[field] = position
  }
  return columns
}

const isOnce = (header: readonly string[], heading: string) =>
  header.filter((other) => other === heading).length === 1

const keyOf = (table: string) => `columns ${currentUser()?.id} ${table}`

/** Known headings with the field each fills; null for a column that is not imported. */
function remembered(table: string): object {
  try {
    return Object(JSON.parse(window.localStorage.getItem(keyOf(table)) ?? '{}'))
  } catch {
    return {}
  }
}
