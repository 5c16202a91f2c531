import fc from 'fast-check'
import { dayOfIsoDate, isoDateOf } from '@/lib/dates/calendar'
import { offsetSpans } from '@/lib/dates/zone-clock'
import type { Schedule, ScheduleRule } from '@/lib/telephony/schedule'

const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
]

const always: ScheduleRule = {
  name: '',
  state: 'open',
  weekdays: [],
  time_ranges: [],
  months: [],
  month_days: [],
  month_weeks: [],
  date_from: null,
  date_to: null,
  holidays: [],
  holidays_observed: true,
  destination_id: 'desk',
}
export const rule = (given: Partial<ScheduleRule>): ScheduleRule => ({ ...always, ...given })
export const schedule = (zone: string, ...rules: Partial<ScheduleRule>[]): Schedule => ({
  zone,
  rules: rules.map(rule),
  otherwise_destination_id: 'voicemail',
})
export const at = (text: string) => Date.parse(text)
export const clock = (date: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return { day: dayOfIsoDate(date) ?? Number.NaN, minute: (hours ?? 0) * 60 + (minutes ?? 0) }
}
export const hours = (start: number, end: number): [number, number] => [start * 60, end * 60]

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
// Listed for the years the properties use, with the days on which they are observed.
const CHRISTMAS = { on: ['12-25'], kept: ['2021-12-24', '2022-12-26', '2027-12-24'] }
const KNOWN_HOLIDAYS: Record<string, { on: string[]; kept: string[] }> = { christmas_day: CHRISTMAS }

const formats = new Map<string, Intl.DateTimeFormat>()
/** Reads date and time from Intl's output, independent of lib/telephony. */
export function readByIntl(zone: string, instant: number) {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'full',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  const [, weekday, date, month, year, hour, minute] =
    /^(\w+),? (\d+) (\w+) (\d+),?(?: at)? (\d+):(\d+)$/.exec(format.format(instant)) ?? []
  const names = 'January February March April May June July August September October November December'
  return {
    weekday: WEEKDAYS.indexOf((weekday ?? '').slice(0, 3)),
    date: Number(date),
    month: names.split(' ').indexOf(month ?? '') + 1,
    year: Number(year),
    minute: Number(hour) * 60 + Number(minute),
  }
}

function dayAllowed(given: ScheduleRule, year: number, month: number, date: number, weekday: number) {
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const length = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  const week = date < 8 ? 1 : date < 15 ? 2 : date < 22 ? 3 : date < 29 ? 4 : 5
  const checks = [
    !given.weekdays.length || given.weekdays.some((wanted) => wanted === weekday),
    !given.months.length || given.months.some((wanted) => wanted === month),
    !given.month_days.length || given.month_days.some((wanted) => wanted === date),
    !given.month_weeks.length ||
      given.month_weeks.some((wanted) => (wanted === -1 ? date + 7 > length : wanted === week)),
    !given.date_from || iso >= given.date_from,
    !given.date_to || iso <= given.date_to,
    !given.holidays.length ||
      given.holidays.some((key) => {
        const known = KNOWN_HOLIDAYS[key]
        return known?.on.includes(iso.slice(5)) || (given.holidays_observed && known?.kept.includes(iso))
      }),
  ]
  return checks.every(Boolean)
}

export function expectedRule({ zone, rules }: Schedule, instant: number): number {
  const { weekday, date, month, year, minute } = readByIntl(zone, instant)
  const before = new Date(Date.UTC(year, month - 1, date - 1))
  return rules.findIndex((candidate) => {
    const today = dayAllowed(candidate, year, month, date, weekday)
    const yesterday = dayAllowed(
      candidate,
      before.getUTCFullYear(),
      before.getUTCMonth() + 1,
      before.getUTCDate(),
      (weekday + 6) % 7,
    )
    if (!candidate.time_ranges.length) return today
    return candidate.time_ranges.some(([start, end]) =>
      start < end
        ? today && start <= minute && minute < end
        : (today && start <= minute) || (yesterday && minute < end),
    )
  })
}

const subset = (from: number, to: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[]>([]) },
    fc.uniqueArray(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: to - from }),
  )
const minute = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 47 }).map((n) => n * 30),
)
const anyRange = fc.tuple(minute, minute).filter(([start, end]) => start !== end)
const anyDate = fc
  .integer({ min: 0, max: 8 * 365 })
  .map((n) => isoDateOf((dayOfIsoDate('2021-01-01') ?? 0) + n))
const anyRule: fc.Arbitrary<ScheduleRule> = fc.record({
  name: fc.constant('rule'),
  state: fc.constantFrom('open' as const, 'closed' as const),
  weekdays: subset(0, 6),
  time_ranges: fc.array(anyRange, { maxLength: 3 }),
  months: subset(1, 12),
  month_days: fc.oneof({ weight: 4, arbitrary: fc.constant<number[]>([]) }, subset(1, 31)),
  month_weeks: fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    fc.uniqueArray(fc.constantFrom(-1, 1, 2, 3, 4, 5), { minLength: 1, maxLength: 3 }),
  ),
  date_from: fc.option(anyDate, { freq: 2 }),
  date_to: fc.option(anyDate, { freq: 2 }),
  holidays: fc.oneof({ weight: 5, arbitrary: fc.constant<string[]>([]) }, fc.constant(['christmas_day'])),
  holidays_observed: fc.boolean(),
  destination_id: fc.constantFrom('desk', 'night', 'mobile'),
})
const anySchedule = fc
  .record({ zone: fc.constantFrom(...ZONES), rules: fc.array(anyRule, { maxLength: 4 }) })
  .map((given): Schedule => ({ ...given, otherwise_destination_id: 'voicemail' }))
// Half of the moments are within about a day of a clock change.
const anyInstant = fc.integer({ min: at('2021-01-01T00:00Z'), max: at('2028-12-31T00:00Z') })

const transitions = new Map<string, number[]>()
function transitionsOf(zone: string): number[] {
  const known = transitions.get(zone)
  if (known) return known
  const found = offsetSpans(zone, at('2021-01-01T00:00Z'), at('2028-12-31T00:00Z'))
    .slice(1)
    .map(({ start }) => start)
  transitions.set(zone, found)
  return found
}
export const anyMoment = fc
  .tuple(anySchedule, anyInstant, fc.boolean(), fc.integer({ min: -1500, max: 1500 }))
  .map(([given, instant, near, minutes]) => {
    const moves = near ? transitionsOf(given.zone) : []
    const move = moves[instant % Math.max(moves.length, 1)]
    return { given, instant: move === undefined ? instant : move + minutes * 60_000 }
  })
