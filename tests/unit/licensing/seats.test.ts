import { expect, test } from 'vitest'
import { notBilled, type Seats, seatWarnings } from '@/lib/licensing/seats'

const seats = (given: Partial<Seats>): Seats => ({
  product: 'extension',
  purchased: 10,
  assigned: 8,
  used: 8,
  over: 0,
  cap: 'hard',
  billed: 10,
  ...given,
})

test.each<[string, Partial<Seats>, string[]]>([
  ['everything matches', {}, []],
  ['the last license is taken', { assigned: 10 }, ['All seats taken']],
  ['none are purchased and none are needed', { purchased: 0, assigned: 0, billed: 0 }, []],
  [
    'more are assigned than purchased',
    { assigned: 12, over: 2, cap: 'soft', billed: 12 },
    ['2 over the soft cap', '2 billed but not purchased'],
  ],
  ['fewer are billed than purchased', { billed: 7 }, ['3 not billed']],
  [
    'fewer are billed than assigned',
    { purchased: 0, assigned: 3, over: 3, cap: 'soft', billed: 0 },
    ['3 over the soft cap', '3 not billed'],
  ],
])('when %s', (_, given, warnings) => {
  expect(seatWarnings(seats(given))).toEqual(warnings)
})

test('seats bought and not taken count as not billed, too, as in the report', () => {
  expect(notBilled({ purchased: 50, assigned: 40, billed: 40 })).toBe(10)
  expect(notBilled({ purchased: 30, assigned: 40, billed: 40 })).toBe(0)
  expect(notBilled({ purchased: 0, assigned: 0, billed: 3 })).toBe(0)
})
