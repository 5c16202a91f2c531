import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RING_STRATEGIES, type RingMember, ringsInTurn, ringTimeline } from '@/lib/telephony/ring-timeline'

const member = (id: string, given: Partial<RingMember> = {}): RingMember => ({
  id,
  delay: 0,
  timeout: 20,
  rings: true,
  ...given,
})

const strategies = fc.constantFrom(...RING_STRATEGIES)
const callTimeouts = fc.integer({ min: 1, max: 600 })
const manyMembers = fc
  .array(
    fc.record({
      delay: fc.integer({ min: 0, max: 300 }),
      timeout: fc.integer({ min: 1, max: 300 }),
      rings: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((members) => members.map((given, index) => ({ id: String(index), ...given })))

describe('ringTimeline', () => {
  test('rings members together, each after its delay, until the last has rung', () => {
    expect(ringTimeline('simultaneous', 60, [member('a'), member('b', { delay: 10, timeout: 30 })])).toEqual({
      rings: [
        { id: 'a', start: 0, end: 20, cut: false },
        { id: 'b', start: 10, end: 40, cut: false },
      ],
      end: 40,
      tooLate: [],
    })
  })

  test('rings members in sequence, with a delay in between', () => {
    expect(ringTimeline('sequence', 60, [member('a'), member('b', { delay: 5 })]).rings).toEqual([
      { id: 'a', start: 0, end: 20, cut: false },
      { id: 'b', start: 25, end: 45, cut: false },
    ])
  })

  test('cuts rings at the call timeout and lists members that never ring', () => {
    expect(ringTimeline('rollover', 30, [member('a'), member('b'), member('c')])).toEqual({
      rings: [
        { id: 'a', start: 0, end: 20, cut: false },
        { id: 'b', start: 20, end: 30, cut: true },
      ],
      end: 30,
      tooLate: ['c'],
    })
  })

  test('does not ring a member whose turn comes as the group gives up', () => {
    expect(ringTimeline('random', 20, [member('a'), member('b')])).toEqual({
      rings: [{ id: 'a', start: 0, end: 20, cut: false }],
      end: 20,
      tooLate: ['b'],
    })
  })

  test('skips members that cannot ring', () => {
    expect(ringTimeline('sequence', 60, [member('a', { rings: false, delay: 9 }), member('b')])).toEqual({
      rings: [{ id: 'b', start: 0, end: 20, cut: false }],
      end: 20,
      tooLate: [],
    })
  })

  test('goes straight to the timeout destination if no member can ring', () => {
    fc.assert(
      fc.property(strategies, callTimeouts, manyMembers, (strategy, callTimeout, members) => {
        const silent = members.map((one) => ({ ...one, rings: false }))
        expect(ringTimeline(strategy, callTimeout, silent)).toEqual({ rings: [], end: 0, tooLate: [] })
      }),
    )
  })

  test('accounts for every member that can ring, exactly once and in order', () => {
    fc.assert(
      fc.property(strategies, callTimeouts, manyMembers, (strategy, callTimeout, members) => {
        const { rings, tooLate } = ringTimeline(strategy, callTimeout, members)
        const ids = rings.map(({ id }) => id)
        expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)))
        expect(new Set([...ids, ...tooLate])).toEqual(
          new Set(members.filter((one) => one.rings).map(({ id }) => id)),
        )
        expect(ids.length + tooLate.length).toBe(members.filter((one) => one.rings).length)
      }),
    )
  })

  test('never rings past the call timeout or the member’s own, and ends with the last ring', () => {
    fc.assert(
      fc.property(strategies, callTimeouts, manyMembers, (strategy, callTimeout, members) => {
        const { rings, end, tooLate } = ringTimeline(strategy, callTimeout, members)
        for (const { id, start, end: until, cut } of rings) {
          const timeout = members[Number(id)]?.timeout ?? 0
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start).toBeLessThan(until)
          expect(until).toBeLessThanOrEqual(callTimeout)
          expect(until - start < timeout).toBe(cut)
        }
        expect(end).toBe(tooLate.length > 0 ? callTimeout : Math.max(0, ...rings.map((ring) => ring.end)))
      }),
    )
  })

  test('starts the next member early when nobody is ringing, and all later ones by as much', () => {
    const members = [
      member('a', { delay: 5, timeout: 10 }),
      member('b', { delay: 20 }),
      member('c', { delay: 22 }),
    ]
    expect(ringTimeline('simultaneous', 60, members).rings.map(({ start, end }) => [start, end])).toEqual([
      [0, 10],
      [10, 30],
      [12, 32],
    ])
  })

  test('never overlaps rings in sequence, and never leaves silence between simultaneous rings', () => {
    fc.assert(
      fc.property(strategies, callTimeouts, manyMembers, (strategy, callTimeout, members) => {
        const { rings } = ringTimeline(strategy, callTimeout, members)
        if (ringsInTurn(strategy)) {
          rings.slice(1).forEach((ring, index) => {
            expect(ring.start).toBeGreaterThanOrEqual(rings[index]?.end ?? 0)
          })
        } else {
          for (const { id, start } of rings) {
            expect(start).toBeLessThanOrEqual(members[Number(id)]?.delay ?? 0)
            expect(start === 0 || rings.some((other) => other.start < start && other.end >= start)).toBe(true)
          }
        }
      }),
    )
  })

  test('keeps the total ring time in random order, whoever rings first', () => {
    fc.assert(
      fc.property(callTimeouts, manyMembers, (callTimeout, members) => {
        expect(ringTimeline('random', callTimeout, members.toReversed()).end).toBe(
          ringTimeline('random', callTimeout, members).end,
        )
      }),
    )
  })
})

test('members ring in turn with each strategy but those that ring all at once', () => {
  expect(RING_STRATEGIES.filter((strategy) => !ringsInTurn(strategy))).toEqual(['simultaneous', 'enterprise'])
})
