import { useState } from 'react'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow } from '@/lib/records/field'
import { allRecords, isFiltered, type RecordQuery, type RecordSource } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { ListState } from './use-list'

/** As many as can be selected over all pages. */
const MOST = 5000

/** Selects all that a list finds, once its page is selected and there are more; undefined when there is nothing to add. */
export function useSelectAll<Row extends RecordRow>({
  resource,
  source,
  query,
  list: { page, count },
  selected,
  onSelect,
}: {
  resource: Resource
  source: RecordSource
  query: RecordQuery
  list: ListState<Row>
  selected: ReadonlyMap<string, Row>
  onSelect: (selected: ReadonlyMap<string, Row>) => void
}) {
  const [loading, setLoading] = useState(false)
  const rows = page?.rows ?? []
  const pageSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  if (!pageSelected || count === undefined || count <= selected.size || count > MOST) return undefined

  async function selectAll() {
    setLoading(true)
    try {
      const found = await allRecords<Row>(await getSupabase(), source, query)
      onSelect(new Map(found.map((row) => [row.id, row])))
    } catch (error) {
      void notify('error', failureMessage(error))
    } finally {
      setLoading(false)
    }
  }

  const words = `${count.toLocaleString('en')} ${resource.plural}`
  return {
    label: isFiltered(query) ? `Select all ${words} found` : `Select all ${words}`,
    loading,
    onSelect: () => void selectAll(),
  }
}
