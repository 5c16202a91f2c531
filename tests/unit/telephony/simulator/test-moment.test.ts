import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputOfInstant } from '@/lib/dates/wall-input'
import { describeTestMoment, momentOf } from '@/lib/telephony/simulator/test-moment'

const ZONE = 'America/New_York'
/** Sunday, November 22, 2026, 12:00 in New York. */
const NOW = Date.UTC(2026, 10, 22, 17)
const DAY_MS = 86_400_000
const shown = (at: string | null, now = NOW) => {
  const moment = momentOf(ZONE, at, now)
  return moment === undefined ? undefined : inputOfInstant(ZONE, moment)
}

describe('the moment of a test call', () => {
  test('is now, or a minute in the tenant’s time zone', () => {
    expect(momentOf(ZONE, null, NOW)).toBe(NOW)
    expect(shown('2026-12-25T10:00')).toBe('2026-12-25T10:00')
    expect(shown('2026-13-01T10:00')).toBeUndefined()
    expect(shown('8 10:00')).toBeUndefined()
    expect(shown('6 25:00')).toBeUndefined()
  })

  test('as a weekday and time is the next occurrence: later today, or in the coming week', () => {
    expect(shown('6 10:00')).toBe('2026-11-28T10:00')
    expect(shown('1 09:30')).toBe('2026-11-23T09:30')
    expect(shown('7 12:00')).toBe('2026-11-22T12:00')
    expect(shown('7 11:59')).toBe('2026-11-29T11:59')
  })

  test('as a weekday and time skips a day on which clocks skip it', () => {
    // On March 14, 2027, clocks go from 2:00 to 3:00.
    expect(shown('7 02:30', Date.UTC(2027, 2, 13, 17))).toBe('2027-03-21T02:30')
  })

  test('as a weekday and time is shown as such, in every zone', () => {
    const zones = fc.constantFrom('America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 1, max: 7 }),
        fc.nat(1439),
        fc.nat(730 * 1440),
        (zone, day, minute, late) => {
          const two = (value: number) => String(value).padStart(2, '0')
          const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
          const now = NOW + late * 60_000
          const moment = momentOf(zone, `${day} ${time}`, now) ?? Number.NaN
          const [date = '', clock] = inputOfInstant(zone, moment).split('T')
          expect(clock).toBe(time)
          expect(new Date(`${date}T00:00Z`).getUTCDay() || 7).toBe(day)
          expect(moment).toBeGreaterThanOrEqual(now)
          expect(moment - now).toBeLessThan(15 * DAY_MS)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('is described in words', () => {
    expect(describeTestMoment('6 10:00')).toBe('Saturdays at 10:00 AM')
    expect(describeTestMoment('2026-12-25T10:00')).toBe('Dec 25, 2026 at 10:00 AM')
    expect(describeTestMoment('2026-12-25T25:00')).toBe('Dec 25, 2026 at 25:00')
    expect(describeTestMoment('Christmas')).toBe('Christmas')
    expect(describeTestMoment(null)).toBe('the moment of the check')
  })
})
