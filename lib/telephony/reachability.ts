import { datePartsOf, type DayNumber, dayOf, dayOfIsoDate, daysInMonth } from '../dates/calendar'
import { clockChangesOn, type WallClock, wallClockAt } from '../dates/zone-clock'
import { dependsOnEaster, easterSunday } from './holidays'
import { boundaries, coversDay, ruleApplies, type Schedule, type ScheduleRule } from './schedule'

/**
 * Why a rule never decides a call from now on:
 * - `impossible`: no day meets all of its conditions, such as February 30;
 * - `past`: its days are over;
 * - `shadowed`: whenever it applies, a rule above it decides; `by` has their positions, from 0.
 */
export type Unreachable = { why: 'impossible' } | { why: 'past' } | { why: 'shadowed'; by: number[] }

/** A part of a day that a rule would close but opening hours above it keep open. */
export interface Overruled {
  /** Position, from 0, of the rule above. */
  by: number
  day: DayNumber
  /** Minutes of the day; the end, up to 1440, is exclusive. */
  start: number
  end: number
}

/** A part of a day on which a rule applies, and the position of the rule that decides there. */
interface Piece {
  start: number
  end: number
  decider: number
}

/** The Gregorian calendar repeats after 400 years, weekdays included. */
const CYCLE_DAYS = 146_097
/** How far ahead, in days, a closure is compared with the opening hours above it. */
const HORIZON_DAYS = 400

/**
 * The rules that never decide a call from a moment on, by position from 0. Minutes that the zone's clocks skip never come, and
 * neither do today's past minutes. A rule's day is found however far away it is.
 *
 * @param now milliseconds since 1970
 * @throws RangeError for a zone that Intl does not know
 */
export function unreachableRules(schedule: Schedule, now: number): Map<number, Unreachable> {
  const today = wallClockAt(schedule.zone, now)
  return new Map(
    schedule.rules.flatMap((rule, place) => {
      const reason = invalidReason(schedule.zone, rule, schedule.rules.slice(0, place + 1), today)
      return reason ? [[place, reason] as const] : []
    }),
  )
}

/**
 * Where a closure for certain dates or holidays first loses to regular opening hours above it, within 400 days; null for any
 * other rule, and for a closure that wins. Opening hours for certain dates are assumed to win on purpose.
 *
 * @param now milliseconds since 1970
 * @throws RangeError for a zone that Intl does not know
 */
export function overruledClosure({ zone, rules }: Schedule, place: number, now: number): Overruled | null {
  const rule = rules[place]
  if (rule?.state !== 'closed' || !isForDates(rule)) return null
  const areRegularHours = rules.map((one) => one.state === 'open' && !isForDates(one))
  const today = wallClockAt(zone, now).day
  for (let day = today; day < today + HORIZON_DAYS; day += 1) {
    if (!mayApply(rule, day)) continue
    const lost = pieces(rules, place, day).find(({ decider }) => areRegularHours[decider])
    if (lost) return { by: lost.decider, day, start: lost.start, end: lost.end }
  }
  return null
}

/** `rules` are those down to `rule`. */
function invalidReason(
  zone: string,
  rule: ScheduleRule,
  rules: readonly ScheduleRule[],
  today: WallClock,
): Unreachable | null {
  const place = rules.length - 1
  const takers = new Set<number>()
  const seen = new Set<string>()
  const first = Math.max(today.day, boundOf(rule.date_from, today.day))
  // One extra day, for hours that run past midnight.
  const last = boundOf(rule.date_to, Number.POSITIVE_INFINITY) + 1
  for (const day of daysThatDiffer(rules, first)) {
    if (day > last) break
    if (!mayApply(rule, day)) continue
    const covering = rules.map((one) => `${coversDay(one, day)} ${coversDay(one, day - 1)}`).join()
    if (seen.has(covering)) continue
    const { happens, whole } = minutesOf(zone, day, today)
    const left = pieces(rules, place, day).filter(happens)
    if (left.some(({ decider }) => decider === place)) return null
    for (const { decider } of left) takers.add(decider)
    if (whole) seen.add(covering)
  }
  if (takers.size > 0) return { why: 'shadowed', by: [...takers].sort((a, b) => a - b) }
  return { why: hasApplied(rule, today.day) ? 'past' : 'impossible' }
}

/** The parts of a day that are still to come; `whole` if all of its minutes are. */
function minutesOf(zone: string, day: DayNumber, today: WallClock) {
  const changes = clockChangesOn(zone, day)
  const skipped = changes.filter(({ kind }) => kind === 'skipped')
  // When clocks go back, past minutes repeat.
  const first = day === today.day && changes.every(({ kind }) => kind === 'skipped') ? today.minute : 0
  const happens = ({ start, end }: Pick<Piece, 'start' | 'end'>) =>
    end > first && !skipped.some((gap) => gap.start <= start && end <= gap.end)
  return { happens, whole: first === 0 && skipped.length === 0 }
}

/** The parts of a day to which the rule at a position applies, midnight to midnight. */
function pieces(rules: readonly ScheduleRule[], place: number, day: DayNumber): Piece[] {
  const rule = rules[place]
  const starts = boundaries(rules)
  const found: Piece[] = []
  for (const [index, start] of starts.entries()) {
    const clock = { day, minute: start }
    if (!rule || !ruleApplies(rule, clock)) continue
    const decider = rules.findIndex((candidate) => ruleApplies(candidate, clock))
    const before = found.at(-1)
    const end = starts[index + 1] ?? 1440
    if (before?.decider === decider && before.end === start) before.end = end
    else found.push({ start, end, decider })
  }
  return found
}

/**
 * Representative days, ascending: between the first and last dates that rules name, two years with the same weekdays, length and
 * Easter are equivalent, so one of each is enough.
 */
function* daysThatDiffer(rules: readonly ScheduleRule[], from: DayNumber): Generator<DayNumber> {
  const named = rules.flatMap(({ date_from: first, date_to: last }) => [
    boundOf(first, Number.NaN),
    boundOf(last, Number.NaN) + 1,
  ])
  const starts = [...new Set([from, ...named])].filter((day) => day >= from).sort((a, b) => a - b)
  const easter = rules.some(({ holidays }) => holidays.some(dependsOnEaster))
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? start + CYCLE_DAYS
    const alike = Map.groupBy(yearsBetween(start, end), (year) => {
      const first = dayOf(year, 1, 1)
      // The year of a named date begins under other rules, and is like no other.
      const began = first > start
      // A Sunday: with the weekday of January 1 its date says whether it is in March or April.
      const sunday = easter && datePartsOf(easterSunday(year)).date
      return `${began} ${datePartsOf(first).weekday} ${daysInMonth(year, 2)} ${sunday}`
    })
    for (const [year = Number.NaN] of alike.values()) {
      const next = dayOf(year + 1, 1, 1)
      for (let day = Math.max(dayOf(year, 1, 1), start); day < Math.min(next, end); day += 1) yield day
    }
  }
}

/** The years of two days, and those between them. */
function yearsBetween(first: DayNumber, last: DayNumber): number[] {
  const { year } = datePartsOf(first)
  return Array.from({ length: datePartsOf(last).year - year + 1 }, (_, index) => year + index)
}

/** Whether a rule can apply to a part of a day: its own, or the previous day's hours past midnight. */
function mayApply(rule: ScheduleRule, day: DayNumber): boolean {
  return coversDay(rule, day) || coversDay(rule, day - 1)
}

/** Whether a day of a rule's dates, up to today, meets its conditions; for a rule without a last date they all come again. */
function hasApplied(rule: ScheduleRule, today: DayNumber): boolean {
  const last = Math.min(boundOf(rule.date_to, Number.NEGATIVE_INFINITY), today)
  for (const day of daysThatDiffer([rule], boundOf(rule.date_from, last - CYCLE_DAYS))) {
    if (day > last) break
    if (coversDay(rule, day)) return true
  }
  return false
}

/** Whether a rule is limited to certain dates rather than recurring weekly. */
function isForDates({ months, month_days, date_from, date_to, holidays }: ScheduleRule): boolean {
  return months.length + month_days.length + holidays.length > 0 || date_from !== null || date_to !== null
}

function boundOf(date: string | null, otherwise: DayNumber): DayNumber {
  return (date === null ? null : dayOfIsoDate(date)) ?? otherwise
}
