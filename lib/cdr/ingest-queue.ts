export interface Outcome {
  outcome: 'stored' | 'duplicate' | 'rejected'
}

/** Stores a batch and returns each record's outcome, in order. */
export type StoreBatch<Entry> = (entries: Entry[]) => Promise<Outcome[]>

/**
 * Collects records that arrive while a batch is being stored into the next batch. The switch posts each call separately, and one
 * transaction per call would limit throughput; so posts share a transaction, and each is answered once it commits. A batch holds
 * at most `size` entries. If the database fails, every caller in the batch gets the error.
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
          else failed(new Error('The database returned no result for a record.'))
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
