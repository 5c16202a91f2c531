import { datePartsOf, DAY_MS, type DayNumber, dayOfIsoDate, daysInMonth } from '../dates/calendar'
import { offsetSpans, type WallClock, wallClockAt, wallClockOf } from '../dates/zone-clock'
import { MINUTES_IN_A_DAY } from '../validation/time'
import { isHoliday, isHolidayKey } from './holidays'

export type OpenState = 'open' | 'closed'

/** From the first minute of the day (0–1439) up to, not including, the second; see {@link ruleApplies}. */
export type TimeRange = readonly [start: number, end: number]

/** When a rule applies and where it sends calls. An empty list, or null, is not a constraint. */
export interface ScheduleRule {
  name: string
  state: OpenState
  /** 0 (Sunday) – 6 (Saturday) */
  weekdays: readonly number[]
  time_ranges: readonly TimeRange[]
  /** 1–12 */
  months: readonly number[]
  /** 1–31 */
  month_days: readonly number[]
  /** 1 is the 1st to the 7th, … 5 the 29th on; -1 is the last seven days. With a weekday: the second Tuesday. */
  month_weeks: readonly number[]
  /** `YYYY-MM-DD`, inclusive. */
  date_from: string | null
  /** `YYYY-MM-DD`, inclusive. */
  date_to: string | null
  /** Keys of HOLIDAYS; the rule applies on any of them. */
  holidays: readonly string[]
  /** Whether a holiday that falls on a weekend also applies on its observed day. */
  holidays_observed: boolean
  destination_id: string
}

/** Rules in order: the first that applies decides; otherwise the default destination. */
export interface Schedule<Rule extends ScheduleRule = ScheduleRule> {
  /** IANA name. */
  zone: string
  rules: readonly Rule[]
  otherwise_destination_id: string
}

export interface Outcome<Rule extends ScheduleRule = ScheduleRule> {
  rule: Rule | null
  /** The rule's state; closed if none applies. */
  state: OpenState
  destination_id: string
}

/** A span with one outcome, in milliseconds since 1970; the end is exclusive. */
export interface Segment<Rule extends ScheduleRule = ScheduleRule> {
  start: number
  end: number
  outcome: Outcome<Rule>
}

/** A part of one day with one outcome, in minutes of the day as clocks show them; the end, up to 1440, is exclusive. */
export interface DaySegment<Rule extends ScheduleRule = ScheduleRule> {
  start: number
  end: number
  outcome: Outcome<Rule>
}

/** How far ahead nextChange looks: past any yearly rule. */
const HORIZON_DAYS = 400

/**
 * Whether a rule applies while clocks show a minute: the day meets every constraint of the rule, and the minute lies in one of
 * its time ranges, if it has any.
 *
 * A range includes its start and not its end. One whose end is not after its start runs past midnight and BELONGS TO THE DAY ON
 * WHICH IT STARTED: `22:00–02:00` on Fridays covers the small hours of Saturday, not of Friday, and weekday, month, day, week,
 * dates and holidays are all checked for that Friday. An end of 00:00 is midnight.
 *
 * Only what clocks show counts, as in the PBX. When clocks go forward, the skipped minutes do not occur, and a range that starts
 * among them begins when they are over; when clocks go back, the repeated minutes apply both times.
 */
export function ruleApplies(rule: ScheduleRule, { day, minute }: WallClock): boolean {
  if (rule.time_ranges.length === 0) return coversDay(rule, day)
  return (
    (rule.time_ranges.some((range) => minute >= range[0] && (minute < range[1] || isOverMidnight(range))) &&
      coversDay(rule, day)) ||
    (rule.time_ranges.some((range) => isOverMidnight(range) && minute < range[1]) && coversDay(rule, day - 1))
  )
}

/** Whether a range ends on the day after it started. */
export function isOverMidnight([start, end]: TimeRange): boolean {
  return end <= start
}

/** A schedule's outcome while clocks show a minute. */
export function outcomeOf<Rule extends ScheduleRule>(
  schedule: Omit<Schedule<Rule>, 'zone'>,
  clock: WallClock,
): Outcome<Rule> {
  const rule = schedule.rules.find((candidate) => ruleApplies(candidate, clock)) ?? null
  return {
    rule,
    state: rule?.state ?? 'closed',
    destination_id: rule?.destination_id ?? schedule.otherwise_destination_id,
  }
}

/**
 * A schedule's outcome at a moment, in milliseconds since 1970.
 *
 * @throws RangeError for a zone that Intl does not know
 */
export function outcomeAt<Rule extends ScheduleRule>(
  schedule: Schedule<Rule>,
  instant: number,
): Outcome<Rule> {
  return outcomeOf(schedule, wallClockAt(schedule.zone, instant))
}

/**
 * The next moment, within 400 days, when the destination changes or open turns into closed or back; null when there is none.
 * Another rule with the same state and destination is not a change.
 */
export function nextChange<Rule extends ScheduleRule>(
  schedule: Schedule<Rule>,
  instant: number,
): { at: number; outcome: Outcome<Rule> } | null {
  const now = outcomeAt(schedule, instant)
  for (const { start, outcome } of segmentsBetween(schedule, instant, instant + HORIZON_DAYS * DAY_MS)) {
    const changed = outcome.state !== now.state || outcome.destination_id !== now.destination_id
    if (changed) return { at: start, outcome }
  }
  return null
}

/** A schedule's outcomes on one day, midnight to midnight by the clock; neighbors are from different rules. */
export function daySegments<Rule extends ScheduleRule>(
  schedule: Omit<Schedule<Rule>, 'zone'>,
  day: DayNumber,
): DaySegment<Rule>[] {
  const found: DaySegment<Rule>[] = []
  for (const minute of boundaries(schedule.rules)) {
    const outcome = outcomeOf(schedule, { day, minute })
    const before = found.at(-1)
    if (before && before.outcome.rule === outcome.rule) continue
    if (before) before.end = minute
    found.push({ start: minute, end: MINUTES_IN_A_DAY, outcome })
  }
  return found
}

/** A schedule's outcomes between two moments: spans without gaps, each from a different rule than its neighbors. */
export function* segmentsBetween<Rule extends ScheduleRule>(
  schedule: Schedule<Rule>,
  from: number,
  to: number,
): Generator<Segment<Rule>> {
  let current: Segment<Rule> | undefined
  for (const { instant, clock } of candidates(schedule, from, to)) {
    const outcome = outcomeOf(schedule, clock)
    if (current && current.outcome.rule === outcome.rule) continue
    if (current) yield { ...current, end: instant }
    current = { start: instant, end: to, outcome }
  }
  if (current) yield current
}

/** Every moment when the outcome can change, and the first: clocks reach a boundary or are moved. */
function* candidates(
  { zone, rules }: Schedule,
  from: number,
  to: number,
): Generator<{ instant: number; clock: WallClock }> {
  const minutes = boundaries(rules)
  // Two days at a time, so that a caller who needs only the first change does not wait for a year of them.
  for (let part = from; part < to; part += 2 * DAY_MS) {
    for (const { start, end, offset } of offsetSpans(zone, part, Math.min(part + 2 * DAY_MS, to))) {
      yield { instant: start, clock: wallClockOf(start + offset) }
      const lastDay = wallClockOf(end + offset).day
      for (let day = wallClockOf(start + offset).day; day <= lastDay; day += 1) {
        for (const minute of minutes) {
          const instant = day * DAY_MS + minute * 60_000 - offset
          if (instant > start && instant < end) yield { instant, clock: { day, minute } }
        }
      }
    }
  }
}

/** The minutes of the day when a rule can start or stop applying, midnight first, ascending. */
export function boundaries(rules: readonly ScheduleRule[]): number[] {
  const ends = rules.flatMap(({ time_ranges }) => time_ranges.flatMap(([start, end]) => [start, end]))
  return [...new Set([0, ...ends])].sort((a, b) => a - b)
}

/** Whether a day meets every constraint of a rule but its hours. */
export function coversDay(rule: ScheduleRule, day: DayNumber): boolean {
  const { year, month, date, weekday } = datePartsOf(day)
  return (
    allows(rule.weekdays, weekday) &&
    allows(rule.months, month) &&
    allows(rule.month_days, date) &&
    isInWeeks(rule.month_weeks, date, daysInMonth(year, month)) &&
    isBetween(rule.date_from, rule.date_to, day) &&
    isOneOf(rule.holidays, rule.holidays_observed, day)
  )
}

function allows(values: readonly number[], value: number): boolean {
  return values.length === 0 || values.includes(value)
}

function isInWeeks(weeks: readonly number[], date: number, length: number): boolean {
  return allows(weeks, Math.ceil(date / 7)) || (weeks.includes(-1) && date > length - 7)
}

/** A bound that is no date excludes every day: a form can hold half a date while someone types it. */
function isBetween(from: string | null, to: string | null, day: DayNumber): boolean {
  const first = from === null ? Number.NEGATIVE_INFINITY : (dayOfIsoDate(from) ?? Number.NaN)
  const last = to === null ? Number.POSITIVE_INFINITY : (dayOfIsoDate(to) ?? Number.NaN)
  return day >= first && day <= last
}

function isOneOf(holidays: readonly string[], observed: boolean, day: DayNumber): boolean {
  return holidays.length === 0 || holidays.some((key) => isHolidayKey(key) && isHoliday(key, day, observed))
}
