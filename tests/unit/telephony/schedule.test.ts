import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, datePartsOf, dayOfIsoDate, isoDateOf } from '@/lib/telephony/calendar'
import {
  daySegments,
  nextChange,
  outcomeAt,
  outcomeOf,
  ruleApplies,
  type Schedule,
  type ScheduleRule,
  segmentsBetween,
} from '@/lib/telephony/schedule'
import { instantsOf, offsetSpans, wallClockAt } from '@/lib/telephony/zone-clock'

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
const rule = (given: Partial<ScheduleRule>): ScheduleRule => ({ ...always, ...given })
const schedule = (zone: string, ...rules: Partial<ScheduleRule>[]): Schedule => ({
  zone,
  rules: rules.map(rule),
  otherwise_destination_id: 'voicemail',
})
const at = (text: string) => Date.parse(text)
const clock = (date: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return { day: dayOfIsoDate(date) ?? Number.NaN, minute: (hours ?? 0) * 60 + (minutes ?? 0) }
}
const applies = (given: Partial<ScheduleRule>, date: string, time = '12:00') =>
  ruleApplies(rule(given), clock(date, time))
const hours = (start: number, end: number): [number, number] => [start * 60, end * 60]

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
// Written out for the years that the properties draw from, with the days on which they are kept.
const CHRISTMAS = { on: ['12-25'], kept: ['2021-12-24', '2022-12-26', '2027-12-24'] }
const KNOWN_HOLIDAYS: Record<string, { on: string[]; kept: string[] }> = { christmas_day: CHRISTMAS }

const formats = new Map<string, Intl.DateTimeFormat>()
/** Reads date and time as Intl writes them, day by day with words: shares nothing with lib/telephony. */
function readByIntl(zone: string, instant: number) {
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

function expectedRule({ zone, rules }: Schedule, instant: number): number {
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
// Every other moment lies within a day of one at which the zone's clocks are moved.
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
const anyMoment = fc
  .tuple(anySchedule, anyInstant, fc.boolean(), fc.integer({ min: -1500, max: 1500 }))
  .map(([given, instant, near, minutes]) => {
    const moves = near ? transitionsOf(given.zone) : []
    const move = moves[instant % Math.max(moves.length, 1)]
    return { given, instant: move === undefined ? instant : move + minutes * 60_000 }
  })

describe('a rule', () => {
  test('that asks for nothing applies always', () => {
    expect(applies({}, '2026-02-03', '00:00')).toBe(true)
    expect(applies({}, '2026-02-03', '23:59')).toBe(true)
  })

  test('includes the first minute of a range and not its last', () => {
    const office = { time_ranges: [hours(9, 17)] }
    expect(applies(office, '2026-02-03', '08:59')).toBe(false)
    expect(applies(office, '2026-02-03', '09:00')).toBe(true)
    expect(applies(office, '2026-02-03', '16:59')).toBe(true)
    expect(applies(office, '2026-02-03', '17:00')).toBe(false)
  })

  test('may have several ranges, as around a lunch break', () => {
    const office = { time_ranges: [hours(8, 12), hours(13, 17)] }
    expect(['11:59', '12:00', '12:59', '13:00'].map((time) => applies(office, '2026-02-03', time))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('runs over midnight on behalf of the day on which the range began', () => {
    const fridayNight = { weekdays: [5], time_ranges: [hours(22, 2)] }
    expect(applies(fridayNight, '2026-02-06', '01:00')).toBe(false)
    expect(applies(fridayNight, '2026-02-06', '22:00')).toBe(true)
    expect(applies(fridayNight, '2026-02-07', '01:59')).toBe(true)
    expect(applies(fridayNight, '2026-02-07', '02:00')).toBe(false)
    expect(applies(fridayNight, '2026-02-07', '22:00')).toBe(false)
  })

  test('asks months, dates and holidays of that day too', () => {
    const night = { time_ranges: [hours(20, 6)] }
    expect(applies({ ...night, months: [1] }, '2026-02-01', '05:00')).toBe(true)
    expect(applies({ ...night, months: [2] }, '2026-02-01', '05:00')).toBe(false)
    expect(applies({ ...night, month_days: [31] }, '2026-02-01', '05:00')).toBe(true)
    expect(applies({ ...night, date_to: '2026-01-31' }, '2026-02-01', '05:00')).toBe(true)
    expect(applies({ ...night, date_from: '2026-02-01' }, '2026-02-01', '05:00')).toBe(false)
    expect(applies({ ...night, holidays: ['christmas_day'] }, '2026-12-26', '05:00')).toBe(true)
    expect(applies({ ...night, holidays: ['christmas_day'] }, '2026-12-25', '05:00')).toBe(false)
  })

  test('may end at midnight', () => {
    const evening = { weekdays: [1], time_ranges: [hours(18, 0)] }
    expect(applies(evening, '2026-02-02', '23:59')).toBe(true)
    expect(applies(evening, '2026-02-03', '00:00')).toBe(false)
  })

  test('counts the weeks of a month from its first day, or from its last', () => {
    const secondTuesday = { weekdays: [2], month_weeks: [2] }
    expect(applies(secondTuesday, '2026-09-08')).toBe(true)
    expect(applies(secondTuesday, '2026-09-01')).toBe(false)
    expect(applies(secondTuesday, '2026-09-15')).toBe(false)
    const lastFriday = { weekdays: [5], month_weeks: [-1] }
    expect(applies(lastFriday, '2026-02-27')).toBe(true)
    expect(applies(lastFriday, '2026-02-20')).toBe(false)
    expect(applies({ month_weeks: [5] }, '2026-02-28')).toBe(false)
    expect(applies({ month_weeks: [5] }, '2028-02-29')).toBe(true)
  })

  test('includes both dates of a range, either of which may be open', () => {
    const christmas = { date_from: '2026-12-24', date_to: '2027-01-01' }
    expect(
      ['2026-12-23', '2026-12-24', '2027-01-01', '2027-01-02'].map((date) => applies(christmas, date)),
    ).toEqual([false, true, true, false])
    expect(applies({ date_from: '2026-12-24' }, '2031-01-01')).toBe(true)
    expect(applies({ date_to: '2026-12-24' }, '2020-01-01')).toBe(true)
  })

  test('never applies while a date is not one, or a holiday is not known', () => {
    expect(applies({ date_from: '2026-02-30' }, '2026-03-01')).toBe(false)
    expect(applies({ date_to: 'soon' }, '2026-03-01')).toBe(false)
    expect(applies({ holidays: ['constructor'] }, '2026-03-01')).toBe(false)
  })
})

describe('a schedule', () => {
  const office = { weekdays: [1, 2, 3, 4, 5], time_ranges: [hours(9, 17)] }

  test('is decided by the first rule that applies, and otherwise closed', () => {
    const given = schedule(
      'America/New_York',
      { holidays: ['christmas_day'], state: 'closed', destination_id: 'greeting' },
      office,
    )
    expect(outcomeAt(given, at('2026-12-25T15:00Z'))).toMatchObject({
      state: 'closed',
      destination_id: 'greeting',
      rule: given.rules[0],
    })
    expect(outcomeAt(given, at('2026-12-24T15:00Z'))).toMatchObject({ state: 'open', destination_id: 'desk' })
    expect(outcomeAt(given, at('2026-12-27T15:00Z'))).toEqual({
      rule: null,
      state: 'closed',
      destination_id: 'voicemail',
    })
  })

  test('says when it changes next', () => {
    const given = schedule('America/New_York', office)
    expect(nextChange(given, at('2026-02-03T15:00Z'))?.at).toBe(at('2026-02-03T22:00Z'))
    expect(nextChange(given, at('2026-02-06T23:00Z'))?.at).toBe(at('2026-02-09T14:00Z'))
    expect(nextChange(schedule('UTC', {}), at('2026-02-06T23:00Z'))).toBeNull()
    expect(nextChange(schedule('UTC'), at('2026-02-06T23:00Z'))).toBeNull()
  })

  test('sees a change that is nearly a year away', () => {
    const given = schedule('America/New_York', { holidays: ['independence_day'], state: 'open' })
    expect(nextChange(given, at('2026-07-06T12:00Z'))?.at).toBe(at('2027-07-04T04:00Z'))
  })

  test('takes another rule to the same place for no change', () => {
    const given = schedule('UTC', { time_ranges: [hours(8, 12)] }, { time_ranges: [hours(12, 17)] })
    expect(nextChange(given, at('2026-02-03T09:00Z'))?.at).toBe(at('2026-02-03T17:00Z'))
  })

  test('opens when the skipped hour is over where its opening time is skipped', () => {
    const given = schedule('America/New_York', { time_ranges: [[150, 300]] })
    expect(nextChange(given, at('2026-03-08T06:00Z'))?.at).toBe(at('2026-03-08T07:00Z'))
  })

  test('applies in both of the repeated hours', () => {
    const given = schedule('America/New_York', { time_ranges: [[60, 90]] })
    const changes = segmentsBetween(given, at('2026-11-01T04:00Z'), at('2026-11-01T08:00Z'))
    expect(
      changes.map(({ start, outcome }) => [new Date(start).toISOString().slice(11, 16), outcome.state]),
    ).toEqual([
      ['04:00', 'closed'],
      ['05:00', 'open'],
      ['05:30', 'closed'],
      ['06:00', 'open'],
      ['06:30', 'closed'],
    ])
  })

  test('follows clocks that are moved by half an hour', () => {
    const given = schedule('Australia/Lord_Howe', { time_ranges: [[135, 180]] })
    // 4 October 2026: 02:00 becomes 02:30. 5 April 2026: 02:00 becomes 01:30.
    expect(nextChange(given, at('2026-10-03T12:00Z'))?.at).toBe(at('2026-10-03T15:30Z'))
    expect(nextChange(given, at('2026-04-04T12:00Z'))?.at).toBe(at('2026-04-04T15:45Z'))
  })

  test('refuses a zone that is none', () => {
    expect(() => outcomeAt(schedule('Mars/Olympus', {}), 0)).toThrow(RangeError)
  })

  test('decides at any moment what its rules say about the time that Intl writes', () => {
    fc.assert(
      fc.property(anyMoment, ({ given, instant }) => {
        const expected = expectedRule(given, instant)
        expect(outcomeAt(given, instant).rule).toBe(given.rules[expected] ?? null)
      }),
      { numRuns: 3000 },
    )
  })

  test('changes next exactly when another minute by Intl says so', () => {
    fc.assert(
      fc.property(anyMoment, ({ given, instant }) => {
        const whole = Math.ceil(instant / 60_000) * 60_000
        const target = (moment: number) => {
          const found = given.rules[expectedRule(given, moment)]
          return `${found?.state ?? 'closed'} ${found?.destination_id ?? 'voicemail'}`
        }
        const now = target(whole)
        let expected: number | null = null
        for (let step = whole + 60_000; step < whole + DAY_MS && expected === null; step += 60_000) {
          if (target(step) !== now) expected = step
        }
        const found = nextChange(given, whole)
        if (expected === null)
          expect(found?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(whole + DAY_MS)
        else expect(found?.at).toBe(expected)
      }),
      { numRuns: 120 },
    )
  }, 60_000)

  test('is divided without gaps, each stretch by what holds at its start and at its end', () => {
    fc.assert(
      fc.property(anyMoment, ({ given, instant }) => {
        const to = instant + 9 * DAY_MS
        const found = segmentsBetween(given, instant, to)
        expect([found[0]?.start, found.at(-1)?.end]).toEqual([instant, to])
        for (const [index, { start, end, outcome }] of found.entries()) {
          expect(end).toBeGreaterThan(start)
          expect(outcomeAt(given, start).rule).toBe(outcome.rule)
          expect(outcomeAt(given, end - 1).rule).toBe(outcome.rule)
          const next = found[index + 1]
          if (next) expect([next.start, next.outcome.rule === outcome.rule]).toEqual([end, false])
        }
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test('covers each minute of a day as the clock shows it', () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 0, max: 1439 }), ({ given, instant }, minuteOfDay) => {
        const { day } = wallClockAt(given.zone, instant)
        const parts = daySegments(given, day)
        expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([0, 1440])
        const covering = parts.filter(({ start, end }) => start <= minuteOfDay && minuteOfDay < end)
        expect(covering).toHaveLength(1)
        expect(covering[0]?.outcome.rule).toBe(outcomeOf(given, { day, minute: minuteOfDay }).rule)
      }),
      { numRuns: 1000 },
    )
  })
})

describe("a zone's clocks", () => {
  test('show what Intl writes', () => {
    fc.assert(
      fc.property(anyMoment, ({ given: { zone }, instant }) => {
        const { day, minute: shown } = wallClockAt(zone, instant)
        expect({ ...datePartsOf(day), minute: shown }).toEqual(readByIntl(zone, instant))
      }),
      { numRuns: 3000 },
    )
  })

  test('show a skipped minute never, a repeated one twice and any other once', () => {
    expect(instantsOf('America/New_York', clock('2026-03-08', '02:30'))).toEqual([])
    expect(instantsOf('America/New_York', clock('2026-11-01', '01:30'))).toEqual([
      at('2026-11-01T05:30Z'),
      at('2026-11-01T06:30Z'),
    ])
    expect(instantsOf('America/New_York', clock('2026-11-01', '02:00'))).toEqual([at('2026-11-01T07:00Z')])
    expect(instantsOf('Australia/Lord_Howe', clock('2026-04-05', '01:45'))).toHaveLength(2)
    expect(instantsOf('Australia/Lord_Howe', clock('2026-10-04', '02:15'))).toHaveLength(0)
  })

  test('show at the moments of a minute that minute', () => {
    fc.assert(
      fc.property(anyMoment, ({ given: { zone }, instant }) => {
        const shown = wallClockAt(zone, instant)
        const found = instantsOf(zone, shown)
        expect(found).toContain(Math.floor(instant / 60_000) * 60_000)
        for (const moment of found) expect(wallClockAt(zone, moment)).toEqual(shown)
      }),
      { numRuns: 500 },
    )
  })
})
