import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ListState } from '@/hooks/use-list'
import { refreshNothing, useAction } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { allRecords, isFiltered, type RecordQuery, type RecordSource } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { countOf } from '@/lib/records/words'
import type { BulkAction } from './bulk-action'

const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog))

/** How many records can be selected on all pages together. */
const MOST = 5000

export interface SelectionBarProps<Row extends RecordRow> {
  resource: Resource<Row>
  source: RecordSource
  query: RecordQuery
  list: ListState<Row>
  selected: ReadonlyMap<string, Row>
  onSelect: (selected: ReadonlyMap<string, Row>) => void
  actions: readonly BulkAction<Row>[]
  mayEdit: boolean
}

/** Actions on the selected rows; hidden while there are none. */
export function SelectionBar<Row extends RecordRow>({
  resource,
  source,
  query,
  list: { page, count: total },
  selected,
  onSelect,
  actions,
  mayEdit,
}: SelectionBarProps<Row>) {
  const [bulk, setBulk] = useState<{ action?: BulkAction<Row> } | null>(null)
  const { act, pending } = useAction(refreshNothing)
  const rows = page?.rows ?? []
  const words = `${selected.size.toLocaleString('en')} selected`
  const pageSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const more = pageSelected && total !== undefined && total > selected.size && total <= MOST

  async function selectAll() {
    await act(async (supabase) => {
      const found = await allRecords<Row>(supabase, source, query)
      onSelect(new Map(found.map((row) => [row.id, row])))
    })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {selected.size > 0 ? words : ''}
      </p>
      {selected.size > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-border bg-surface-sunken px-3 py-2">
          <span aria-hidden className="numeric mr-auto text-sm font-medium">
            {words}
          </span>
          {more ? (
            <Button size="sm" variant="ghost" loading={pending} onClick={selectAll}>
              {`Select all ${countOf(total, resource)}${isFiltered(query) ? ' found' : ''}`}
            </Button>
          ) : null}
          {mayEdit ? (
            <Button size="sm" disabled={pending} onClick={() => setBulk({})}>
              Edit
            </Button>
          ) : null}
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              disabled={pending}
              className={action.danger ? 'text-danger-text!' : undefined}
              onClick={() => setBulk({ action })}
            >
              {action.label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={() => onSelect(new Map())}>
            Clear selection
          </Button>
        </div>
      ) : null}
      {bulk ? (
        <BulkDialog
          resource={resource}
          // Rows on the page may have been saved since they were selected.
          rows={[...selected.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row)}
          action={bulk.action}
          onClose={() => setBulk(null)}
          onDone={(failed) => onSelect(new Map([...selected].filter(([id]) => failed.has(id))))}
        />
      ) : null}
    </>
  )
}
