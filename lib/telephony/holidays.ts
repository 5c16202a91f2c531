import { datePartsOf, type DayNumber, dayOf, daysInMonth } from '../dates/calendar'

type Rule = (year: number) => DayNumber
/** The observed day of a holiday that falls on a weekend. */
type Observance = (day: DayNumber) => DayNumber

interface Holiday {
  name: string
  group: (typeof HOLIDAY_GROUPS)[number]
  on: Rule
  observed?: Observance
}

/** In display order. */
export const HOLIDAY_GROUPS = [
  'United States, federal',
  'United States, customary',
  'Easter',
  'Canada',
] as const

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

const fixed =
  (month: number, date: number): Rule =>
  (year) =>
    dayOf(year, month, date)

/** The nth given weekday of the month. */
const nth =
  (n: number, weekday: number, month: number): Rule =>
  (year) =>
    onOrAfter(dayOf(year, month, 7 * (n - 1) + 1), weekday)

const last =
  (weekday: number, month: number): Rule =>
  (year) =>
    onOrAfter(dayOf(year, month, daysInMonth(year, month) - 6), weekday)

const after =
  (days: number, rule: Rule): Rule =>
  (year) =>
    rule(year) + days

const thanksgiving = nth(4, THURSDAY, 11)

/** 5 U.S.C. 6103(b) and Executive Order 11582: a Saturday holiday is observed on Friday, a Sunday holiday on Monday. */
const nearestWeekday: Observance = (day) => {
  const { weekday } = datePartsOf(day)
  return weekday === SATURDAY ? day - 1 : weekday === SUNDAY ? day + 1 : day
}

/** Canada's Holidays Act: Canada Day is observed on July 2 when July 1 is a Sunday. */
const mondayAfterSunday: Observance = (day) => (datePartsOf(day).weekday === SUNDAY ? day + 1 : day)

const federal = (name: string, on: Rule, observed?: Observance): Holiday => ({
  name,
  group: 'United States, federal',
  on,
  observed,
})
const customary = (name: string, on: Rule): Holiday => ({ name, group: 'United States, customary', on })
const easterly = (name: string, days: number): Holiday => ({
  name,
  group: 'Easter',
  on: after(days, easterSunday),
})
const canadian = (name: string, on: Rule, observed?: Observance): Holiday => ({
  name,
  group: 'Canada',
  on,
  observed,
})

/** The holidays a rule can name, by stored key, in display order. */
export const HOLIDAYS = {
  new_years_day: federal("New Year's Day", fixed(1, 1), nearestWeekday),
  martin_luther_king_day: federal('Martin Luther King Jr. Day', nth(3, MONDAY, 1)),
  presidents_day: federal("Presidents' Day", nth(3, MONDAY, 2)),
  memorial_day: federal('Memorial Day', last(MONDAY, 5)),
  juneteenth: federal('Juneteenth', fixed(6, 19), nearestWeekday),
  independence_day: federal('Independence Day', fixed(7, 4), nearestWeekday),
  labor_day: federal('Labor Day', nth(1, MONDAY, 9)),
  columbus_day: federal('Columbus Day', nth(2, MONDAY, 10)),
  veterans_day: federal('Veterans Day', fixed(11, 11), nearestWeekday),
  thanksgiving: federal('Thanksgiving', thanksgiving),
  christmas_day: federal('Christmas Day', fixed(12, 25), nearestWeekday),
  day_after_thanksgiving: customary('Day after Thanksgiving', after(1, thanksgiving)),
  christmas_eve: customary('Christmas Eve', fixed(12, 24)),
  new_years_eve: customary("New Year's Eve", fixed(12, 31)),
  good_friday: easterly('Good Friday', -2),
  easter_sunday: easterly('Easter Sunday', 0),
  easter_monday: easterly('Easter Monday', 1),
  ascension_day: easterly('Ascension Day', 39),
  whit_monday: easterly('Whit Monday', 50),
  victoria_day: canadian('Victoria Day', (year) => onOrAfter(dayOf(year, 5, 18), MONDAY)),
  canada_day: canadian('Canada Day', fixed(7, 1), mondayAfterSunday),
  civic_holiday: canadian('Civic Holiday', nth(1, MONDAY, 8)),
  truth_and_reconciliation_day: canadian('Truth and Reconciliation Day', fixed(9, 30)),
  canadian_thanksgiving: canadian('Thanksgiving (Canada)', nth(2, MONDAY, 10)),
  boxing_day: canadian('Boxing Day', fixed(12, 26)),
} as const satisfies Record<string, Holiday>

export type HolidayKey = keyof typeof HOLIDAYS

export const HOLIDAY_KEYS = Object.keys(HOLIDAYS) as HolidayKey[]

/** Whether a stored key is of a holiday that is known here. */
export function isHolidayKey(key: string): key is HolidayKey {
  return Object.hasOwn(HOLIDAYS, key)
}

/** The date of a holiday in a year, and its observed date, which may be in the year before. */
export function holidayIn(key: HolidayKey, year: number): { day: DayNumber; observed: DayNumber } {
  const holiday: Holiday = HOLIDAYS[key]
  const day = holiday.on(year)
  return { day, observed: holiday.observed?.(day) ?? day }
}

/** Whether a day is the holiday; with `observed`, also whether it is its observed date. */
export function isHoliday(key: HolidayKey, day: DayNumber, observed: boolean): boolean {
  const { year } = datePartsOf(day)
  if (holidayIn(key, year).day === day) return true
  return observed && [year, year + 1].some((of) => holidayIn(key, of).observed === day)
}

/** Names of a day's holidays, marked as observed if they were moved from a weekend. */
export function holidaysOn(day: DayNumber): string[] {
  return HOLIDAY_KEYS.flatMap((key) => {
    if (isHoliday(key, day, false)) return [HOLIDAYS[key].name]
    return isHoliday(key, day, true) ? [`${HOLIDAYS[key].name}, observed`] : []
  })
}

/** Whether a key is of a holiday so many days from Easter. */
export function dependsOnEaster(key: string): boolean {
  return isHolidayKey(key) && HOLIDAYS[key].group === 'Easter'
}

/**
 * Western Easter Sunday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8), for any Gregorian year.
 */
export function easterSunday(year: number): DayNumber {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

function onOrAfter(day: DayNumber, weekday: number): DayNumber {
  return day + ((weekday - datePartsOf(day).weekday + 7) % 7)
}
