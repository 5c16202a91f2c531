import { describe, expect, test } from 'vitest'
import {
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

  test('opens after the skipped hour if clocks skip its opening time', () => {
    const given = schedule('America/New_York', { time_ranges: [[150, 300]] })
    expect(nextChange(given, at('2026-03-08T06:00Z'))?.at).toBe(at('2026-03-08T07:00Z'))
  })

  test('applies during both repeats of a repeated hour', () => {
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
