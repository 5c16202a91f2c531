import type { HistoryEntry } from './record-client'

/** What was written in one go: the record's own entry, if there is one, and those of its parts. */
export interface Revision {
  key: string
  at: string
  actor: string | null
  actorEmail: string | null
  entries: HistoryEntry[]
  /** The entry by which the whole revision is undone; undefined for what cannot be. */
  revert: string | undefined
}

/** Groups a record's entries, newest first, by the transaction that wrote them. */
export function revisions(entries: readonly HistoryEntry[], recordId: string): Revision[] {
  const byTransaction = new Map<string, HistoryEntry[]>()
  for (const entry of entries) {
    const key = `${entry.transaction_id} ${entry.at}`
    byTransaction.set(key, [...(byTransaction.get(key) ?? []), entry])
  }
  return [...byTransaction].map(([key, together]) => {
    const own = together.find((entry) => entry.record_id === recordId)
    const first = own ?? together[0]
    // Undoing the creation would be a deletion, which has its own way; what was seen cannot be unseen.
    const isFinal = own?.action === 'insert' || first?.action === 'reveal' || onlySecrets(together)
    return {
      key,
      at: first?.at ?? '',
      actor: first?.actor ?? null,
      actorEmail: first?.actor_email ?? null,
      entries: own ? [own, ...together.filter((entry) => entry !== own)] : together,
      revert: isFinal ? undefined : first?.id,
    }
  })
}

/** A field of an entry with its value before and after. */
export function changesOf(entry: HistoryEntry): { column: string; before: unknown; after: unknown }[] {
  return Object.entries(Object(entry.changes) as Record<string, unknown>).map(([column, change]) => {
    const [before, after] = Array.isArray(change) ? change : []
    return { column, before, after }
  })
}

const MASK = '••••••'

function onlySecrets(entries: readonly HistoryEntry[]): boolean {
  return entries.flatMap(changesOf).every(({ before, after }) => before === MASK || after === MASK)
}
