/** The fields a list needs of a row: its key and the times of its creation and last change (ISO). */
export interface ListedRow {
  id: string
  created_at: string
  updated_at: string
}

/**
 * A list filled from three sides: pages of existing rows, rows inserted since, and reads after a gap, which repeat rows. Each row
 * appears once: inserted ones first, newest at the top, then the others in the order they were read (specification section 4:
 * "new rows … are pushed in and prepended to the local lists"). A changed row keeps its place.
 */
export class RowList<Row extends ListedRow> {
  readonly #byId = new Map<string, Row>()
  #inserted: string[] = []
  #listed: string[] = []
  #rows: readonly Row[] | undefined

  /** All rows; the same array until something changes. */
  get rows(): readonly Row[] {
    this.#rows ??= [...this.#inserted, ...this.#listed].map((id) => this.#byId.get(id) as Row)
    return this.#rows
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): Row | undefined {
    return this.#byId.get(id)
  }

  append(page: readonly Row[]): Row[] {
    const added = this.#unknown(page)
    if (added.length > 0) this.#listed = [...this.#listed, ...added.map(({ id }) => id)]
    return added
  }

  /** Prepends rows by creation time and returns those that were new, oldest first. */
  prepend(rows: readonly Row[]): Row[] {
    const added = this.#unknown(rows).sort(byAge)
    if (added.length > 0) {
      const inserted = [...this.#inserted.map((id) => this.#byId.get(id) as Row), ...added]
      this.#inserted = inserted.sort((a, b) => byAge(b, a)).map(({ id }) => id)
    }
    return added
  }

  /** Replaces rows in the list, unless its own are newer, and returns the replaced ones. */
  update(rows: readonly Row[]): Row[] {
    const taken = rows.filter((row) => {
      const known = this.#byId.get(row.id)
      return known && Date.parse(row.updated_at) >= Date.parse(known.updated_at)
    })
    for (const row of taken) this.#byId.set(row.id, row)
    if (taken.length > 0) this.#rows = undefined
    return taken
  }

  /** Removes rows and returns the ids of those that were in the list. */
  remove(ids: readonly string[]): string[] {
    const gone = ids.filter((id) => this.#byId.delete(id))
    if (gone.length === 0) return gone
    this.#inserted = this.#inserted.filter((id) => this.#byId.has(id))
    this.#listed = this.#listed.filter((id) => this.#byId.has(id))
    this.#rows = undefined
    return gone
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
