import { expect, test } from 'vitest'
import type { SearchHit } from '@/lib/search/hits'
import { withRemoteHits } from '@/lib/search/remote-hits'

const hit = (type: SearchHit['type'], id: string): SearchHit => ({ type, id, name: id, description: '' })

test('hits from the database follow the hits from the lists, in their order and without repeats', () => {
  const listed = [hit('tenant', 'a'), hit('inventory', 'b')]
  expect(withRemoteHits(listed, [hit('inventory', 'b'), hit('contact', 'a')])).toEqual([
    ...listed,
    hit('contact', 'a'),
  ])
  expect(withRemoteHits(listed, [hit('inventory', 'b')])).toBe(listed)
})
