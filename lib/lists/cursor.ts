import { UUID } from '../validation/uuid'
/** The row after which a page of a sorted list starts: its sort value and id. */
export interface Cursor {
  id: string
  value: string
}

/** A cursor as it appears in an address: the id, a dot, the sort value. */
export function formatCursor({ id, value }: Cursor): string {
  return `${id}.${value}`
}

const CURSOR = new RegExp(`^(${UUID})\\.(.*)$`, 'is')

/** Parses what {@link formatCursor} wrote; null for anything else, so that a mangled address shows the first page. */
export function parseCursor(text: string): Cursor | null {
  const [, id, value] = CURSOR.exec(text) ?? []
  return id !== undefined && value !== undefined ? { id, value } : null
}
