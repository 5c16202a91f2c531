import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartSeries, chartUnit } from '@/lib/cdr/chart-series'
import { dayAfter, isDay, todayIn } from '@/lib/dates/day'
import { spanLabel } from '@/lib/dates/format'
import {
  DAY_PRESETS,
  lengthOf,
  MAX_SPAN_DAYS,
  parseSpan,
  presetOf,
  presetSpan,
  spanFrom,
  spanText,
} from '@/lib/dates/span'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('date ranges', () => {
  test('are named by both days, or by the only one', () => {
    expect(spanLabel({ from: '2026-03-05', until: '2026-04-04' })).toBe('Mar 5, 2026 to Apr 4, 2026')
    expect(spanLabel({ from: '2026-03-05', until: '2026-03-05' })).toBe('Mar 5, 2026')
  })

  test.each([
    ['Pacific/Honolulu', '2026-01-14'],
    ['America/New_York', '2026-01-15'],
    ['Asia/Kolkata', '2026-01-15'],
  ])('today is the date in %s', (zone, today) => {
    expect(todayIn(zone, new Date('2026-01-15T08:00:00Z'))).toBe(today)
  })

  test('a date range in the address is read back as written, and anything else is ignored', () => {
    const february = { from: '2026-02-01', until: '2026-02-28' }
    expect(parseSpan(spanText(february))).toEqual(february)
    const others = [
      '',
      'won',
      '2026-02-01',
      '2026-02-28..2026-02-01',
      '2026-02-30..2026-03-01',
      '..',
      '2026-02-01..2026-02-02..',
    ]
    for (const other of others) expect(parseSpan(other), other).toBeNull()
  })

  test.each([
    ['today', '2026-03-02', '2026-03-02'],
    ['yesterday', '2026-03-01', '2026-03-01'],
    ['7d', '2026-02-24', '2026-03-02'],
    ['30d', '2026-02-01', '2026-03-02'],
    ['month', '2026-03-01', '2026-03-02'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['12m', '2025-03-03', '2026-03-02'],
  ] as const)('on March 2, %s is %s to %s', (preset, from, until) => {
    expect(presetSpan(preset, '2026-03-02')).toEqual({ from, until })
  })

  test('every preset is recognized, by itself or by a preset with the same days', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...DAY_PRESETS), (today, { id }) => {
        const span = presetSpan(id, today)
        const known = presetOf(span, today)
        expect(known && presetSpan(known, today)).toEqual(span)
      }),
    )
  })

  test('any address yields a valid, ordered range of allowed length', () => {
    const said = fc.oneof(day, fc.string(), fc.constant(null))
    fc.assert(
      fc.property(said, said, day, (from, until, today) => {
        const span = spanFrom(from, until, today)
        expect(isDay(span.from) && isDay(span.until)).toBe(true)
        expect(lengthOf(span)).toBeGreaterThanOrEqual(1)
        expect(lengthOf(span)).toBeLessThanOrEqual(MAX_SPAN_DAYS)
      }),
    )
  })

  test('a range without dates is today', () => {
    expect(spanFrom(null, null, '2026-03-02')).toEqual({ from: '2026-03-02', until: '2026-03-02' })
    expect(spanFrom('2026-02-30', null, '2026-03-02')).toEqual({ from: '2026-03-02', until: '2026-03-02' })
  })
})

describe('the bars of the chart', () => {
  test('cover every hour, day or week of the range once, and count every call', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), fc.nat(), (from, more, seed) => {
        const span = { from, until: dayAfter(from, more) }
        const empty = chartSeries([], span)
        expect(new Set(empty.buckets.map(({ start }) => start)).size).toBe(empty.buckets.length)
        const [first] = empty.buckets
        expect(first && first.start.slice(0, 10) <= from).toBe(true)
        const bucket = empty.buckets[seed % empty.buckets.length]?.start ?? ''
        const series = chartSeries(
          [
            { bucket: `${bucket}:00`, status: 'missed', calls: 4, talk_seconds: 0 },
            { bucket: `${bucket}:00`, status: 'answered', calls: 3, talk_seconds: 90 },
          ],
          span,
        )
        expect(series).toMatchObject({ calls: 7, talkSeconds: 90, statuses: ['answered', 'missed'] })
        expect(series.buckets.reduce((sum, { answered, missed }) => sum + answered + missed, 0)).toBe(7)
      }),
    )
  })

  test.each([
    [0, 'hour', 24],
    [1, 'hour', 48],
    [2, 'day', 3],
    [59, 'day', 60],
    [60, 'week', 10],
  ])('for a range of today plus %i days are one per %s', (more, unit, bars) => {
    const span = { from: '2026-01-01', until: dayAfter('2026-01-01', more) }
    expect(chartUnit(span)).toBe(unit)
    expect(chartSeries([], span).buckets).toHaveLength(bars)
  })
})
