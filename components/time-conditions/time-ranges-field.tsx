import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { type FieldError, useController, useFormState } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { keepPlace } from '@/components/ui/keep-place'
import { MAX_TIME_RANGES, type TypedRange } from '@/lib/resources/time-condition-rule'
import { isOverMidnight } from '@/lib/telephony/schedule'
import { MinuteInput } from './minute-input'

/** Default of the first range, and offset of further ones. */
const OFFICE_HOURS: TypedRange = [540, 1020]

/** The hours of a rule: any number of ranges. `name` is their path in the form. */
export function TimeRangesField({ name }: { name: string }) {
  const {
    field: { value, onChange },
  } = useController({ name })
  const { errors } = useFormState({ name })
  const id = useId()
  const ranges = value as TypedRange[]
  const complaints = (get(errors, name) ?? []) as (FieldError | (FieldError | undefined)[] | undefined)[]

  const change = (at: number, range: TypedRange) =>
    onChange(ranges.map((one, index) => (index === at ? range : one)))

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Hours</legend>
      {ranges.length === 0 ? <p className="mb-1.5 text-sm text-text-muted">All day.</p> : null}
      <ul ref={keepPlace} className="flex flex-col gap-1.5">
        {ranges.map((range, index) => {
          const [start, end] = range
          const complaint = messageOf(complaints[index])
          const nextDay = start !== null && end !== null && start !== end && isOverMidnight([start, end])
          return (
            <li key={index}>
              <div className="flex items-start gap-2">
                <MinuteInput
                  aria-label={`Range ${index + 1} from`}
                  value={start}
                  invalid={complaint !== undefined}
                  aria-describedby={complaint && `${id}-${index}`}
                  onChange={(next) => change(index, [next, end])}
                />
                <span aria-hidden className="pt-1.5 text-text-muted">
                  –
                </span>
                <MinuteInput
                  aria-label={`Range ${index + 1} until`}
                  value={end}
                  invalid={complaint !== undefined}
                  aria-describedby={complaint && `${id}-${index}`}
                  onChange={(next) => change(index, [start, next])}
                />
                <IconButton
                  size="sm"
                  label={`Remove range ${index + 1}`}
                  icon={Trash2}
                  onClick={() => onChange(ranges.filter((_, at) => at !== index))}
                />
                {nextDay ? <span className="pt-1.5 text-sm text-text-muted">{overnight(end)}</span> : null}
              </div>
              {complaint ? (
                <p id={`${id}-${index}`} className="text-sm text-danger-text">
                  {complaint}
                </p>
              ) : null}
            </li>
          )
        })}
      </ul>
      {ranges.length < MAX_TIME_RANGES ? (
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          onClick={() => onChange([...ranges, ranges.length === 0 ? OFFICE_HOURS : [null, null]])}
        >
          Add hours
        </Button>
      ) : null}
    </fieldset>
  )
}

function overnight(end: number): string {
  return end === 0 ? 'until midnight' : 'the next day; belongs to the day it begins on'
}

function messageOf(complaint: FieldError | (FieldError | undefined)[] | undefined): string | undefined {
  if (!complaint) return undefined
  if (Array.isArray(complaint)) return complaint.find(Boolean)?.message
  return complaint.message ?? (complaint.root as FieldError | undefined)?.message
}

function get(errors: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], errors)
}
