import { useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDestinations } from '@/hooks/use-destinations'
import { useMinute } from '@/hooks/use-minute'
import { dayOfIsoDate, isoDateOf } from '@/lib/dates/calendar'
import { instantsOf, wallClockAt } from '@/lib/dates/zone-clock'
import { zoneName } from '@/lib/dates/zones'
import { outcomeOf, type Schedule } from '@/lib/telephony/schedule'
import { describeRule } from '@/lib/telephony/schedule-text'
import { MinuteInput } from './minute-input'
import { StateBadge } from './state-badge'

/** The outcome of a schedule at a chosen time. */
export function ScheduleAtTime({ schedule }: { schedule: Schedule }) {
  const { rules, otherwise_destination_id: otherwise } = schedule
  const { labelOf } = useDestinations([...rules.map(({ destination_id: id }) => id), otherwise])
  const now = wallClockAt(schedule.zone, useMinute())
  const [date, setDate] = useState<string | null>(null)
  const [minute, setMinute] = useState<number | null>()
  const day = dayOfIsoDate(date ?? isoDateOf(now.day))
  const at = minute === undefined ? now.minute : minute

  return (
    <section aria-label="What happens at" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base font-semibold">What happens at…</h3>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <FormRow label="Date" className="w-36">
          <Input
            type="date"
            value={date ?? isoDateOf(now.day)}
            onChange={(event) => setDate(event.target.value)}
          />
        </FormRow>
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            Time
          </span>
          <MinuteInput aria-label="Time" value={at} onChange={setMinute} />
        </div>
      </div>
      <output aria-live="polite" className="block rounded-lg bg-surface-sunken p-3 text-base">
        {day === null || at === null ? (
          <span className="text-text-muted">Enter a date and time.</span>
        ) : (
          <Answer schedule={schedule} day={day} minute={at} labelOf={labelOf} />
        )}
      </output>
    </section>
  )
}

function Answer({
  schedule,
  day,
  minute,
  labelOf,
}: {
  schedule: Schedule
  day: number
  minute: number
  labelOf: (id: string) => string
}) {
  const { rule, state, destination_id: destination } = outcomeOf(schedule, { day, minute })
  const times = instantsOf(schedule.zone, { day, minute }).length
  const place = rule ? schedule.rules.indexOf(rule) + 1 : 0
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <StateBadge state={state} />
        <span className="font-medium">{rule ? rule.name || `Rule ${place}` : 'No rule applies'}</span>
      </span>
      <span className="mt-1 block">
        Calls go to{' '}
        <span className="font-medium">{destination ? labelOf(destination) : 'no destination yet'}</span>.
      </span>
      <span className="mt-1 block text-sm text-text-muted">
        {rule ? `${describeRule(rule)}. ` : ''}Evaluated in {zoneName(schedule.zone)}.
        {times === 0 ? ' Clocks go forward on that day and skip this minute.' : ''}
        {times === 2 ? ' Clocks go back on that day, and this minute comes twice.' : ''}
      </span>
    </>
  )
}
