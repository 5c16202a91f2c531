import { describe, expect, test } from 'vitest'
import { isoWeekday, signedHours, type ZoneChange, zoneRule } from '@/lib/telephony/provisioning/zone-rule'

const AT = new Date('2026-06-15T12:00:00Z')
const HOUR = 3600

describe('the daylight saving rule of a zone', () => {
  test('of New York changes on the second Sunday of March and the first of November', () => {
    expect(zoneRule('America/New_York', AT)).toEqual({
      offset: -5 * HOUR,
      daylight: {
        seconds: HOUR,
        start: { month: 3, week: 2, weekday: 0, minute: 120 },
        end: { month: 11, week: 1, weekday: 0, minute: 120 },
      },
    })
  })

  test('of Berlin changes on the last Sundays of March and October', () => {
    expect(zoneRule('Europe/Berlin', AT).daylight).toEqual({
      seconds: HOUR,
      start: { month: 3, week: 5, weekday: 0, minute: 120 },
      end: { month: 10, week: 5, weekday: 0, minute: 180 },
    })
  })

  test('of Sydney, south of the equator, begins in October and ends in April', () => {
    expect(zoneRule('Australia/Sydney', AT)).toMatchObject({
      offset: 10 * HOUR,
      daylight: { start: { month: 10 }, end: { month: 4 } },
    })
  })

  test('distinguishes the last Sunday from the fourth by looking at the following years', () => {
    expect(zoneRule('Europe/Berlin', new Date('2027-06-15T12:00:00Z')).daylight?.start.week).toBe(5)
    // Until 1995 it was the last one of September, which was the fourth for years.
    expect(zoneRule('Europe/Berlin', new Date('1996-06-15T12:00:00Z')).daylight?.end).toMatchObject({
      month: 10,
      week: 5,
    })
    // The fourth of March, which was the last one in that year.
    expect(zoneRule('America/Asuncion', new Date('2018-06-15T12:00:00Z')).daylight).toMatchObject({
      start: { month: 10, week: 1 },
      end: { month: 3, week: 4 },
    })
  })

  test('considers only the next four years to find a last Sunday', () => {
    // Until 1995 it was the fourth of October.
    const london = zoneRule('Europe/London', new Date('1996-06-15T12:00:00Z'))
    expect(london.daylight?.end).toMatchObject({ month: 10, week: 5 })
    // From 1987 on it was the first of April.
    const newYork = zoneRule('America/New_York', new Date('1982-06-15T12:00:00Z'))
    expect(newYork.daylight?.start).toMatchObject({ month: 4, week: 5 })
    // The Friday before the last Sunday of March is the last in some years only, and 2026 is one of them.
    expect(zoneRule('Asia/Jerusalem', AT).daylight?.start).toMatchObject({ month: 3, week: 4, weekday: 5 })
  })

  test('includes the minute of the change', () => {
    expect(zoneRule('America/St_Johns', new Date('2010-06-15T12:00:00Z')).daylight).toMatchObject({
      start: { month: 3, week: 2, weekday: 0, minute: 1 },
      end: { month: 11, week: 1, weekday: 0, minute: 1 },
    })
  })

  test('in a year in which clocks changed for good is the current offset', () => {
    const moscow = (at: string) => zoneRule('Europe/Moscow', new Date(at))
    expect(moscow('2011-01-15T12:00:00Z')).toEqual({ offset: 3 * HOUR, daylight: null })
    expect(moscow('2011-06-15T12:00:00Z')).toEqual({ offset: 4 * HOUR, daylight: null })
  })

  test('in a year with two changes that did not cancel out is the current offset', () => {
    const simferopol = (at: string) => zoneRule('Europe/Simferopol', new Date(at))
    expect(simferopol('2014-06-15T12:00:00Z')).toEqual({ offset: 4 * HOUR, daylight: null })
    expect(simferopol('2014-12-15T12:00:00Z')).toEqual({ offset: 3 * HOUR, daylight: null })
  })

  test('in a year with four changes is the current offset', () => {
    const cairo = (at: string) => zoneRule('Africa/Cairo', new Date(at))
    expect(cairo('2010-06-15T12:00:00Z')).toEqual({ offset: 3 * HOUR, daylight: null })
    expect(cairo('2010-08-25T12:00:00Z')).toEqual({ offset: 2 * HOUR, daylight: null })
  })

  test('is computed once per year', () => {
    for (const zone of ['America/Chicago', 'Asia/Tokyo']) {
      expect(zoneRule(zone, new Date('2026-12-01T00:00:00Z'))).toBe(zoneRule(zone, AT))
    }
    expect(zoneRule('Africa/Cairo', AT)).not.toEqual(
      zoneRule('Africa/Cairo', new Date('2020-06-15T12:00:00Z')),
    )
  })

  test.each([
    ['Pacific/Honolulu', -10],
    ['America/Phoenix', -7],
    ['America/Regina', -6],
    ['America/Puerto_Rico', -4],
    ['Asia/Kolkata', 5.5],
    ['Etc/UTC', 0],
  ])('of %s has no daylight saving time', (zone, hours) => {
    expect(zoneRule(zone, AT)).toEqual({ offset: hours * HOUR, daylight: null })
  })

  test('gives the right offset all year for every American and Pacific zone and many others', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter(
      (zone, index) => /^(America|Pacific)/.test(zone) || index % 5 === 0,
    )
    for (const zone of zones) {
      const { offset, daylight } = zoneRule(zone, AT)
      if (!daylight) {
        expect([zone, offset]).toEqual([zone, offsetAt(zone, AT.getTime())])
        continue
      }
      const [start, end] = [
        momentOf(daylight.start, offset),
        momentOf(daylight.end, offset + daylight.seconds),
      ]
      for (let day = 0; day < 365; day += 13) {
        const at = Date.UTC(2026, 0, 1, 12) + day * 86_400_000
        const moved = start < end ? at >= start && at < end : at >= start || at < end
        expect([zone, day, moved ? offset + daylight.seconds : offset]).toEqual([
          zone,
          day,
          offsetAt(zone, at),
        ])
      }
    }
  })
})

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const parts = format.formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60)
}

// A clock change as a phone interprets it: the nth such weekday of the month, in 2026.
function momentOf({ month, week, weekday, minute }: ZoneChange, offset: number): number {
  const days = Array.from(
    { length: 31 },
    (_, index) => new Date(Date.UTC(2026, month - 1, index + 1)),
  ).filter((date) => date.getUTCMonth() === month - 1 && date.getUTCDay() === weekday)
  const date = week === 5 ? days.at(-1) : days[week - 1]
  return (date?.getTime() ?? 0) + minute * 60_000 - offset * 1000
}

test.each([
  [0, '+0'],
  [-5 * HOUR, '-5'],
  [-3.5 * HOUR, '-3:30'],
  [5.75 * HOUR, '+5:45'],
  [5 * HOUR + 300, '+5:05'],
])('an offset of %i s is written as %s', (seconds, text) => {
  expect(signedHours(seconds)).toBe(text)
})

test('weekdays are numbered from Monday', () => {
  expect([0, 1, 6].map(isoWeekday)).toEqual([7, 1, 6])
})
