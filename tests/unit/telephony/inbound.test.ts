import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClockAt } from '@/lib/dates/zone-clock'
import {
  type InboundCondition,
  type InboundNumber,
  isOverridden,
  nextAt,
  routeInbound,
} from '@/lib/telephony/inbound'

const now = new Date('2026-03-02T15:00:00Z')
const number = (given: Partial<InboundNumber> = {}): InboundNumber => ({
  destination_id: 'desk',
  override_destination_id: null,
  override_until: null,
  enabled: true,
  ...given,
})
const condition = (given: Partial<InboundCondition>): InboundCondition => ({
  position: 1,
  match: 'exact',
  caller: '+12075550111',
  destination_id: 'friend',
  enabled: true,
  ...given,
})

describe('a call to a number', () => {
  test('goes to the number’s destination, or nowhere if it has none', () => {
    expect(routeInbound(number(), [], '+12075550111', now)).toEqual({
      destination: 'desk',
      because: 'number',
    })
    const lost = routeInbound(number({ destination_id: null }), [], '+12075550111', now)
    expect(lost).toEqual({ destination: null, because: 'no route' })
    const off = routeInbound(number({ enabled: false }), [], '+12075550111', now)
    expect(off).toEqual({ destination: null, because: 'disabled' })
  })

  test('goes where the first matching condition, by position, sends it', () => {
    const conditions = [
      condition({ position: 3, match: 'prefix', caller: '+1207', destination_id: 'area' }),
      condition({ position: 1, enabled: false, destination_id: 'off' }),
      condition({ position: 2, destination_id: 'friend' }),
      condition({ position: 4, match: 'anonymous', caller: null, destination_id: 'withheld' }),
    ]
    const to = (caller: string) => routeInbound(number(), conditions, caller, now).destination
    expect(to('+12075550111')).toBe('friend')
    expect(to('+12075550112')).toBe('area')
    expect(to('')).toBe('withheld')
    expect(to('Anonymous')).toBe('withheld')
    expect(to('+12085550111')).toBe('desk')
    const abroad = [condition({ match: 'prefix', caller: '011', destination_id: 'abroad' })]
    expect(routeInbound(number(), abroad, '+442079460018', now).destination).toBe('abroad')
  })

  test('goes to the override for every caller until the override ends', () => {
    const until = (override_until: string) =>
      routeInbound(
        number({ override_destination_id: 'mobile', override_until }),
        [condition({})],
        '+12075550111',
        now,
      ).because
    expect(until('2026-03-02T15:00:01Z')).toBe('override')
    expect(until('2026-03-02T15:00:00Z')).toBe('condition')
  })
})

describe('the next occurrence of a time of day', () => {
  test.each([
    ['America/New_York', 17 * 60, '2026-03-02T22:00:00.000Z'],
    ['America/New_York', 10 * 60, '2026-03-03T15:00:00.000Z'],
    ['Pacific/Honolulu', 17 * 60, '2026-03-03T03:00:00.000Z'],
  ])('in %s for minute %i is %s', (zone, minute, expected) => {
    expect(nextAt(zone, minute, now).toISOString()).toBe(expected)
  })

  test('skips a day on which that time does not exist', () => {
    // 2:30 does not come on March 8, 2026 in New York.
    const before = new Date('2026-03-08T05:30:00Z')
    expect(nextAt('America/New_York', 150, before).toISOString()).toBe('2026-03-09T06:30:00.000Z')
  })

  test('is always in the future, within two days, and at that minute', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('America/New_York', 'America/Phoenix', 'Europe/London', 'Australia/Lord_Howe', 'UTC'),
        fc.nat(1439),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (zone, minute, from) => {
          const at = nextAt(zone, minute, from)
          expect(at.getTime()).toBeGreaterThan(from.getTime())
          expect(at.getTime() - from.getTime()).toBeLessThanOrEqual(49 * 3_600_000)
          expect(wallClockAt(zone, at.getTime()).minute).toBe(minute)
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('an override needs a destination and an end that is still to come', () => {
  const later = '2026-03-02T15:00:01Z'
  const overridden = (override_destination_id: string | null, override_until: string | null) =>
    isOverridden({ override_destination_id, override_until }, now)
  expect(overridden('night', later)).toBe(true)
  expect(overridden('night', now.toISOString())).toBe(false)
  expect(overridden('night', null)).toBe(false)
  expect(overridden(null, later)).toBe(false)
})
