import { describe, expect, test } from 'vitest'
import type { ScheduleRule } from '@/lib/telephony/schedule'
import { describeMoment, describeRule, describeWeekdays } from '@/lib/telephony/schedule-text'
import { at, hours, rule } from './schedules'

describe('a rule as text', () => {
  test.each<[Partial<ScheduleRule>, string]>([
    [{}, 'Always'],
    [
      { weekdays: [1, 2, 3, 4, 5], time_ranges: [hours(8, 12), hours(13, 17)] },
      'Mon–Fri, 8:00 AM–12:00 PM, 1:00 PM–5:00 PM',
    ],
    [{ time_ranges: [hours(22, 0)] }, '10:00 PM–12:00 AM'],
    [{ weekdays: [2], month_weeks: [-1, 2] }, '2nd, Last week of the month, Tue'],
    [{ months: [6, 7, 8, 12], month_days: [1, 15] }, 'Jun–Aug, Dec, day 1, 15'],
    [{ date_from: '2026-12-24', date_to: '2027-01-01' }, 'Dec 24, 2026 – Jan 1, 2027'],
    [{ date_from: '2026-12-24', date_to: '2026-12-24' }, 'Dec 24, 2026'],
    [{ date_from: '2026-12-24' }, 'from Dec 24, 2026'],
    [{ date_to: '2026-12-24' }, 'until Dec 24, 2026'],
    [{ holidays: ['christmas_day', 'thanksgiving'] }, 'Christmas Day, Thanksgiving'],
    [{ holidays: ['christmas_day', 'thanksgiving', 'labor_day', 'juneteenth'] }, '4 holidays'],
  ])('%j reads %s', (given, expected) => {
    expect(describeRule(rule(given))).toBe(expected)
  })

  test.each([
    [[], ''],
    [[0, 1, 2, 3, 4, 5, 6], 'Every day'],
    [[0, 6], 'Sat, Sun'],
    [[0, 6, 5], 'Fri–Sun'],
    [[1, 3, 5], 'Mon, Wed, Fri'],
  ])('weekdays %j read %j', (weekdays, expected) => {
    expect(describeWeekdays(weekdays)).toBe(expected)
  })
})

describe('a moment as text', () => {
  const now = at('2026-07-02T03:00Z')
  test.each([
    ['America/New_York', '2026-07-02T03:30Z', 'today 11:30 PM'],
    ['America/New_York', '2026-07-02T13:00Z', 'tomorrow 9:00 AM'],
    ['UTC', '2026-07-02T13:00Z', 'today 1:00 PM'],
    ['UTC', '2026-07-08T00:00Z', 'Wed 12:00 AM'],
    ['UTC', '2026-07-09T00:00Z', 'Jul 9, 2026, 12:00 AM'],
  ])('in %s, %s reads %s', (zone, moment, expected) => {
    expect(describeMoment(zone, at(moment), now)).toBe(expected)
  })
})
