import { currentUser } from '../session/session-store'
import type { ColumnMap } from './record-csv'
import type { Resource } from './resource'

/** Each heading that was seen, with the field it fills; null for a column that is not imported. */
type Remembered = Record<string, string | null>

/** Keeps in this browser which column of a file filled which field, for the user who chose it. */
export function rememberColumns({ table }: Resource, header: readonly string[], columns: ColumnMap): void {
  const key = keyOf(table)
  if (!key) return
  const fields = new Map(Object.entries(columns).map(([field, position]) => [position, field]))
  const seen = header.flatMap((heading, position) =>
    heading ? [[heading, fields.get(position) ?? null] as const] : [],
  )
  try {
    window.localStorage.setItem(
      key,
      JSON.stringify({ ...read(key), ...Object.fromEntries(seen) } satisfies Remembered),
    )
  } catch {
    // Without storage (full or not allowed) the columns are guessed anew.
  }
}

/** The columns as they were chosen for the same headings before; those of new headings as guessed. */
export function recallColumns({ table }: Resource, header: readonly string[], guessed: ColumnMap): ColumnMap {
  const key = keyOf(table)
  const columns = { ...guessed }
  for (const [heading, field] of Object.entries(key ? read(key) : {})) {
    const position = header.indexOf(heading)
    if (position < 0) continue
    for (const name of Object.keys(columns)) if (columns[name] === position) columns[name] = undefined
    if (field !== null && field in columns) columns[field] = position
  }
  return columns
}

/** The user's id is part of the key, so everybody has their own. */
function keyOf(table: string): string | undefined {
  const user = currentUser()
  return user ? `columns ${user.id} ${table}` : undefined
}

function read(key: string): Remembered {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([, field]) => field === null || typeof field === 'string'),
    )
  } catch {
    return {}
  }
}
