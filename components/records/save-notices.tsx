import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { bringIntoView } from '@/components/ui/failure-alert'
import type { Conflict } from '@/hooks/use-conflict'
import type { RecordForm } from '@/hooks/use-record-form'
import { useFieldLabels } from '@/hooks/use-record-labels'
import { useTenantId } from '@/hooks/use-tenant'
import type { Field } from '@/lib/records/field'
import { displayText, type Labels } from '@/lib/records/field-text'
import type { Question } from '@/lib/records/merge'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { countOf, humanize } from '@/lib/words'

interface SaveNoticesProps {
  resource: Resource
  record: RecordForm
}

/** Why a record's form was not saved: another user's save, a failure, or invalid fields. */
export function SaveNotices(props: SaveNoticesProps) {
  const { form, failure, conflict } = props.record
  const invalid = Object.keys(form.formState.errors)
  if (!conflict && !failure && invalid.length === 0) return null
  return (
    <div ref={bringIntoView} className="flex scroll-mt-20 flex-col gap-4">
      {conflict ? <ConflictNotice {...props} conflict={conflict} /> : null}
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
      {invalid.length > 0 ? (
        <Alert tone="danger" title="Not saved yet">
          Check {invalid.map((name) => columnLabel(props.resource, name)).join(', ')}.
        </Alert>
      ) : null}
    </div>
  )
}

function ConflictNotice({ resource, record, conflict }: SaveNoticesProps & { conflict: Conflict }) {
  const { saving, take, takeTheirs, overwrite } = record
  const choices = useRef<HTMLDivElement>(null)
  // The Save button that had focus is gone.
  useEffect(() => {
    if (!saving) choices.current?.querySelector<HTMLElement>('input:checked, button')?.focus()
  }, [saving])
  const asked = conflict.questions.map((question) => ({ question, ...fieldAsked(resource, question) }))
  const labels = useFieldLabels(
    asked.flatMap(({ field }) => field ?? []),
    asked.flatMap(({ field, question }) =>
      field ? [question.theirs, question.mine].map((value) => ({ [field.name]: value })) : [],
    ),
    useTenantId(),
  )
  return (
    <div ref={choices}>
      <Alert
        tone="warning"
        title="Someone else has saved this record since you opened it"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={takeTheirs} disabled={saving}>
              Take all of theirs
            </Button>
            <Button size="sm" variant="primary" onClick={overwrite} loading={saving}>
              {asked.length > 0 ? 'Save these choices' : 'Save'}
            </Button>
          </div>
        }
      >
        <p>
          {asked.length > 0
            ? 'Changes made by only one of you are kept. Choose a value for each field that you both changed:'
            : 'Their changes do not conflict with yours, which are still here.'}
        </p>
        <ul className="mt-2 flex flex-col gap-2">
          {asked.map(({ question, label, field }) => (
            <li key={question.key}>
              <fieldset
                className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:flex-col"
                disabled={saving}
              >
                <legend className="font-medium sm:float-left sm:mr-4">{label}</legend>
                {(['theirs', 'mine'] as const).map((whose) => (
                  <label
                    key={whose}
                    className="flex min-w-0 items-baseline gap-1.5 touch:min-h-11 touch:items-center"
                  >
                    <input
                      type="radio"
                      name={`whose-${question.key}`}
                      className="accent-primary"
                      checked={conflict.taken.has(question.key) === (whose === 'theirs')}
                      onChange={() => take(question, whose)}
                    />
                    <span className="min-w-0 break-words">
                      {whose === 'theirs' ? 'Theirs: ' : 'Yours: '}
                      {isOfRow(question) ? (
                        keptOrRemoved(question[whose])
                      ) : (
                        <q>{textOf(field, question[whose], labels)}</q>
                      )}
                    </span>
                  </label>
                ))}
              </fieldset>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** Whether the question is if a child row stays, not about one of its fields. */
const isOfRow = ({ place, field }: Question) => place !== undefined && field === undefined

const keptOrRemoved = (stays: unknown) => (stays ? 'kept' : 'removed')

/** What a conflict is about, in words, and how its values are displayed. */
function fieldAsked(
  resource: Resource,
  { column, place, field: name }: Question,
): { label: string; field?: Field } {
  const label = columnLabel(resource, column)
  if (place === undefined) return { label, field: fieldOf(resource, column) }
  const entry = `${label}, entry ${place}`
  if (name === undefined) return { label: entry }
  const child = resource.children.find(({ table }) => table === column)
  const fields = child?.fields ?? child?.file?.fields ?? []
  const field: Field = fieldOf({ fields }, name) ?? { name, label: humanize(name), kind: 'text' }
  return { label: `${entry}: ${field.label}`, field }
}

function textOf(field: Field | undefined, value: unknown, labels: Labels): string {
  return Array.isArray(value) && value.some((one) => typeof one === 'object')
    ? countOf(value.length, 'entry')
    : displayText(field, value, labels)
}
