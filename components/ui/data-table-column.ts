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
  /** Numbers or codes, each on one line; a first column of others is wide enough for names. */
  code?: boolean
  /** Left out where the window is narrower than 1440 px. */
  extra?: boolean
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
  /** While the rows shown are another query's, which are about to go: not all of them can be selected. */
  outdated?: boolean
  /** What the rows are, inside a sentence: "IVR menus". */
  rows: string
}
