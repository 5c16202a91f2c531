/** What the lists need of a row: its key and when it was created (an ISO time). */
export interface ListedRow {
  id: string
  created_at: string
}

/**
 * A list that is filled from three sides: pages of what exists, rows inserted since, and refills after a gap, which
 * repeat rows. Each row stands in it once: inserted ones in front, newest first, then the others in the order they
 * were read (specification section 4: "new rows … are pushed in and prepended to the local lists").
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

  /** The row with this id, if it is in the list. */
  get(id: string): Row | undefined {
    return this.#byId.get(id)
  }

  /** Adds a page at the end and returns those of its rows that were not in the list. */
  append(page: readonly Row[]): Row[] {
    const added = this.#unknown(page)
    if (added.length > 0) this.#listed = [...this.#listed, ...added]
    return added
  }

  /** Adds rows in front, by the time of their creation, and returns those that were not in the list, oldest first. */
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
