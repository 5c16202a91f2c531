import type { AuditEntry } from './recent'

/** An audit entry that summarizes a transaction. */
export type TransactionSummary = AuditEntry & {
  /** Number of further records written by the same transaction. */
  further: number
}

/**
 * Summarizes entries (newest first) by transaction. A transaction is represented by the parent of its other entries, else a
 * customer's answer to a quote, else the first one added, else the first one written.
 */
export function summarizeTransactions(entries: readonly AuditEntry[]): TransactionSummary[] {
  const groups = Map.groupBy(entries, ({ transaction_id }) => transaction_id)
  return [...groups.values()].flatMap((group) => {
    const head =
      // Restricted columns have the record's own id.
      group.find(
        ({ record_id, parent_id }) =>
          parent_id !== record_id && group.some((one) => one.parent_id === record_id),
      ) ??
      // Not by the task that tells the owner of it.
      group.find(({ table_name, actor_email }) => table_name === 'quotes' && !actor_email) ??
      group.findLast(({ action }) => action === 'insert') ??
      group.at(-1)
    const records = new Set(group.map(({ record_id }) => record_id))
    return head ? [{ ...head, further: records.size - 1 }] : []
  })
}
