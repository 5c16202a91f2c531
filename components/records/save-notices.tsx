import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { bringIntoView } from '@/components/ui/failure-alert'
import type { Conflict } from '@/hooks/use-conflict'
import type { Overtaken } from '@/hooks/use-overtaken'
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

/** That someone else has saved or deleted the record while its form is open. It never moves the fields: it stands with the buttons. */
export function OvertakenNotice({ resource, record: { overtaken, unsaved, catchUp } }: SaveNoticesProps) {
  if (!overtaken) return null
  const saved = overtaken === 'saved'
  return (
    <Alert
      tone={saved ? 'info' : 'warning'}
      role="status"
      className="basis-full!"
      title={`Someone else has ${overtaken} this ${resource.noun}`}
      action={
        saved ? (
          <Button size="sm" onClick={() => void catchUp()}>
            {unsaved ? 'Compare with yours' : 'Show the saved values'}
          </Button>
        ) : undefined
      }
    >
      {explained(overtaken, unsaved)}
    </Alert>
  )
}

function explained(overtaken: Overtaken, unsaved: boolean): string {
  if (overtaken === 'saved')
    return unsaved ? 'What you typed is still here.' : 'You see it as it was when you opened it.'
  return unsaved
    ? 'What you typed is still here, but can only be saved once it has been restored from the trail of changes.'
    : 'It can be restored from the trail of changes.'
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
    asked.flatMap(({ fields }) => fields),
    asked.flatMap(({ values }) => values),
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
          {asked.map(({ question, label, field, named, values: [row] }) => (
            <li key={question.key}>
              <fieldset
                className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:flex-col"
                disabled={saving}
              >
                <legend className="font-medium sm:float-left sm:mr-4">
                  {label}
                  {named ? ` (${displayText(named, row?.[named.name], labels)})` : null}
                  {question.place && field ? `: ${field.label}` : null}
                </legend>
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

/**
 * What a conflict is about, in words; how its values are displayed; the field that tells a child row apart, if any; and the values,
 * with that row first, that these fields display.
 */
function fieldAsked(resource: Resource, { column, place, row = {}, field: name, theirs, mine }: Question) {
  const label = columnLabel(resource, column)
  const child = resource.children.find(({ table }) => table === column)
  const within = place === undefined ? resource.fields : (child?.fields ?? child?.file?.fields ?? [])
  const asked = place === undefined ? column : name
  const field = asked === undefined ? undefined : displayed(within, asked)
  const named = within.find(
    ({ kind, name: other }) => NAMING.includes(kind) && other !== child?.parent && row[other],
  )
  return {
    label: place === undefined ? label : `${label}, entry ${place}`,
    field,
    named,
    fields: [field, named].filter((one) => one !== undefined),
    values: [row, ...(field ? [{ [field.name]: theirs }, { [field.name]: mine }] : [])],
  }
}

/** Kinds of field that tell a child row apart: the first that is filled in does. */
const NAMING: readonly Field['kind'][] = ['reference', 'destination', 'phone', 'text']

const displayed = (fields: readonly Field[], name: string): Field =>
  fieldOf({ fields }, name) ?? { name, label: humanize(name), kind: 'text' }

function textOf(field: Field | undefined, value: unknown, labels: Labels): string {
  return Array.isArray(value) && value.some((one) => typeof one === 'object')
    ? countOf(value.length, 'entry')
    : displayText(field, value, labels)
}
