import { chunk } from 'es-toolkit/array'
import { IDS_AT_ONCE } from '@/lib/lists/ids'
import { readAll, readPages } from './pages'
import { type ListedRow, RowList } from './row-list'

/** Source of a list's rows. Every read rejects on failure. */
export interface ListSource<Row> {
  /** When a row was last changed (ISO); undefined if the list is empty. */
  newest: () => Promise<string | undefined>
  /** The rows after `after` in the list's order, as many as the server returns; empty at the end. */
  page: (after: Row | undefined) => Promise<readonly Row[]>
  /** How many rows there are. */
  count: () => Promise<number>
  /** Keys of rows created or changed at or after `since` (ISO; undefined for all), ordered by id, after `after`. */
  changedSince: (since: string | undefined, after: ListedRow | undefined) => Promise<readonly ListedRow[]>
  /** The rows with these ids, ordered by id, after `after`. */
  byIds: (ids: readonly string[], after: Row | undefined) => Promise<readonly Row[]>
}

export interface ListState<Row> {
  rows: readonly Row[]
  /** True until the last page is in; `rows` grows meanwhile. */
  loading: boolean
  /** Why loading stopped, if it did. */
  error: unknown
}

/** A copy of the list to keep updated: gets every row once, then its changes and its removal. */
export interface ListMirror<Row> {
  appended: (rows: Row[]) => void
  /** Oldest first. */
  prepended: (rows: Row[]) => void
  updated: (rows: Row[]) => void
  removed: (ids: string[]) => void
}

// A row's times are the start of its transaction: it may appear this much later than newer rows.
const MARGIN_MS = 5 * 60_000
const RETRY_REFILL_MS = 5_000

/**
 * A list that loads once and stays current through pushed inserts, changes and removals. After a gap in the push (`catchUp`) it
 * reads what was created or changed since the last moment it is complete up to: keys first, since after a big import it may already
 * have most rows, then the rows it lacks. Only reads advance that moment, never pushed rows: a row pushed after a gap says nothing
 * about those within it. Removals within a gap leave no trace but a smaller count; then all keys are read.
 */
export class LiveList<Row extends ListedRow> {
  readonly #source: ListSource<Row>
  readonly #mirror: ListMirror<Row>
  readonly #list = new RowList<Row>()
  readonly #listeners = new Set<() => void>()
  #state: ListState<Row> = { rows: [], loading: true, error: undefined }
  #phase: 'idle' | 'loading' | 'failed' | 'loaded' | 'closed' = 'idle'
  #completeUntil: string | undefined
  #probed = false
  #lastListed: Row | undefined
  #refilling = false
  #refillAgain = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(source: ListSource<Row>, mirror: ListMirror<Row>) {
    this.#source = source
    this.#mirror = mirror
  }

  /** The current list; the same object until it changes. */
  readonly state = (): ListState<Row> => this.#state

  /** Calls back on every change. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(id: string): Row | undefined {
    return this.#list.get(id)
  }

  /** Starts loading, or resumes after a failure; otherwise does nothing. */
  readonly load = (): void => {
    if (this.#phase !== 'idle' && this.#phase !== 'failed') return
    this.#phase = 'loading'
    this.#publish()
    void this.#read()
  }

  /** Adds pushed rows. */
  insert(rows: readonly Row[]): void {
    if (this.#phase === 'closed') return
    const added = this.#list.prepend(rows)
    if (added.length === 0) return
    this.#mirror.prepended(added)
    this.#publish()
  }

  /** Applies pushed changes. While loading, unknown rows are left to their page; afterward they are new. */
  update(rows: readonly Row[]): void {
    if (this.#phase === 'closed') return
    const changed = this.#list.update(rows)
    if (changed.length > 0) {
      this.#mirror.updated(changed)
      this.#publish()
    }
    if (this.#phase === 'loaded') this.insert(rows)
  }

  /** Applies pushed deletions. */
  remove(ids: readonly string[]): void {
    if (this.#phase === 'closed') return
    const gone = this.#list.remove(ids)
    if (gone.length === 0) return
    this.#mirror.removed(gone)
    this.#publish()
  }

  /** Reads what may have been missed while nothing was pushed; waits until the list is loaded. */
  catchUp(): void {
    if (this.#phase !== 'loaded') return
    clearTimeout(this.#retryTimer)
    if (this.#refilling) this.#refillAgain = true
    else void this.#readMissed()
  }

  /** Cancels everything in progress. */
  close(): void {
    this.#phase = 'closed'
    clearTimeout(this.#retryTimer)
  }

  async #read(): Promise<void> {
    try {
      if (!this.#probed) this.#completeUntil = await this.#source.newest()
      this.#probed = true
      for await (const page of readPages(this.#source.page, this.#lastListed)) {
        if (this.#phase !== 'loading') return
        this.#lastListed = page.at(-1)
        this.#mirror.appended(this.#list.append(page))
        this.#publish()
      }
      if (this.#phase !== 'loading') return
      this.#phase = 'loaded'
      this.#publish()
      this.catchUp()
    } catch (error) {
      if (this.#phase !== 'loading') return
      this.#phase = 'failed'
      this.#publish(error)
    }
  }

  async #readMissed(): Promise<void> {
    this.#refilling = true
    try {
      // Read before the keys: changes while the keys are read may be missed, and belong to the next gap.
      const until = await this.#source.newest()
      const since = this.#completeUntil && new Date(Date.parse(this.#completeUntil) - MARGIN_MS).toISOString()
      const keys = await readAll<ListedRow>((after) => this.#source.changedSince(since, after))
      const missed = keys.filter((key) => !this.#has(key)).map(({ id }) => id)
      for (const ids of chunk(missed, IDS_AT_ONCE)) {
        this.update(await readAll<Row>((after) => this.#source.byIds(ids, after)))
      }
      if ((await this.#source.count()) !== this.#list.size) await this.#removeMissing()
      if (this.#phase !== 'loaded') return
      this.#completeUntil = latest([this.#completeUntil, until])
    } catch (error) {
      if (this.#phase !== 'loaded') return
      console.error(error)
      this.#retryTimer = setTimeout(() => this.catchUp(), RETRY_REFILL_MS)
    }
    this.#refilling = false
    if (!this.#refillAgain) return
    this.#refillAgain = false
    this.catchUp()
  }

  /** Removes rows that no longer exist. Rows that arrive while the keys are read are kept. */
  async #removeMissing(): Promise<void> {
    const held = this.#list.rows.map(({ id }) => id)
    const keys = await readAll<ListedRow>((after) => this.#source.changedSince(undefined, after))
    const there = new Set(keys.map(({ id }) => id))
    this.remove(held.filter((id) => !there.has(id)))
  }

  #has({ id, updated_at }: ListedRow): boolean {
    const known = this.#list.get(id)
    return known !== undefined && Date.parse(known.updated_at) >= Date.parse(updated_at)
  }

  #publish(error?: unknown): void {
    const list = this.#list
    this.#state = {
      // Built when someone reads them: that takes longer than a change of one row.
      get rows() {
        return list.rows
      },
      loading: this.#phase === 'loading',
      error,
    }
    for (const listener of this.#listeners) listener()
  }
}

function latest(times: (string | undefined)[]): string | undefined {
  return times.reduce((a, b) => (a && (!b || Date.parse(a) >= Date.parse(b)) ? a : b))
}
