import { expect, test } from 'vitest'
import { withFurther } from '@/lib/search/further-hits'
import type { SearchHit } from '@/lib/search/hits'

const hit = (type: SearchHit['type'], id: string): SearchHit => ({ type, id, name: id, description: '' })

test('hits from the database follow the hits from the lists, in their order and without repeats', () => {
  const listed = [hit('tenant', 'a'), hit('inventory', 'b')]
  expect(withFurther(listed, [hit('inventory', 'b'), hit('contact', 'a')])).toEqual([
    ...listed,
    hit('contact', 'a'),
  ])
  expect(withFurther(listed, [hit('inventory', 'b')])).toBe(listed)
})
