import type { ReactNode } from 'react'

export type SortDirection = 'asc' | 'desc'

export type Sort = { column: string; direction: SortDirection }

export type Column<Row> = {
  id: string
  header: string
  /** Shows the header to screen readers only, as for a column of buttons. */
  headerHidden?: boolean
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Right-aligned, with tabular figures. */
  numeric?: boolean
  /** A width class; otherwise the browser decides. */
  width?: `w-${number}`
  /**
   * Place on the card shown on phones: its title, a labeled line, its right edge (for one button), or hidden. The first column is
   * the title.
   */
  phone?: 'primary' | 'secondary' | 'edge' | 'hidden'
}

/** The selected rows by key, and the name of a row. */
export type Selection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  rowLabel: (row: Row) => string
}
