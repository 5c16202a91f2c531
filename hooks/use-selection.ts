import { useState } from 'react'
import type { RecordRow } from '@/lib/records/field'
import { type RecordSource, storedIds } from '@/lib/records/record-list'
import { keys } from './keys'
import { useQuery } from './use-query'

/**
 * The rows selected on all pages of a list, each as it was when last shown: those `shown` on the open one may have been saved since.
 * Whenever the list is loaded again, those that are no longer stored are deselected.
 */
export function useSelection<Row extends RecordRow>(source: RecordSource, shown: readonly Row[] = []) {
  const [kept, select] = useState<readonly Row[]>([])
  const seen = new Map(shown.map((row) => [row.id, row]))
  const selected = kept.map((row) => {
    const now = seen.get(row.id)
    // A page from the cache may be older than the row.
    return now && now.version >= row.version ? now : row
  })
  const unseen = selected.flatMap(({ id }) => (seen.has(id) ? [] : [id]))
  const { data, loading } = useQuery(
    unseen.length > 0 ? keys.records(source.tenantId, source.table, 'selected', ...unseen) : null,
    (supabase) => storedIds(supabase, source, unseen),
  )
  const stored = data && !loading ? new Set(data) : null
  const left = selected.filter(({ id }) => !stored || seen.has(id) || stored.has(id))
  // A row that was saved stays so once another page is open.
  if (left.length < kept.length || left.some(({ version }, index) => version !== kept[index]?.version))
    select(left)
  return { selected, select }
}
