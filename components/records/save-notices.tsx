import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Conflict, RecordForm } from '@/hooks/use-record-form'
import { useFieldLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import { displayText } from '@/lib/records/field-text'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'

/** Why a record's form is not saved: another user's save, a failure, or invalid fields. */
export function SaveNotices({ resource, record }: { resource: Resource; record: RecordForm }) {
  const { form, failure, conflict } = record
  const invalid = Object.keys(form.formState.errors)
  if (!conflict && !failure && invalid.length === 0) return null
  return (
    <div ref={bringIntoView} className="flex scroll-mt-4 flex-col gap-4">
      {conflict ? <ConflictNotice resource={resource} record={record} conflict={conflict} /> : null}
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
      {invalid.length > 0 ? (
        <Alert tone="danger" title="Not saved yet">
          Check {invalid.map((name) => columnLabel(resource, name)).join(', ')}.
        </Alert>
      ) : null}
    </div>
  )
}

function ConflictNotice({
  resource,
  record: { form, saving, takeTheirs, overwrite },
  conflict: { theirs, columns },
}: {
  resource: Resource
  record: RecordForm
  conflict: Conflict
}) {
  const names = useFieldLabels(resource.fields, useTenantId())
  const mine = form.getValues()
  return (
    <Alert
      tone="warning"
      title="Someone else has saved this record since you opened it"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={takeTheirs} disabled={saving}>
            Take theirs
          </Button>
          <Button size="sm" variant="danger" onClick={overwrite} loading={saving}>
            Overwrite with mine
          </Button>
        </div>
      }
    >
      <p>
        {columns.length > 0
          ? 'Your changes are still here. These fields differ:'
          : 'You both made the same changes.'}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {columns.map((column) => (
          <li key={column}>
            <span className="font-medium">{columnLabel(resource, column)}</span>
            {Array.isArray(mine[column]) ? null : (
              <>
                {': theirs '}
                <q>{displayText(fieldOf(resource, column), theirs[column], names)}</q>
                {', yours '}
                <q>{displayText(fieldOf(resource, column), mine[column], names)}</q>
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** A long form shows its notices when scrolled down, too. */
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView?.({ block: 'nearest' })
}
