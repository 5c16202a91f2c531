export interface Outcome {
  /** `busy`: nothing was stored, as its tenant is being deleted; the record has to be sent again. */
  outcome: 'stored' | 'duplicate' | 'rejected' | 'busy'
}

/** Stores a batch and returns each record's outcome, in order. */
export type StoreBatch<Entry> = (entries: Entry[]) => Promise<Outcome[]>

/** How long a record waits for its batch, in milliseconds. Senders give up after a minute at most, and send it again. */
const PATIENCE_MS = 45_000

/**
 * Collects records that arrive while a batch is being stored into the next batch. The switch posts each call separately, and one
 * transaction per call would limit throughput; so posts share a transaction, and each is answered once it commits. A batch holds
 * at most `size` entries. If the database fails, every caller in the batch gets the error; while it does not answer, whoever has waited
 * for `patienceMs` gets one, and its records are dropped.
 */
export function createIngestQueue<Entry>(store: StoreBatch<Entry>, size = 200, patienceMs = PATIENCE_MS) {
  interface Waiting {
    entry: Entry
    done: (outcome: Outcome) => void
    failed: (error: unknown) => void
  }
  let waiting: Waiting[] = []
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
    const added: Waiting[] = []
    const outcomes = entries.map(
      (entry) => new Promise<Outcome>((done, failed) => added.push({ entry, done, failed })),
    )
    waiting = waiting.concat(added)
    if (!storing) void storeAll()
    const late = setTimeout(() => {
      const dropped = new Set(added)
      waiting = waiting.filter((one) => !dropped.has(one))
      for (const { failed } of added) failed(new Error('The database did not answer in time.'))
    }, patienceMs)
    return Promise.all(outcomes).finally(() => clearTimeout(late))
  }
}
