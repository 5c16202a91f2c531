import type { ListSource } from '@/lib/live/live-list'
import type { ListedRow } from '@/lib/live/row-list'

export interface Row {
  id: string
  name: string
  created_at: string
  updated_at: string
}

const byId = (a: Row, b: Row) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)
const byName = (a: Row, b: Row) => (a.name === b.name ? byId(a, b) : a.name < b.name ? -1 : 1)

/** Answers a source's reads like a database that returns at most `mostRows` rows at once. */
export class TableServer implements ListSource<Row> {
  readonly rows: Row[] = []
  reads = 0
  #failures = 0
  readonly #mostRows: number

  constructor(mostRows: number, rows: Row[] = []) {
    this.#mostRows = mostRows
    this.rows.push(...rows)
  }

  /** Makes the next reads fail. */
  failNext(count = 1): void {
    this.#failures = count
  }

  readonly newest = async () => {
    this.#read()
    return this.rows
      .map((row) => row.updated_at)
      .sort()
      .at(-1)
  }

  readonly page = async (after: Row | undefined) => {
    this.#read()
    const following = this.rows.filter((row) => !after || byName(row, after) > 0)
    return following.sort(byName).slice(0, this.#mostRows)
  }

  readonly count = async () => {
    this.#read()
    return this.rows.length
  }

  readonly changedSince = async (since: string | undefined, after: ListedRow | undefined) => {
    const keys = this.#byId((row) => !since || row.updated_at >= since, after)
    return keys.map(({ id, created_at, updated_at }) => ({ id, created_at, updated_at }))
  }

  readonly byIds = async (ids: readonly string[], after: Row | undefined) =>
    this.#byId((row) => ids.includes(row.id), after)

  #byId(wanted: (row: Row) => boolean, after: ListedRow | undefined): Row[] {
    this.#read()
    return this.rows
      .filter((row) => wanted(row) && (!after || row.id > after.id))
      .sort(byId)
      .slice(0, this.#mostRows)
  }

  #read(): void {
    this.reads += 1
    if (this.#failures === 0) return
    this.#failures -= 1
    throw new Error('The server cannot be reached.')
  }
}
