/** What became of one record. */
export interface Outcome {
  outcome: 'stored' | 'duplicate' | 'rejected'
}

/** Stores a batch and says what became of each record, in its order. */
export type StoreBatch<Entry> = (entries: Entry[]) => Promise<Outcome[]>

/**
 * Gathers what arrives while a batch is being stored into the next batch. The switch posts every call by itself, and
 * a transaction for each would be the limit; so many posts share one, and each is answered when that is committed.
 * At most `size` entries make a batch. When the database fails, all of the batch's callers are told.
 */
export function createIngestQueue<Entry>(store: StoreBatch<Entry>, size = 200) {
  let waiting: { entry: Entry; done: (outcome: Outcome) => void; failed: (error: unknown) => void }[] = []
  let storing = false

  async function storeAll(): Promise<void> {
    storing = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      try {
        const outcomes = await store(batch.map(({ entry }) => entry))
        batch.forEach(({ done, failed }, index) => {
          const outcome = outcomes[index]
          if (outcome) done(outcome)
          else failed(new Error('The database said nothing about a record.'))
        })
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    storing = false
  }

  return function ingest(entries: Entry[]): Promise<Outcome[]> {
    const outcomes = entries.map(
      (entry) => new Promise<Outcome>((done, failed) => waiting.push({ entry, done, failed })),
    )
    if (!storing) void storeAll()
    return Promise.all(outcomes)
  }
}
