import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Records } from '@/hooks/use-record-query'
import { noRefresh, useAction } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { allRecords, isFiltered } from '@/lib/records/record-list'
import { countOf } from '@/lib/records/text'
import type { BulkAction, BulkDialogAction } from './bulk-action'

const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog))

/** Maximum number of records selected across pages. */
const MOST = 5000

export interface SelectionBarProps<Row extends RecordRow> {
  records: Records<Row>
  actions: readonly (BulkAction<Row> | BulkDialogAction<Row>)[]
  mayEdit: boolean
}

/** Actions on the selected rows; hidden while there are none. */
export function SelectionBar<Row extends RecordRow>({ records, actions, mayEdit }: SelectionBarProps<Row>) {
  const { resource, source, query, list, selected, select } = records
  const { page, count: total } = list
  const [bulk, setBulk] = useState<{ action?: BulkAction<Row> | BulkDialogAction<Row> } | null>(null)
  const { act, pending } = useAction(noRefresh)
  const rows = page?.rows ?? []
  const words = `${selected.size.toLocaleString('en')} selected`
  // Rows on the page may have been saved since they were selected.
  const chosen = [...selected.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row)
  const Own = bulk?.action?.dialog
  const pageSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  const more = pageSelected && total !== undefined && total > selected.size && total <= MOST

  async function selectAll() {
    await act(async (supabase) => {
      const found = await allRecords<Row>(supabase, source, query)
      select(new Map(found.map((row) => [row.id, row])))
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
          <Button size="sm" variant="ghost" onClick={() => select(new Map())}>
            Clear selection
          </Button>
        </div>
      ) : null}
      {Own ? <Own rows={chosen} onClose={() => setBulk(null)} /> : null}
      {bulk && !bulk.action?.dialog ? (
        <BulkDialog
          resource={resource}
          rows={chosen}
          action={bulk.action}
          onClose={() => setBulk(null)}
          onDone={(failed) => select(new Map([...selected].filter(([id]) => failed.has(id))))}
        />
      ) : null}
    </>
  )
}
