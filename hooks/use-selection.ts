import { useState } from 'react'
import type { RecordRow } from '@/lib/records/field'
import { type RecordSource, storedIds } from '@/lib/records/record-list'
import { keys } from './keys'
import { useQuery } from './use-query'

/**
 * The rows selected on all pages of a list, of which those `shown` on the open one may have been saved since. Whenever the list is
 * loaded again, those that are no longer stored are deselected.
 */
export function useSelection<Row extends RecordRow>(source: RecordSource, shown: readonly Row[] = []) {
  const [selected, select] = useState<readonly Row[]>([])
  const seen = new Map(shown.map((row) => [row.id, row]))
  const unseen = selected.flatMap(({ id }) => (seen.has(id) ? [] : [id]))
  const { data, loading } = useQuery(
    unseen.length > 0 ? keys.records(source.tenantId, source.table, 'selected', ...unseen) : null,
    (supabase) => storedIds(supabase, source, unseen),
  )
  if (data && !loading) {
    const stored = new Set(data)
    const left = selected.filter(({ id }) => seen.has(id) || stored.has(id))
    if (left.length < selected.length) select(left)
  }
  return { selected: selected.map((row) => seen.get(row.id) ?? row), select }
}
