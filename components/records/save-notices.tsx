import { useEffect, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { bringIntoView } from '@/components/ui/bring-into-view'
import { Button } from '@/components/ui/button'
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
  const tenantId = useTenantId()
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
      {explained(overtaken, unsaved, tenantId)}
    </Alert>
  )
}

function explained(overtaken: Overtaken, unsaved: boolean, tenantId: string | null): string {
  if (overtaken === 'saved')
    return unsaved ? 'What you typed is still here.' : 'You see it as it was when you opened it.'
  const where = tenantId === null ? 'by a superadmin, from the audit trail' : 'from the Changes page'
  return unsaved
    ? `What you typed is still here, but can only be saved once it has been restored ${where}.`
    : `It can be restored ${where}.`
}

function ConflictNotice({ resource, record, conflict }: SaveNoticesProps & { conflict: Conflict }) {
  const { saving, take, takeTheirs, overwrite } = record
  const { questions, taken, since } = conflict
  const choices = useRef<HTMLDivElement>(null)
  // The Save button that had focus is gone.
  useEffect(() => {
    if (!saving) choices.current?.querySelector<HTMLElement>('input:checked, button')?.focus()
  }, [saving])
  return (
    <div ref={choices}>
      <Alert
        tone="warning"
        title={
          since === 'typed'
            ? 'This record was saved again since you typed this'
            : 'Someone else has saved this record since you opened it'
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={takeTheirs} disabled={saving}>
              Take all of theirs
            </Button>
            <Button size="sm" variant="primary" onClick={overwrite} loading={saving}>
              {questions.length > 0 ? 'Save these choices' : 'Save'}
            </Button>
          </div>
        }
      >
        <p>
          {questions.length > 0
            ? 'Changes made by only one of you are kept. Choose a value for each field that you both changed:'
            : 'Their changes do not conflict with yours, which are still here.'}
        </p>
        <ul className="mt-2 flex flex-col gap-2">
          {questions.map((question) => (
            <li key={question.key}>
              <Choice
                resource={resource}
                question={question}
                value={taken.has(question.key) ? 'theirs' : 'mine'}
                disabled={saving}
                onChange={(whose) => take(question, whose)}
              />
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** Kinds of field that tell a child row apart: the first that is filled in does. */
const NAMING: readonly Field['kind'][] = ['reference', 'destination', 'phone', 'text']

interface ChoiceProps {
  resource: Resource
  question: Question
  value: 'theirs' | 'mine'
  disabled: boolean
  onChange: (whose: 'theirs' | 'mine') => void
}

/** The two values of a field that both users changed, or whether a child row stays. */
function Choice({ resource, question, value, disabled, onChange }: ChoiceProps) {
  const { key, column, place, row = {}, field: name = column } = question
  const child = resource.children.find(({ table }) => table === column)
  const fields = place === undefined ? resource.fields : (child?.fields ?? child?.file?.fields ?? [])
  const field: Field = fieldOf({ fields }, name) ?? { name, label: humanize(name), kind: 'text' }
  const named = fields.find(
    ({ kind, name: other }) => NAMING.includes(kind) && other !== child?.parent && row[other],
  )
  const values = [row, { [name]: question.theirs }, { [name]: question.mine }]
  const labels = useFieldLabels(named ? [field, named] : [field], values, useTenantId())
  const staying = place !== undefined && question.field === undefined
  return (
    <fieldset
      className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:flex-col"
      disabled={disabled}
    >
      <legend className="font-medium sm:float-left sm:mr-4">
        {columnLabel(resource, column)}
        {place === undefined ? null : `, entry ${place}`}
        {named ? ` (${displayText(named, row[named.name], labels)})` : null}
        {place === undefined || staying ? null : `: ${field.label}`}
      </legend>
      {(['theirs', 'mine'] as const).map((whose) => (
        <label key={whose} className="flex min-w-0 items-baseline gap-1.5 touch:min-h-11 touch:items-center">
          <input
            type="radio"
            name={`whose-${key}`}
            className="accent-primary"
            checked={value === whose}
            onChange={() => onChange(whose)}
          />
          <span className="min-w-0 break-words">
            {whose === 'theirs' ? 'Theirs: ' : 'Yours: '}
            {staying ? question[whose] ? 'kept' : 'removed' : <q>{textOf(field, question[whose], labels)}</q>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function textOf(field: Field, value: unknown, labels: Labels): string {
  return Array.isArray(value) && value.some((one) => typeof one === 'object')
    ? countOf(value.length, 'entry')
    : displayText(field, value, labels)
}
