import type { AuditEntry } from './newest'

/** An entry of the trail that has become what one action did. */
export type Deed = AuditEntry & {
  /** How many further records the same action wrote. */
  further: number
}

/**
 * Entries, newest first, with those of one action as one: what was saved together. The entry that the others are parts of
 * stands for them, otherwise the first of them added, otherwise the first written.
 */
export function deedsOf(entries: readonly AuditEntry[]): Deed[] {
  const groups = Map.groupBy(entries, ({ transaction_id }) => transaction_id)
  return [...groups.values()].flatMap((group) => {
    const head =
      // A record's columns apart have the record's own id.
      group.find(
        ({ record_id, parent_id }) =>
          parent_id !== record_id && group.some((one) => one.parent_id === record_id),
      ) ??
      group.findLast(({ action }) => action === 'insert') ??
      group.at(-1)
    const records = new Set(group.map(({ record_id }) => record_id))
    return head ? [{ ...head, further: records.size - 1 }] : []
  })
}
