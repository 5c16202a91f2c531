import { describe, expect, test } from 'vitest'
import { createLimiter } from '@/lib/api/limiter'

describe('a limit of 3 in 6 seconds', () => {
  test('allows three requests at once, then one every two seconds', () => {
    let at = 1_000_000
    const wait = createLimiter({ times: 3, withinSeconds: 6 }, () => at)
    expect([wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 0])
    expect(wait('a')).toBe(2)
    at += 1_999
    expect(wait('a')).toBe(1)
    at += 1
    expect(wait('a')).toBe(0)
    expect(wait('a')).toBe(2)
    at += 60_000
    expect([wait('a'), wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 0, 2])
  })

  test('tells a request that does not count whether it would have to wait', () => {
    const wait = createLimiter({ times: 1, withinSeconds: 6 }, () => 0)
    expect([wait('a', false), wait('a', false), wait('a'), wait('a', false)]).toEqual([0, 0, 0, 6])
  })

  test('counts each user separately', () => {
    const wait = createLimiter({ times: 1, withinSeconds: 6 }, () => 0)
    expect([wait('a'), wait('b'), wait('a')]).toEqual([0, 0, 6])
  })

  test('evicts the users who have been idle longest when there are too many', () => {
    const wait = createLimiter({ times: 1, withinSeconds: 6 }, () => 0)
    for (let n = 0; n <= 10_000; n += 1) wait(`person ${n}`)
    expect(wait('person 0')).toBe(0)
    expect(wait('person 10000')).toBe(6)
  })
})
