import type { ReactNode } from 'react'

export type SortDirection = 'asc' | 'desc'

export type Sort = { column: string; direction: SortDirection }

export type Column<Row> = {
  id: string
  header: string
  /** Keeps the header for screen readers only, as over a column of buttons. */
  headerHidden?: boolean
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Right-aligned, figures of equal width. */
  numeric?: boolean
  /** A class; otherwise the browser divides the room. */
  width?: `w-${number}`
  /**
   * On phones a row is a card: its heading, a labeled line of it, its right edge (for one button), or left out. The first column is the
   * heading.
   */
  phone?: 'primary' | 'secondary' | 'edge' | 'hidden'
}

/** Which rows are ticked, by their key, and what a row is called. */
export type Selection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  rowLabel: (row: Row) => string
}
