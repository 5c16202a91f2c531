import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useMinute } from '@/hooks/use-minute'
import { datePartsOf, type DayNumber, dayOfIsoDate, isoDateOf, shortName } from '@/lib/dates/calendar'
import { clockChangesOn, type WallClock, wallClockAt } from '@/lib/dates/zone-clock'
import { holidaysOn } from '@/lib/telephony/holidays'
import {
  type DaySegment,
  daySegments,
  type Outcome,
  type Schedule,
  type ScheduleRule,
} from '@/lib/telephony/schedule'
import { describeRange, describeRule, formatDay, WEEK, WEEKDAY_NAMES } from '@/lib/telephony/schedule-text'
import { MINUTES_IN_A_DAY } from '@/lib/validation/time'
import { CLOSED_HATCHING, ruleColor } from './rule-colors'
import { RuleSwatch } from './rule-swatch'

const HOURS = ['12 AM', '6 AM', '12 PM', '6 PM', '12 AM']

/** The week of a date, one row per day: open and closed hours, their rules, and holidays. */
export function WeekStrip({ schedule }: { schedule: Schedule }) {
  const now = wallClockAt(schedule.zone, useMinute())
  const [date, setDate] = useState<string | null>(null)
  const chosen = dayOfIsoDate(date ?? '')
  const monday = mondayOf(chosen ?? now.day)
  const turn = (weeks: number) => setDate(isoDateOf((chosen ?? now.day) + 7 * weeks))
  const days = WEEK.map((_, index) => monday + index)
  const changes = days.flatMap((day) =>
    clockChangesOn(schedule.zone, day).map((change) => ({ day, ...change })),
  )

  return (
    <section aria-label="Week" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="mr-auto text-base font-semibold">
          {formatDay(monday).replace(/,.*$/, '')} – {formatDay(monday + 6)}
        </h3>
        {monday === mondayOf(now.day) ? null : (
          <Button size="sm" variant="ghost" onClick={() => setDate(null)}>
            This week
          </Button>
        )}
        <IconButton size="sm" label="Week before" icon={ChevronLeft} iconSize={16} onClick={() => turn(-1)} />
        <IconButton size="sm" label="Week after" icon={ChevronRight} iconSize={16} onClick={() => turn(1)} />
      </div>
      <FormRow label="Show the week of" className="w-36">
        <Input
          type="date"
          value={date ?? isoDateOf(now.day)}
          onChange={(event) => setDate(event.target.value)}
        />
      </FormRow>
      <div>
        <ol className="flex flex-col gap-1">
          {days.map((day) => (
            <DayLine key={day} day={day} schedule={schedule} now={now} chosen={day === chosen} />
          ))}
        </ol>
        <div aria-hidden className="ml-16 flex justify-between pt-1 text-2xs text-text-muted">
          {HOURS.map((hour, index) => (
            <span key={index}>{hour}</span>
          ))}
        </div>
      </div>
      {changes.map(({ day, kind, start, end }) => (
        <p key={`${day} ${start}`} className="text-sm text-text-muted">
          {formatDay(day)}: clocks go {kind === 'skipped' ? 'forward' : 'back'},{' '}
          {describeRange([start, end % MINUTES_IN_A_DAY])}{' '}
          {kind === 'skipped' ? 'does not occur' : 'comes twice'}.
        </p>
      ))}
      <Legend rules={schedule.rules} />
    </section>
  )
}

function DayLine({
  day,
  schedule,
  now,
  chosen,
}: {
  day: DayNumber
  schedule: Schedule
  now: WallClock
  chosen: boolean
}) {
  const { weekday, date } = datePartsOf(day)
  const today = day === now.day
  const holidays = holidaysOn(day)
  return (
    <li className="flex items-center gap-2">
      <span
        className={cn(
          'w-14 shrink-0 self-start text-sm',
          today || chosen ? 'font-semibold' : 'text-text-muted',
          chosen && 'text-accent-text',
        )}
      >
        {shortName(WEEKDAY_NAMES[weekday])} {date}
      </span>
      <div className="min-w-0 flex-1">
        <div className="relative">
          <ol
            aria-label={`${WEEKDAY_NAMES[weekday]}, ${formatDay(day)}`}
            className="flex h-5 overflow-hidden rounded-sm border border-border-control"
          >
            {daySegments(schedule, day).map((segment) => (
              <SegmentBar key={segment.start} segment={segment} rules={schedule.rules} />
            ))}
          </ol>
          {today ? (
            <span
              aria-hidden
              className="absolute -inset-y-0.5 w-0.5 rounded-full bg-text"
              style={{ left: percent(now.minute) }}
            />
          ) : null}
        </div>
        {holidays.length > 0 ? <p className="text-xs text-text-muted">{holidays.join('; ')}</p> : null}
      </div>
    </li>
  )
}

function SegmentBar({
  segment: { start, end, outcome },
  rules,
}: {
  segment: DaySegment
  rules: readonly ScheduleRule[]
}) {
  const place = outcome.rule ? rules.indexOf(outcome.rule) : -1
  const text = `${describeRange([start, end % MINUTES_IN_A_DAY])}: ${outcome.state}, ${nameOf(outcome, place)}`
  return (
    <li
      title={text}
      className={cn('relative h-full', ruleColor(place))}
      style={{
        width: percent(end - start),
        backgroundImage: outcome.state === 'closed' && place >= 0 ? CLOSED_HATCHING : undefined,
      }}
    >
      <span className="sr-only">{text}</span>
    </li>
  )
}

function Legend({ rules }: { rules: readonly ScheduleRule[] }) {
  return (
    <ul aria-label="Colors" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {rules.map((rule, place) => (
        <li key={place} className="flex min-w-0 items-center gap-1.5">
          <RuleSwatch place={place} state={rule.state} />
          <span className="truncate">
            {rule.name || describeRule(rule)}
            <span className="text-text-muted">, {rule.state}</span>
          </span>
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <RuleSwatch place={-1} state="closed" />
        <span>
          Otherwise<span className="text-text-muted">, closed</span>
        </span>
      </li>
    </ul>
  )
}

function mondayOf(day: DayNumber): DayNumber {
  return day - WEEK.indexOf(datePartsOf(day).weekday)
}

function nameOf({ rule }: Outcome, place: number): string {
  return rule ? rule.name || `rule ${place + 1}` : 'no rule applies'
}

function percent(minutes: number): string {
  return `${(minutes / MINUTES_IN_A_DAY) * 100}%`
}
