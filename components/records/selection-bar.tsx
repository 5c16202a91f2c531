import { Button } from '@/components/ui/button'
import type { RecordRow } from '@/lib/records/field'
import type { BulkAction } from './bulk-action'

/** What can be done with the selected rows; in sight only while there are some. */
export function SelectionBar<Row extends RecordRow>({
  count,
  actions,
  onEdit,
  onAction,
  onClear,
  all,
}: {
  count: number
  actions: readonly BulkAction<Row>[]
  onEdit: (() => void) | undefined
  onAction: (action: BulkAction<Row>) => void
  onClear: () => void
  /** Selects what is on the other pages, too; absent when that is nothing. */
  all: { label: string; loading: boolean; onSelect: () => void } | undefined
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? `${count.toLocaleString('en')} selected` : ''}
      </p>
      {count > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-border bg-surface-sunken px-3 py-2">
          <span aria-hidden className="numeric mr-auto text-sm font-medium">
            {count.toLocaleString('en')} selected
          </span>
          {all ? (
            <Button size="sm" variant="ghost" loading={all.loading} onClick={all.onSelect}>
              {all.label}
            </Button>
          ) : null}
          {onEdit ? (
            <Button size="sm" disabled={all?.loading} onClick={onEdit}>
              Edit
            </Button>
          ) : null}
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              disabled={all?.loading}
              className={action.danger ? 'text-danger-text!' : undefined}
              onClick={() => onAction(action)}
            >
              {action.label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear selection
          </Button>
        </div>
      ) : null}
    </>
  )
}
