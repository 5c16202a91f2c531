import { expect, test } from 'vitest'
import { actualRingTimes } from '@/lib/telephony/routing/simulate-ring'

const times = (...forks: [number, number][]) =>
  actualRingTimes(forks.map(([start, length]) => ({ start, length }))).map(({ start, end }) => [start, end])

test('each phone rings after its delay while another is ringing', () => {
  expect(times([0, 20], [5, 20], [15, 10])).toEqual([
    [0, 20],
    [5, 25],
    [15, 25],
  ])
})

test('if the first phone is busy, the next rings at once', () => {
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

test('a phone whose answer is not accepted stops ten seconds after it, and the next one that waits rings then', () => {
  const forks = [
    { start: 0, length: 20, unaccepted: 3 },
    { start: 15, length: 20, unaccepted: 18 },
  ]
  expect(actualRingTimes(forks)).toEqual([
    { start: 0, end: 13 },
    { start: 13, end: 41 },
  ])
})

test('if a phone stops early, the third rings sooner and longer than planned', () => {
  expect(times([0, 7], [10, 30], [20, 30])).toEqual([
    [0, 7],
    [7, 37],
    [10, 47],
  ])
})
