import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@/lib/dates/calendar'
import { wallClockAt } from '@/lib/dates/zone-clock'
import { daySegments, nextChange, outcomeAt, outcomeOf, segmentsBetween } from '@/lib/telephony/schedule'
import { anyMoment, expectedRule } from './schedules'

describe('a schedule', () => {
  test('matches a reference that applies its rules to Intl’s local time, at any moment', () => {
    fc.assert(
      fc.property(anyMoment, ({ given, instant }) => {
        const expected = expectedRule(given, instant)
        expect(outcomeAt(given, instant).rule).toBe(given.rules[expected] ?? null)
      }),
      { numRuns: 3000 },
    )
  })

  test('finds the same next change as a minute-by-minute search with Intl', () => {
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
  })

  test('has no gaps, and each period is constant from start to end', () => {
    fc.assert(
      fc.property(anyMoment, ({ given, instant }) => {
        const to = instant + 9 * DAY_MS
        const found = [...segmentsBetween(given, instant, to)]
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
  })

  test('covers each local minute of a day', () => {
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
