/** The fields a list needs of a row: its key and creation time (ISO). */
export interface ListedRow {
  id: string
  created_at: string
}

/**
 * A list filled from three sides: pages of existing rows, rows inserted since, and reads after a gap, which repeat rows. Each row
 * appears once: inserted ones first, newest at the top, then the others in the order they were read (specification section 4:
 * "new rows … are pushed in and prepended to the local lists").
 */
export class RowList<Row extends ListedRow> {
  readonly #byId = new Map<string, Row>()
  #inserted: Row[] = []
  #listed: Row[] = []
  #rows: readonly Row[] | undefined

  /** All rows; the same array until something is added. */
  get rows(): readonly Row[] {
    this.#rows ??= [...this.#inserted, ...this.#listed]
    return this.#rows
  }

  /** The row with this id, if present. */
  get(id: string): Row | undefined {
    return this.#byId.get(id)
  }

  /** Appends a page and returns its rows that were new. */
  append(page: readonly Row[]): Row[] {
    const added = this.#unknown(page)
    if (added.length > 0) this.#listed = [...this.#listed, ...added]
    return added
  }

  /** Prepends rows by creation time and returns those that were new, oldest first. */
  prepend(rows: readonly Row[]): Row[] {
    const added = this.#unknown(rows).sort(byAge)
    if (added.length > 0) this.#inserted = [...this.#inserted, ...added].sort((a, b) => byAge(b, a))
    return added
  }

  #unknown(rows: readonly Row[]): Row[] {
    const unknown = rows.filter((row) => {
      if (this.#byId.has(row.id)) return false
      this.#byId.set(row.id, row)
      return true
    })
    if (unknown.length > 0) this.#rows = undefined
    return unknown
  }
}

function byAge(a: ListedRow, b: ListedRow): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1)
}
