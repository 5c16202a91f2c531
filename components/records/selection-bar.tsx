import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FoldedActions } from '@/components/common/folded-actions'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { toFirstBox } from '@/components/ui/to-first-field'
import type { Records } from '@/hooks/use-record-query'
import { noRefresh, useAction } from '@/hooks/use-write'
import { formatFigure } from '@/lib/figures'
import type { RecordRow } from '@/lib/records/field'
import { allRecords, isFiltered } from '@/lib/records/record-list'
import { countOf } from '@/lib/words'
import type { BulkAction, PageAction } from './bulk-action'

const BulkDialog = lateDialog(dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog)))

/** Maximum number of records selected across pages. */
const MOST = 5000

export type SelectionAction<Row extends RecordRow> = 'edit' | BulkAction<Row> | PageAction<Row>

/**
 * Actions on the selected rows; hidden while there are none. In a column with the list it stands below it, and in sight: above it,
 * the first row to be ticked would move the next one away.
 */
export function SelectionBar<Row extends RecordRow>({
  records: { resource, source, query, list, selected, select },
  actions,
}: {
  records: Records<Row>
  actions: readonly SelectionAction<Row>[]
}) {
  const [action, setAction] = useState<'edit' | BulkAction<Row> | null>(null)
  const { act, pending } = useAction(noRefresh)
  const [total, rows] = [list.count, list.page?.rows ?? []]
  const chosen = new Set(selected.map(({ id }) => id))
  const pageSelected = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  const more = pageSelected && total !== undefined && total > chosen.size && total <= MOST
  const words = `${formatFigure(chosen.size)} selected`
  const selectAll = () => act(async (supabase) => select(await allRecords<Row>(supabase, source, query)))

  return (
    <>
      <p role="status" className="sr-only">
        {chosen.size > 0 ? words : ''}
      </p>
      {chosen.size > 0 ? (
        <div className="selection-bar sticky bottom-3 z-20 order-last mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-border bg-surface-raised px-3 py-2 shadow-raised print:hidden">
          <span aria-hidden className="numeric mr-auto text-sm font-medium">
            {words}
          </span>
          {more ? (
            <Button size="sm" variant="ghost" loading={pending} onClick={selectAll}>
              {`Select all ${countOf(total, resource)}${isFiltered(query) ? ' found' : ''}`}
            </Button>
          ) : null}
          <FoldedActions
            disabled={pending}
            actions={actions.map((one) => ({
              ...(one === 'edit' ? { label: 'Edit' } : { label: one.label, danger: one.danger }),
              onSelect: () => (one !== 'edit' && 'onSelect' in one ? one.onSelect(selected) : setAction(one)),
            }))}
          />
          <Button
            size="sm"
            variant="ghost"
            disabled={pending}
            onClick={(event) => {
              toFirstBox(event)
              select([])
            }}
          >
            Clear selection
          </Button>
        </div>
      ) : null}
      {action ? (
        <BulkDialog
          resource={resource}
          rows={selected}
          action={action}
          onClose={() => setAction(null)}
          onDone={(failed) => select(selected.filter(({ id }) => failed.has(id)))}
        />
      ) : null}
    </>
  )
}
