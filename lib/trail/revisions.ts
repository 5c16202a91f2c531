import type { TableName } from '../records/field'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { changesOf, onlySecrets } from './values'

export type HistoryEntry = Tables<'audit_log'>

/** Who changed what in a record and its children, newest first: at most that many entries, or 200. */
export async function historyOf(
  supabase: Supabase,
  table: TableName,
  tenantId: string | null,
  id: string,
  most?: number,
): Promise<HistoryEntry[]> {
  const asked = { target_table: table, record: id, most, tenant: tenantId ?? undefined }
  return dataOf(await supabase.rpc('record_history', asked)) as HistoryEntry[]
}

/** Reverts the whole transaction of a history entry, with the caller's own permissions. Throws Refusal. */
export async function revertEntry(
  supabase: Supabase,
  tenantId: string | null,
  entry: string,
  expectedVersion: number,
): Promise<void> {
  const asked = { entry, expected_version: expectedVersion, tenant: tenantId ?? undefined }
  dataOf(await supabase.rpc('revert_entry', asked))
}

/** The entries of one transaction: the record's own, if any, and its child rows'. */
export interface Revision {
  key: string
  at: string
  actor: string | null
  actorEmail: string | null
  entries: HistoryEntry[]
  /** The entry to revert the revision by; undefined if it cannot be reverted. */
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
    const own = together.find((entry) => entry.record_id === recordId && !entry.parent_id)
    const first = own ?? together[0]
    // A creation is undone by deleting the record; a revealed secret stays revealed, and a letter is stored by the server.
    const isFinal =
      own?.action === 'insert' ||
      first?.action === 'reveal' ||
      first?.table_name === 'port_letters' ||
      onlySecrets(together)
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

/** A record's own columns before and after an entry. */
export function changedValues(entry: HistoryEntry): Record<string, unknown>[] {
  const changes = changesOf(entry)
  return [
    Object.fromEntries(changes.map(({ column, before }) => [column, before])),
    Object.fromEntries(changes.map(({ column, after }) => [column, after])),
  ]
}
