import { Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { toFirstField } from '@/components/ui/to-first-field'
import {
  type CallQuery,
  type CallFilters as Filters,
  isFiltered,
  type NumberMatch,
} from '@/lib/cdr/call-query'
import { CALL_DIRECTIONS, CALL_STATUSES, type CallDirection, type CallStatus } from '@/lib/cdr/call-record'
import { DIRECTION_LABELS, STATUS_LABELS } from '@/lib/cdr/call-text'
import { HANGUP_CAUSES } from '@/lib/cdr/hangup-causes'
import { hourLabel } from '@/lib/dates/hour-label'
import type { DaySpan } from '@/lib/dates/span'
import { formatDuration } from '@/lib/validation/duration'
import { CallRange } from './call-range'

const MATCHES = [
  { value: 'start', label: 'starts with' },
  { value: 'end', label: 'ends with' },
]
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hourLabel(hour)} to ${hourLabel(hour + 1)}`,
}))
const LENGTHS = [
  { value: '1', label: 'Any talk' },
  { value: '30', label: '30 secs or more' },
  { value: '60', label: '1 min or more' },
  { value: '300', label: '5 mins or more' },
  { value: '900', label: '15 mins or more' },
  { value: '3600', label: '1 hr or more' },
]

export interface CallFiltersProps {
  query: CallQuery
  today: string
  onDays: (span: DaySpan) => void
  onType: (changes: Partial<Pick<Filters, 'number' | 'extension' | 'accountCode'>>) => void
  onChange: (changes: Partial<Filters>) => void
  onClear: () => void
}

/** Date range and filters. On phones the less common filters are behind a button until one is set. */
export function CallFilters({ query, today, onDays, onType, onChange, onClear }: CallFiltersProps) {
  const lengths = LENGTHS.some(({ value }) => value === String(query.minTalk ?? ''))
    ? LENGTHS
    : [
        ...LENGTHS,
        ...(query.minTalk
          ? [{ value: String(query.minTalk), label: `${formatDuration(query.minTalk)} or more` }]
          : []),
      ]
  const [unfolded, setUnfolded] = useState(isFiltered({ ...query, number: '' }))
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <CallRange span={query.span} today={today} onChange={onDays} />
      <FormRow label="Number" className="sm:w-32">
        <Select
          aria-label="How the number matches"
          options={MATCHES}
          value={query.match}
          onChange={(event) => onChange({ match: event.target.value as NumberMatch })}
        />
      </FormRow>
      <FormRow label="Digits of the number" labelHidden className="sm:w-40">
        <Input
          type="search"
          inputMode="tel"
          icon={<Search size={14} />}
          placeholder="Digits"
          maxLength={32}
          value={query.number}
          onChange={(event) => onType({ number: event.target.value })}
        />
      </FormRow>
      <Button
        className="col-span-2 sm:hidden"
        aria-expanded={unfolded}
        icon={SlidersHorizontal}
        onClick={() => setUnfolded(!unfolded)}
      >
        {unfolded ? 'Fewer filters' : 'More filters'}
      </Button>
      <div className={cn('contents', !unfolded && 'max-sm:hidden')}>
        <FormRow label="Extension" className="sm:w-24">
          <Input
            inputMode="numeric"
            maxLength={7}
            value={query.extension}
            onChange={(event) => onType({ extension: event.target.value })}
          />
        </FormRow>
        <FormRow label="Account code" className="sm:w-32">
          <Input
            maxLength={64}
            value={query.accountCode}
            onChange={(event) => onType({ accountCode: event.target.value })}
          />
        </FormRow>
        <FormRow label="Direction" className="sm:w-32">
          <Select
            placeholder="Any"
            options={CALL_DIRECTIONS.map((value) => ({ value, label: DIRECTION_LABELS[value] }))}
            value={query.direction ?? ''}
            onChange={(event) =>
              onChange({ direction: (event.target.value || null) as CallDirection | null })
            }
          />
        </FormRow>
        <FormRow label="Status" className="sm:w-32">
          <Select
            placeholder="Any"
            options={CALL_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
            value={query.status ?? ''}
            onChange={(event) => onChange({ status: (event.target.value || null) as CallStatus | null })}
          />
        </FormRow>
        <FormRow label="Hangup cause" className="sm:w-44">
          <Select
            placeholder="Any"
            options={HANGUP_CAUSES}
            value={query.cause ?? ''}
            onChange={(event) => onChange({ cause: event.target.value || null })}
          />
        </FormRow>
        <FormRow label="Hour of the day" className="sm:w-36">
          <Select
            placeholder="Any"
            options={HOURS}
            value={String(query.hour ?? '')}
            onChange={({ target: { value } }) => onChange({ hour: value === '' ? null : Number(value) })}
          />
        </FormRow>
        <FormRow label="Minimum duration" className="sm:w-40">
          <Select
            placeholder="Any"
            options={lengths}
            value={String(query.minTalk ?? '')}
            onChange={(event) => onChange({ minTalk: Number(event.target.value) || null })}
          />
        </FormRow>
        <Checkbox
          className="flex min-h-8 items-center"
          label="Recorded"
          checked={query.recorded}
          onChange={(event) => onChange({ recorded: event.target.checked })}
        />
      </div>
      {isFiltered(query) ? (
        <Button
          variant="ghost"
          onClick={(event) => {
            toFirstField(event)
            onClear()
          }}
        >
          Clear filters
        </Button>
      ) : null}
      {query.extension ? (
        <p className="col-span-2 text-sm text-text-muted sm:basis-full">
          An internal call is listed under the extension that made it. To find those that came to an
          extension, filter by number.
        </p>
      ) : null}
    </search>
  )
}
