import { expect, test } from 'vitest'
import { addBounded } from '@/lib/add-bounded'

test('of a bounded map, what was added longest ago is evicted, also if it was there before', () => {
  const map = new Map<string, number>()
  for (const key of ['a', 'b', 'a', 'c']) addBounded(map, key, map.size, 2)
  expect([...map.keys()]).toEqual(['a', 'c'])
})
