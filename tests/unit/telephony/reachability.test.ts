import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@/lib/dates/calendar'
import { overruledClosure, unreachableRules } from '@/lib/telephony/reachability'
import { outcomeOf, type Schedule, type ScheduleRule } from '@/lib/telephony/schedule'
import { formatDay } from '@/lib/telephony/schedule-text'
import { anyMoment, at, expectedRule, hours, rule, schedule } from './schedules'

const NEW_YORK = 'America/New_York'
const NOW = at('2026-11-22T15:00Z')
const office = { name: 'Office', weekdays: [1, 2, 3, 4, 5], time_ranges: [hours(9, 17)] }
const thanksgiving = { name: 'Thanksgiving', state: 'closed' as const, holidays: ['thanksgiving'] }
const reasons = (...rules: Partial<ScheduleRule>[]) => reasonsAt(NOW, ...rules)
const reasonsAt = (now: number, ...rules: Partial<ScheduleRule>[]) =>
  Object.fromEntries(unreachableRules(schedule(NEW_YORK, ...rules), now))
/** The day on which clocks skip the hour from 2:00. */
const SKIPPING = { date_from: '2027-03-14', date_to: '2027-03-14' }

describe('a rule that can never apply', () => {
  test.each<[string, Partial<ScheduleRule>[], object]>([
    ['nothing', [thanksgiving, office, {}], {}],
    ['one below a rule that always applies', [{}, office], { 1: { why: 'shadowed', by: [0] } }],
    [
      'one that two rules above cover together',
      [
        { time_ranges: [hours(0, 12)] },
        { time_ranges: [hours(12, 0)] },
        { weekdays: [2], time_ranges: [hours(10, 14)] },
      ],
      { 2: { why: 'shadowed', by: [0, 1] } },
    ],
    [
      'one that two rules above take on other days, the lower one first',
      [{ weekdays: [3] }, { weekdays: [1] }, { weekdays: [1, 3] }],
      { 2: { why: 'shadowed', by: [0, 1] } },
    ],
    [
      'a second Tuesday below all Tuesdays',
      [{ weekdays: [2] }, { weekdays: [2], month_weeks: [2] }],
      { 1: { why: 'shadowed', by: [0] } },
    ],
    [
      'a Thursday holiday below all Thursdays',
      [{ weekdays: [4] }, thanksgiving],
      { 1: { why: 'shadowed', by: [0] } },
    ],
    [
      'early hours that a night shift above covers',
      [{ time_ranges: [hours(22, 6)] }, { time_ranges: [hours(1, 5)] }],
      { 1: { why: 'shadowed', by: [0] } },
    ],
    ['February 30', [{ months: [2], month_days: [30] }], { 0: { why: 'impossible' } }],
    ['Thanksgiving on a Friday', [{ ...thanksgiving, weekdays: [5] }], { 0: { why: 'impossible' } }],
    ['a holiday that nobody knows', [{ holidays: ['no_such_day'] }], { 0: { why: 'impossible' } }],
    ['the fifth week on a 20th', [{ month_days: [20], month_weeks: [5] }], { 0: { why: 'impossible' } }],
    ['an invalid date', [{ date_from: '2026-02-30' }], { 0: { why: 'impossible' } }],
    [
      'dates in the wrong order',
      [{ date_from: '2027-02-02', date_to: '2027-02-01' }],
      { 0: { why: 'impossible' } },
    ],
    ['past dates', [{ date_from: '2026-11-01', date_to: '2026-11-21' }], { 0: { why: 'past' } }],
    [
      'an Easter Sunday on April 5, the last of which was in 2015',
      [
        {
          date_from: '2008-01-01',
          date_to: '2016-01-01',
          holidays: ['easter_sunday'],
          months: [4],
          month_days: [5],
        },
      ],
      { 0: { why: 'past' } },
    ],
    [
      'February 30 of years that are past',
      [{ date_from: '2020-01-01', date_to: '2021-01-01', months: [2], month_days: [30] }],
      { 0: { why: 'impossible' } },
    ],
    ['a last holiday that is past', [{ ...thanksgiving, date_to: '2026-11-25' }], { 0: { why: 'past' } }],
    [
      'hours of today that are past',
      [{ date_from: '2026-11-22', date_to: '2026-11-22', time_ranges: [hours(8, 10)] }],
      { 0: { why: 'past' } },
    ],
    ['an hour that clocks skip', [{ ...SKIPPING, time_ranges: [hours(2, 3)] }], { 0: { why: 'impossible' } }],
  ])('is reported: %s', (_, rules, expected) => {
    expect(reasons(...rules)).toEqual(expected)
  })

  test.each<[string, Partial<ScheduleRule>[]]>([
    ['the hours of today that are left', [{ date_to: '2026-11-22', time_ranges: [hours(8, 11)] }]],
    ['a night that began yesterday', [{ date_to: '2026-11-21', time_ranges: [hours(20, 11)] }]],
    ['February 29', [{ months: [2], month_days: [29] }]],
    ['a February 29 that is a Sunday, in 2032', [{ months: [2], month_days: [29], weekdays: [0] }]],
    [
      'an Easter Sunday on April 25, in 2038, below a rule without holidays',
      [{ weekdays: [1] }, { holidays: ['easter_sunday'], months: [4], month_days: [25] }],
    ],
    [
      'an Easter Sunday on March 22, in 2285',
      [{ holidays: ['thanksgiving', 'easter_sunday'], months: [3], month_days: [22] }],
    ],
    [
      'the last week of a February 22 that is a Sunday, as this year, in 2037',
      [{ months: [2], month_days: [22], month_weeks: [-1], weekdays: [0] }],
    ],
    ['New Year observed in the old year', [{ holidays: ['new_years_day'], months: [12] }]],
    ['a day in 2999', [{ date_from: '2999-12-31', date_to: '2999-12-31' }]],
    ['a holiday below the weekdays that leave its evening', [office, thanksgiving]],
    ['what begins when another rule ends', [{ date_to: '2120-01-01' }, office]],
    [
      'the last summers of forty, when other rules have ended',
      [
        { date_to: '2085-01-01', months: [6] },
        { date_to: '2052-01-01', months: [6, 7] },
        { date_from: '2050-01-01', date_to: '2090-01-01', months: [6] },
      ],
    ],
    [
      'a Saturday in 2067, New Year, after those that another rule takes to the last one in 2061',
      [
        { date_to: '2061-01-01', months: [1], month_days: [1] },
        { date_to: '2070-01-01', months: [1], month_days: [1], weekdays: [6] },
      ],
    ],
    [
      'the first hours of 2067, after a Friday, when another rule took those to 2061',
      [
        { time_ranges: [hours(22, 0)] },
        { date_to: '2060-12-31', time_ranges: [hours(22, 2)] },
        {
          date_to: '2070-01-01',
          months: [12],
          month_days: [31],
          weekdays: [5],
          time_ranges: [hours(22, 2)],
        },
      ],
    ],
    [
      'the hour after midnight that a date above leaves',
      [{ date_from: '2026-11-23' }, { time_ranges: [hours(23, 1)] }],
    ],
    [
      'the hours after midnight of one of its two nights',
      [
        { time_ranges: [hours(22, 0)] },
        { weekdays: [1], time_ranges: [hours(22, 2)] },
        { weekdays: [1, 4], time_ranges: [hours(22, 2)] },
      ],
    ],
    ['the hour before one that clocks skip', [{ ...SKIPPING, time_ranges: [hours(1, 2)] }]],
    ['the hour after one that clocks skip', [{ ...SKIPPING, time_ranges: [hours(3, 4)] }]],
    [
      'an hour that clocks skip only the first time',
      [{ months: [3], month_days: [14], time_ranges: [hours(2, 3)] }],
    ],
    ['an hour that clocks skip in part', [{ ...SKIPPING, time_ranges: [[90, 150]] }]],
  ])('is not reported for %s', (_, rules) => {
    expect(reasons(...rules)).toEqual({})
  })

  test('is reported for hours of today that are past, on a day on which clocks skip an hour', () => {
    const noon = at('2027-03-14T12:00-04:00')
    expect(reasonsAt(noon, { ...SKIPPING, time_ranges: [hours(8, 10)] })).toEqual({ 0: { why: 'past' } })
    expect(reasonsAt(noon, { ...SKIPPING, time_ranges: [hours(8, 13)] })).toEqual({})
  })

  test('is not reported for an hour that clocks repeat', () => {
    const night = { date_from: '2026-11-01', date_to: '2026-11-01', time_ranges: [hours(1, 2)] }
    const at145 = at('2026-11-01T01:45-04:00')
    const early: ScheduleRule['time_ranges'] = [[60, 90]]
    for (const time_ranges of [night.time_ranges, early])
      expect(unreachableRules(schedule(NEW_YORK, { ...night, time_ranges }), at145)).toEqual(new Map())
  })

  test('never decides a minute of the following days, in any zone', () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 0, max: 700 }), ({ given, instant }, offset) => {
        const never = unreachableRules(given, instant)
        const from = instant + offset * DAY_MS
        for (let moment = from; moment < from + 2 * DAY_MS; moment += 29 * 60_000) {
          const decider = expectedRule(given, moment)
          if (never.has(decider))
            throw new Error(`Rule ${decider} decides at ${new Date(moment).toISOString()}.`)
        }
      }),
      { numRuns: 120 },
    )
  })

  test('is reported when it decides no minute of the 28-year calendar cycle', () => {
    const undated = (given: ScheduleRule) => given.date_from === null && given.date_to === null
    fc.assert(
      fc.property(
        anyMoment.filter(({ given }) => given.rules.length > 1 && given.rules.every(undated)),
        ({ given, instant }) => {
          const utc: Schedule = { ...given, zone: 'UTC' }
          const minutes = [0, ...given.rules.flatMap(({ time_ranges }) => time_ranges.flat())]
          const first = Math.ceil(instant / DAY_MS)
          const silent = new Set(given.rules.keys())
          for (let day = first; day < first + 28 * 365.25 && silent.size > 0; day += 1) {
            for (const minute of minutes) {
              const { rule: decider } = outcomeOf(utc, { day, minute })
              if (decider) silent.delete(given.rules.indexOf(decider))
            }
          }
          expect([...unreachableRules(utc, first * DAY_MS).keys()]).toEqual([...silent])
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('a closure for certain days', () => {
  const lost = (place: number, ...rules: Partial<ScheduleRule>[]) => {
    const found = overruledClosure(schedule(NEW_YORK, ...rules), place, NOW)
    return found && { ...found, day: formatDay(found.day) }
  }

  test('is overridden by regular opening hours above it', () => {
    expect(lost(1, office, thanksgiving)).toEqual({ by: 0, day: 'Nov 26, 2026', start: 540, end: 1020 })
  })

  test.each<[string, Partial<ScheduleRule>, string]>([
    ['a day of a month', { months: [12], month_days: [25] }, 'Dec 25, 2026'],
    ['every day of a month', { months: [12] }, 'Dec 1, 2026'],
    ['a day of every month', { month_days: [1] }, 'Dec 1, 2026'],
    ['the days from a date', { date_from: '2026-11-30' }, 'Nov 30, 2026'],
    ['the days to a date', { date_to: '2026-11-27' }, 'Nov 23, 2026'],
  ])('may be for %s', (_, days, day) => {
    expect(lost(1, office, { ...days, state: 'closed' })).toEqual({ by: 0, day, start: 540, end: 1020 })
  })

  test('loses the time that its hours and adjacent opening hours have in common', () => {
    const mornings = { weekdays: [1, 2, 3, 4, 5], time_ranges: [hours(9, 12), hours(12, 17)] }
    const early = { date_from: '2026-11-26', time_ranges: [hours(7, 8)] }
    expect(lost(2, early, mornings, thanksgiving)).toMatchObject({ by: 1, start: 540, end: 1020 })
    expect(lost(1, office, { ...thanksgiving, time_ranges: [hours(10, 11), hours(14, 15)] })).toMatchObject({
      start: 600,
      end: 660,
    })
  })

  test('is compared with opening hours for 400 days', () => {
    const on = (date: string) =>
      lost(
        1,
        { time_ranges: [hours(9, 17)] },
        { state: 'closed', date_from: date, date_to: date, time_ranges: [hours(9, 10)] },
      )
    expect(on('2027-12-26')).toMatchObject({ day: 'Dec 26, 2027' })
    expect(on('2027-12-27')).toBeNull()
  })

  test('is not overridden where there is no rule', () => {
    expect(lost(2, office, thanksgiving)).toBeNull()
  })

  test('overrides opening hours below it', () => {
    expect(lost(0, thanksgiving, office)).toBeNull()
  })

  test('is not overridden by another closure above it', () => {
    expect(lost(1, { ...office, state: 'closed' }, thanksgiving)).toBeNull()
  })

  test('may be overridden by opening hours for certain days', () => {
    expect(lost(1, { date_from: '2026-11-26', date_to: '2026-11-26' }, thanksgiving, office)).toBeNull()
  })

  test('is different from a rule that closes at all other times', () => {
    expect(lost(1, office, { state: 'closed' })).toBeNull()
    expect(lost(1, office, rule({ state: 'open', holidays: ['thanksgiving'] }))).toBeNull()
  })
})
