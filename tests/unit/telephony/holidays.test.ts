import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datePartsOf, type DayNumber, dayOfIsoDate, isoDateOf } from '@/lib/dates/calendar'
import {
  dependsOnEaster,
  easterSunday,
  HOLIDAY_GROUPS,
  HOLIDAY_KEYS,
  holidayIn,
  type HolidayKey,
  HOLIDAYS,
  holidaysOn,
  isHoliday,
} from '@/lib/telephony/holidays'

const day = (text: string): DayNumber => dayOfIsoDate(text) as DayNumber
const anyYear = fc.integer({ min: 1971, max: 2400 })
const anyKey = fc.constantFrom(...HOLIDAY_KEYS)

describe('holidays', () => {
  // The U.S. Office of Personnel Management's lists of federal holidays: the day on which each is kept.
  test.each([
    [
      2021,
      ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24'],
    ],
    [
      2024,
      ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
    ],
    [
      2026,
      ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25'],
    ],
    [
      2027,
      ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24'],
    ],
  ])('federal holidays in %d fall on the dates published by the government', (year, dates) => {
    const kept = HOLIDAY_KEYS.filter((key) => HOLIDAYS[key].group === 'United States, federal')
    expect(kept.map((key) => isoDateOf(holidayIn(key, year).observed))).toEqual(
      dates.map((date) => `${year}-${date}`),
    )
  })

  test.each<[HolidayKey, string[]]>([
    ['good_friday', ['2024-03-29', '2025-04-18', '2026-04-03']],
    ['easter_monday', ['2024-04-01', '2025-04-21', '2026-04-06']],
    ['ascension_day', ['2024-05-09', '2025-05-29', '2026-05-14']],
    ['whit_monday', ['2024-05-20', '2025-06-09', '2026-05-25']],
    ['victoria_day', ['2024-05-20', '2025-05-19', '2026-05-18']],
    ['civic_holiday', ['2024-08-05', '2025-08-04', '2026-08-03']],
    ['canadian_thanksgiving', ['2024-10-14', '2025-10-13', '2026-10-12']],
    ['day_after_thanksgiving', ['2024-11-29', '2025-11-28', '2026-11-27']],
    ['boxing_day', ['2024-12-26', '2025-12-26', '2026-12-26']],
  ])('%s is recognized in the years it applies', (key, dates) => {
    expect(dates.map((date) => isoDateOf(holidayIn(key, Number(date.slice(0, 4))).day))).toEqual(dates)
  })

  // The earliest and latest possible Easter dates, and years in which other algorithms fail.
  test.each([
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2000-04-23',
    '2038-04-25',
    '2049-04-18',
    '2285-03-22',
  ])('Easter is on %s', (date) => {
    expect(isoDateOf(easterSunday(Number(date.slice(0, 4))))).toBe(date)
  })

  test('some holidays depend on Easter', () => {
    const depending = [...HOLIDAY_KEYS, 'no_such_day'].filter(dependsOnEaster)
    expect(depending).toEqual(HOLIDAY_KEYS.filter((key) => HOLIDAYS[key].group === 'Easter'))
    expect(depending).toContain('good_friday')
  })

  test('Easter is always a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(anyYear, (year) => {
        const easter = easterSunday(year)
        expect(datePartsOf(easter).weekday).toBe(0)
        expect(easter).toBeGreaterThanOrEqual(day(`${year}-03-22`))
        expect(easter).toBeLessThanOrEqual(day(`${year}-04-25`))
      }),
    )
  })

  test('apply on their date every year, and on the observed date only if requested', () => {
    fc.assert(
      fc.property(anyKey, anyYear, (key, year) => {
        const { day: on, observed } = holidayIn(key, year)
        expect(isHoliday(key, on, false)).toBe(true)
        expect(isHoliday(key, observed, true)).toBe(true)
        if (observed !== on) expect(isHoliday(key, observed, false)).toBe(false)
        expect(Math.abs(observed - on)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('federal holidays are never observed on a weekend', () => {
    fc.assert(
      fc.property(anyKey, anyYear, (key, year) => {
        fc.pre(HOLIDAYS[key].group === 'United States, federal')
        expect([1, 2, 3, 4, 5]).toContain(datePartsOf(holidayIn(key, year).observed).weekday)
      }),
    )
  })

  test("New Year's Day on a Saturday is observed on December 31", () => {
    expect(isHoliday('new_years_day', day('2021-12-31'), true)).toBe(true)
    expect(isHoliday('new_years_day', day('2021-12-31'), false)).toBe(false)
    expect(isHoliday('new_years_day', day('2022-12-31'), true)).toBe(false)
  })

  test('Canada Day is observed on Monday if on a Sunday, and on the day itself if on a Saturday', () => {
    expect(isoDateOf(holidayIn('canada_day', 2029).observed)).toBe('2029-07-02')
    expect(isoDateOf(holidayIn('canada_day', 2028).observed)).toBe('2028-07-01')
  })
})

test('a day is named by its holiday, also where one is kept that falls on a weekend', () => {
  const names = (date: string) => holidaysOn(day(date))
  expect(names('2026-07-04')).toEqual(['Independence Day'])
  expect(names('2026-07-03')).toEqual(['Independence Day, observed'])
  expect(names('2026-07-02')).toEqual([])
})

test('every holiday is in a group, and every group has holidays', () => {
  expect([...new Set(Object.values(HOLIDAYS).map(({ group }) => group))].sort()).toEqual(
    [...HOLIDAY_GROUPS].sort(),
  )
})
