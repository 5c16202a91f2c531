import { expect, test } from 'vitest'
import { forked } from '@/lib/telephony/routing/simulate-ring'

const times = (...forks: [number, number][]) =>
  forked(forks.map(([start, length]) => ({ start, length }))).map(({ start, end }) => [start, end])

test('phones called together ring when they are to while another rings', () => {
  expect(times([0, 20], [5, 20], [15, 10])).toEqual([
    [0, 20],
    [5, 25],
    [15, 25],
  ])
})

test('where the first is busy, the next rings at once', () => {
  expect(times([0, 0], [10, 20])).toEqual([
    [0, 0],
    [0, 20],
  ])
  expect(times([0, 0], [3, 0], [7, 4])).toEqual([
    [0, 0],
    [0, 0],
    [0, 4],
  ])
})

test('where one stops before its time, the third rings sooner and longer than it was to', () => {
  expect(times([0, 7], [10, 30], [20, 30])).toEqual([
    [0, 7],
    [7, 37],
    [10, 47],
  ])
})
