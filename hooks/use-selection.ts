import { useState } from 'react'
import type { RecordRow } from '@/lib/records/field'
import { type RecordSource, storedIds } from '@/lib/records/record-list'
import { keys } from './keys'
import { useQuery } from './use-query'

/**
 * The rows selected on all pages of a list, of which `shown` are on the open one. Whenever the list is loaded again, those that are no
 * longer stored are deselected.
 */
export function useSelection<Row extends RecordRow>(source: RecordSource, shown: readonly Row[] | undefined) {
  const [selected, select] = useState<ReadonlyMap<string, Row>>(new Map())
  const seen = new Set(shown?.map(({ id }) => id))
  const unseen = [...selected.keys()].filter((id) => !seen.has(id))
  const { data, loading } = useQuery(
    unseen.length > 0 ? keys.records(source.tenantId, source.table, 'selected', ...unseen) : null,
    (supabase) => storedIds(supabase, source, unseen),
  )
  if (data && !loading) {
    const stored = new Set(data)
    const gone = new Set(unseen.filter((id) => !stored.has(id)))
    if (gone.size > 0) select(new Map([...selected].filter(([id]) => !gone.has(id))))
  }
  return { selected, select }
}
