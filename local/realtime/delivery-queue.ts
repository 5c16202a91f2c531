import type { Change } from './feed.ts'

/** Keys delivered at once. */
const MOST_KEYS = 500

/**
 * Delivers changes, those of a table in their order and one at a time. Waiting changes of one kind are delivered together, so that a
 * burst is not sent one by one, and no table waits for another.
 */
export class DeliveryQueue {
  readonly #deliver: (change: Change) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #waiting = new Map<string, Change[]>()
  readonly #running = new Map<string, Promise<void>>()

  /** `onFailure` is called for each change that could not be delivered. */
  constructor(deliver: (change: Change) => Promise<void>, onFailure: (error: unknown) => void) {
    this.#deliver = deliver
    this.#onFailure = onFailure
  }

  add(change: Change): void {
    const table = JSON.stringify([change.schema, change.table])
    const waiting = this.#waiting.get(table) ?? []
    this.#waiting.set(table, waiting)
    const last = waiting.at(-1)
    // Only with the last one: a row may be deleted and come back.
    if (last?.type === change.type && last.keys.length < MOST_KEYS) last.keys.push(...change.keys)
    else waiting.push({ ...change, keys: [...change.keys] })
    if (!this.#running.has(table)) this.#running.set(table, this.#run(table, waiting))
  }

  /** Resolves once nothing waits. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  async #run(table: string, waiting: Change[]): Promise<void> {
    await Promise.resolve()
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      await this.#deliver(change).catch(this.#onFailure)
    }
    this.#running.delete(table)
  }
}
