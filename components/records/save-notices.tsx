import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Conflict, RecordForm } from '@/hooks/use-record-form'
import { useFieldLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import { displayText } from '@/lib/records/field-text'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { countOf } from '@/lib/records/words'

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
  record: { saving, take, takeTheirs, overwrite },
  conflict: { theirs, mine, columns, taken },
}: {
  resource: Resource
  record: RecordForm
  conflict: Conflict
}) {
  const labels = useFieldLabels(resource.fields, [theirs, mine], useTenantId())
  const textOf = (column: string, value: unknown) =>
    Array.isArray(value)
      ? countOf(value.length, { noun: 'entry', plural: 'entries' })
      : displayText(fieldOf(resource, column), value, labels)
  return (
    <Alert
      tone="warning"
      title="Someone else has saved this record since you opened it"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={takeTheirs} disabled={saving}>
            Take all of theirs
          </Button>
          <Button size="sm" variant="primary" onClick={overwrite} loading={saving}>
            {columns.length > 0 ? 'Save these choices' : 'Save'}
          </Button>
        </div>
      }
    >
      <p>
        {columns.length > 0
          ? 'What only one of you changed is kept. Choose for each field that you both changed:'
          : 'They changed other fields than you, or made the same changes. Yours are still here.'}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {columns.map((column) => {
          const label = columnLabel(resource, column)
          return (
            <li key={column}>
              <fieldset className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1" disabled={saving}>
                <legend className="float-left mr-4 font-medium">{label}</legend>
                {(['theirs', 'mine'] as const).map((whose) => (
                  <label key={whose} className="flex min-w-0 items-baseline gap-1.5 touch:min-h-11">
                    <input
                      type="radio"
                      name={`whose-${column}`}
                      className="accent-primary"
                      checked={taken.has(column) === (whose === 'theirs')}
                      onChange={() => take(column, whose)}
                    />
                    <span className="min-w-0 break-words">
                      {whose === 'theirs' ? 'Theirs: ' : 'Yours: '}
                      <q>{textOf(column, whose === 'theirs' ? theirs[column] : mine[column])}</q>
                    </span>
                  </label>
                ))}
              </fieldset>
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}

/** A long form shows its notices when scrolled down, too. */
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView?.({ block: 'nearest' })
}
