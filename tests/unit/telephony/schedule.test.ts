import { describe, expect, test } from 'vitest'
import {
  daySegments,
  nextChange,
  outcomeAt,
  ruleApplies,
  type ScheduleRule,
  segmentsBetween,
} from '@/lib/telephony/schedule'
import { at, clock, hours, rule, schedule } from './schedules'

const applies = (given: Partial<ScheduleRule>, date: string, time = '12:00') =>
  ruleApplies(rule(given), clock(date, time))

describe('a rule', () => {
  test('without conditions always applies', () => {
    expect(applies({}, '2026-02-03', '00:00')).toBe(true)
    expect(applies({}, '2026-02-03', '23:59')).toBe(true)
  })

  test('includes the start of a range and excludes its end', () => {
    const office = { time_ranges: [hours(9, 17)] }
    expect(applies(office, '2026-02-03', '08:59')).toBe(false)
    expect(applies(office, '2026-02-03', '09:00')).toBe(true)
    expect(applies(office, '2026-02-03', '16:59')).toBe(true)
    expect(applies(office, '2026-02-03', '17:00')).toBe(false)
  })

  test('may have several ranges, such as around lunch', () => {
    const office = { time_ranges: [hours(8, 12), hours(13, 17)] }
    expect(['11:59', '12:00', '12:59', '13:00'].map((time) => applies(office, '2026-02-03', time))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('past midnight belongs to the day on which it started', () => {
    const fridayNight = { weekdays: [5], time_ranges: [hours(22, 2)] }
    expect(applies(fridayNight, '2026-02-06', '01:00')).toBe(false)
    expect(applies(fridayNight, '2026-02-06', '22:00')).toBe(true)
    expect(applies(fridayNight, '2026-02-07', '01:59')).toBe(true)
    expect(applies(fridayNight, '2026-02-07', '02:00')).toBe(false)
    expect(applies(fridayNight, '2026-02-07', '22:00')).toBe(false)
  })

  test('past midnight may have other ranges too', () => {
    const given = { weekdays: [5], time_ranges: [hours(9, 12), hours(22, 2)] }
    expect(applies(given, '2026-02-07', '01:00')).toBe(true)
    expect(applies(given, '2026-02-07', '11:00')).toBe(false)
  })

  test('from one time to the same time lasts for 24 hours', () => {
    const shift = { weekdays: [5], time_ranges: [hours(9, 9)] }
    expect(applies(shift, '2026-02-06', '08:59')).toBe(false)
    expect(applies(shift, '2026-02-06', '09:00')).toBe(true)
    expect(applies(shift, '2026-02-07', '08:59')).toBe(true)
    expect(applies(shift, '2026-02-07', '09:00')).toBe(false)
  })

  test('also checks the months, dates and holidays of that day', () => {
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
    expect(applies({ month_weeks: [-1] }, '2026-02-22')).toBe(true)
    expect(applies({ month_weeks: [-1] }, '2026-02-21')).toBe(false)
    expect(applies({ month_weeks: [5] }, '2026-02-28')).toBe(false)
    expect(applies({ month_weeks: [5] }, '2028-02-29')).toBe(true)
  })

  test('includes both ends of a date range, either of which may be open', () => {
    const christmas = { date_from: '2026-12-24', date_to: '2027-01-01' }
    expect(
      ['2026-12-23', '2026-12-24', '2027-01-01', '2027-01-02'].map((date) => applies(christmas, date)),
    ).toEqual([false, true, true, false])
    expect(applies({ date_from: '2026-12-24' }, '2031-01-01')).toBe(true)
    expect(applies({ date_to: '2026-12-24' }, '2020-01-01')).toBe(true)
  })

  test('applies on any of its holidays', () => {
    const holidays = ['thanksgiving', 'christmas_day']
    expect(applies({ holidays }, '2026-12-25')).toBe(true)
    expect(applies({ holidays }, '2026-12-26')).toBe(false)
  })

  test('never applies with an invalid date or unknown holiday', () => {
    expect(applies({ date_from: '2026-02-30' }, '2026-03-01')).toBe(false)
    expect(applies({ date_to: 'soon' }, '2026-03-01')).toBe(false)
    expect(applies({ holidays: ['constructor'] }, '2026-03-01')).toBe(false)
  })
})

describe('a schedule', () => {
  const office = { weekdays: [1, 2, 3, 4, 5], time_ranges: [hours(9, 17)] }

  test('is decided by the first matching rule, and closed otherwise', () => {
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

  test('finds its next change', () => {
    const given = schedule('America/New_York', office)
    expect(nextChange(given, at('2026-02-03T15:00Z'))?.at).toBe(at('2026-02-03T22:00Z'))
    expect(nextChange(given, at('2026-02-06T23:00Z'))?.at).toBe(at('2026-02-09T14:00Z'))
    expect(nextChange(schedule('UTC', {}), at('2026-02-06T23:00Z'))).toBeNull()
    expect(nextChange(schedule('UTC'), at('2026-02-06T23:00Z'))).toBeNull()
  })

  test('finds a change nearly a year away', () => {
    const given = schedule('America/New_York', { holidays: ['independence_day'], state: 'open' })
    expect(nextChange(given, at('2026-07-06T12:00Z'))?.at).toBe(at('2027-07-04T04:00Z'))
  })

  test('ignores another rule with the same destination', () => {
    const given = schedule('UTC', { time_ranges: [hours(8, 12)] }, { time_ranges: [hours(12, 17)] })
    expect(nextChange(given, at('2026-02-03T09:00Z'))?.at).toBe(at('2026-02-03T17:00Z'))
  })

  test.each<[string, Partial<ScheduleRule>]>([
    ['destination', { destination_id: 'mobile' }],
    ['state', { state: 'closed' }],
  ])('changes with its %s alone', (_, other) => {
    const given = schedule('UTC', { time_ranges: [hours(8, 12)] }, { time_ranges: [hours(12, 17)], ...other })
    expect(nextChange(given, at('2026-02-03T09:00Z'))?.at).toBe(at('2026-02-03T12:00Z'))
  })

  test('has one span while the same rule applies, and none in no time', () => {
    const [from, to] = [at('2026-02-03T09:00Z'), at('2026-02-08T09:00Z')]
    expect([...segmentsBetween(schedule('UTC', {}), from, to)]).toMatchObject([{ start: from, end: to }])
    expect([...segmentsBetween(schedule('UTC', {}), from, from)]).toEqual([])
    // It opens when the time is over.
    const opening = schedule('UTC', { time_ranges: [hours(9, 17)] })
    expect([...segmentsBetween(opening, at('2026-02-03T08:00Z'), from)]).toMatchObject([{ end: from }])
  })

  test.each([
    ['Pacific/Apia', hours(9, 17), '2026-02-03T12:00Z', '2026-02-03T23:00Z', '2026-02-03T20:00Z'],
    ['America/New_York', hours(20, 22), '2026-02-03T23:00Z', '2026-02-04T02:00Z', '2026-02-04T01:00Z'],
  ])('in %s changes on the local day, whatever the day in UTC', (zone, range, from, to, change) => {
    const found = [...segmentsBetween(schedule(zone, { time_ranges: [range] }), at(from), at(to))]
    expect(found.map(({ start }) => start)).toEqual([at(from), at(change)])
  })

  test('opens after the skipped hour if clocks skip its opening time', () => {
    const given = schedule('America/New_York', { time_ranges: [[150, 300]] })
    expect(nextChange(given, at('2026-03-08T06:00Z'))?.at).toBe(at('2026-03-08T07:00Z'))
  })

  test('applies during both repeats of a repeated hour', () => {
    const given = schedule('America/New_York', { time_ranges: [[60, 90]] })
    const changes = [...segmentsBetween(given, at('2026-11-01T04:00Z'), at('2026-11-01T08:00Z'))]
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

  test('handles clock changes of half an hour', () => {
    const given = schedule('Australia/Lord_Howe', { time_ranges: [[135, 180]] })
    // 4 October 2026: 02:00 becomes 02:30. 5 April 2026: 02:00 becomes 01:30.
    expect(nextChange(given, at('2026-10-03T12:00Z'))?.at).toBe(at('2026-10-03T15:30Z'))
    expect(nextChange(given, at('2026-04-04T12:00Z'))?.at).toBe(at('2026-04-04T15:45Z'))
  })

  test('rejects an unknown time zone', () => {
    expect(() => outcomeAt(schedule('Mars/Olympus', {}), 0)).toThrow(RangeError)
  })
})

test('the parts of a day are those of one rule each, from midnight to midnight', () => {
  const office = rule({ name: 'Office', weekdays: [2], time_ranges: [hours(9, 12), hours(12, 17)] })
  const sunday = rule({ name: 'Sunday', weekdays: [0], time_ranges: [hours(10, 14)] })
  const parts = (date: string) =>
    daySegments(
      { rules: [office, sunday], otherwise_destination_id: 'voicemail' },
      clock(date, '00:00').day,
    ).map(({ start, end, outcome }) => [start / 60, end / 60, outcome.rule?.name ?? null])
  expect(parts('2026-02-03')).toEqual([
    [0, 9, null],
    [9, 17, 'Office'],
    [17, 24, null],
  ])
  expect(parts('2026-02-04')).toEqual([[0, 24, null]])
})
