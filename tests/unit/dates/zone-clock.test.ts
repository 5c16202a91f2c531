import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datePartsOf, dayOfIsoDate } from '@/lib/dates/calendar'
import { clockChangesOn, instantsOf, wallClockAt } from '@/lib/dates/zone-clock'
import { anyMoment, at, clock, readByIntl } from '../telephony/schedules'

describe('the clocks of a zone', () => {
  test('agree with Intl', () => {
    fc.assert(
      fc.property(anyMoment, ({ given: { zone }, instant }) => {
        const { day, minute: shown } = wallClockAt(zone, instant)
        expect({ ...datePartsOf(day), minute: shown }).toEqual(readByIntl(zone, instant))
      }),
      { numRuns: 3000 },
    )
  })

  test('show a skipped minute never, a repeated one twice and any other once', () => {
    expect(instantsOf('America/New_York', clock('2026-03-08', '02:30'))).toEqual([])
    expect(instantsOf('America/New_York', clock('2026-11-01', '01:30'))).toEqual([
      at('2026-11-01T05:30Z'),
      at('2026-11-01T06:30Z'),
    ])
    expect(instantsOf('America/New_York', clock('2026-11-01', '02:00'))).toEqual([at('2026-11-01T07:00Z')])
    expect(instantsOf('Australia/Lord_Howe', clock('2026-04-05', '01:45'))).toHaveLength(2)
    expect(instantsOf('Australia/Lord_Howe', clock('2026-10-04', '02:15'))).toHaveLength(0)
  })

  test('show the local minute at each instant found for it', () => {
    fc.assert(
      fc.property(anyMoment, ({ given: { zone }, instant }) => {
        const shown = wallClockAt(zone, instant)
        const found = instantsOf(zone, shown)
        expect(found).toContain(Math.floor(instant / 60_000) * 60_000)
        for (const moment of found) expect(wallClockAt(zone, moment)).toEqual(shown)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['America/New_York', '2026-03-08', [{ kind: 'skipped', start: 120, end: 180 }]],
    ['America/New_York', '2026-11-01', [{ kind: 'repeated', start: 60, end: 120 }]],
    ['Australia/Lord_Howe', '2026-10-04', [{ kind: 'skipped', start: 120, end: 150 }]],
    ['Australia/Lord_Howe', '2026-04-05', [{ kind: 'repeated', start: 90, end: 120 }]],
    ['America/Phoenix', '2026-03-08', []],
    ['Pacific/Apia', '2011-12-30', [{ kind: 'skipped', start: 0, end: 1440 }]],
  ])('in %s change on %s: %j', (zone, date, expected) => {
    expect(clockChangesOn(zone, dayOfIsoDate(date) ?? Number.NaN)).toEqual(expected)
  })

  test('show each minute as often as the day’s clock change implies', () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 0, max: 1439 }), ({ given: { zone }, instant }, minute) => {
        const { day } = wallClockAt(zone, instant)
        const change = clockChangesOn(zone, day).find(({ start, end }) => start <= minute && minute < end)
        const times = change ? { skipped: 0, repeated: 2 }[change.kind] : 1
        expect(instantsOf(zone, { day, minute })).toHaveLength(times)
      }),
      { numRuns: 500 },
    )
  })
})
