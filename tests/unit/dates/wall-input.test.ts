import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputOfInstant, instantOfInput, isoOfInput, utcDaysOf } from '@/lib/dates/wall-input'

const MINUTE = 60_000
const zones = fc.constantFrom(
  'America/New_York',
  'America/Phoenix',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
)
const minutes = fc
  .integer({ min: Date.parse('2024-01-01') / MINUTE, max: Date.parse('2032-01-01') / MINUTE })
  .map((minute) => minute * MINUTE)

describe('a local time typed for a zone', () => {
  test('is the instant at which clocks in the zone show it', () => {
    expect(instantOfInput('America/New_York', '2026-03-02T17:00')).toBe(Date.parse('2026-03-02T22:00:00Z'))
    expect(inputOfInstant('America/New_York', Date.parse('2026-03-02T22:00:30Z'))).toBe('2026-03-02T17:00')
  })

  test('does not exist when clocks skip it, and is the first of two when they repeat it', () => {
    expect(instantOfInput('America/New_York', '2026-03-08T02:30')).toBeUndefined()
    expect(instantOfInput('America/New_York', '2026-11-01T01:30')).toBe(Date.parse('2026-11-01T05:30:00Z'))
  })

  test.each([
    ['America/New_York', '2027-03-14T01:59', '2027-03-14T06:59:00.000Z'],
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:00:00.000Z'],
    ['America/New_York', '2027-03-14T03:00', '2027-03-14T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00.000Z'],
    ['America/New_York', '', null],
  ])('ends in %s at %s, or when clocks go forward over it', (zone, text, end) => {
    expect(isoOfInput(zone, text)).toBe(end)
  })

  // Browsers tell a year digit by digit: 0002, 0020, 0202, 2027.
  test.each([1, 2, 20, 99, 202])(
    'keeps the day in the year %d, which is on the way to a later one',
    (year) => {
      const text = `${String(year).padStart(4, '0')}-03-02T09:30`
      for (const zone of ['America/New_York', 'America/Phoenix', 'Asia/Kathmandu', 'UTC']) {
        const end = isoOfInput(zone, text)
        expect(end).not.toBeNull()
        expect(inputOfInstant(zone, Date.parse(String(end)))).toBe(text)
      }
    },
  )

  test.each(['', '2026-03-02', '2026-02-30T10:00', '2026-03-02T24:00', '2026-03-02T10:60', 'tomorrow'])(
    '%j is rejected',
    (text) => {
      expect(instantOfInput('UTC', text)).toBeUndefined()
    },
  )

  test('is shown as typed, whichever instant it means', () => {
    fc.assert(
      fc.property(zones, minutes, (zone, instant) => {
        const shown = inputOfInstant(zone, instant)
        const meant = instantOfInput(zone, shown)
        expect(meant).toBeDefined()
        expect(inputOfInstant(zone, meant ?? 0)).toBe(shown)
        // Clocks go back at most an hour, so it is the same moment or the first of two.
        expect([0, 30 * MINUTE, 60 * MINUTE]).toContain(instant - (meant ?? 0))
      }),
    )
  })
})

test.each([
  // In the evening of the last day it is another month in UTC; the first hours of a day are in the day before.
  ['America/New_York', '2024-01-31', '2024-01-31', '2024-01-31', '2024-02-01'],
  ['Asia/Kolkata', '2024-05-01', '2024-05-02', '2024-04-30', '2024-05-02'],
  ['UTC', '2024-01-31', '2024-01-31', '2024-01-31', '2024-01-31'],
  // Midnight is skipped.
  ['Africa/Cairo', '2024-04-26', '2024-04-26', '2024-04-25', '2024-04-26'],
])('in %s, the days %s to %s reach into %s to %s of UTC', (zone, from, until, first, last) => {
  expect(utcDaysOf(zone, { from, until })).toEqual({ from: first, until: last })
})
