import { expect, test } from 'vitest'
import type { SearchHit } from '@/lib/search/hits'
import { findRemote, withRemoteHits } from '@/lib/search/remote-hits'
import type { Supabase } from '@/lib/supabase/browser-client'

const hit = (type: SearchHit['type'], id: string): SearchHit => ({ type, id, name: id, description: '' })

test('hits from the database follow the hits from the lists, in their order and without repeats', () => {
  const listed = [hit('tenant', 'a'), hit('inventory', 'b')]
  expect(withRemoteHits(listed, [hit('inventory', 'b'), hit('contact', 'a')])).toEqual([
    ...listed,
    hit('contact', 'a'),
  ])
  expect(withRemoteHits(listed, [hit('inventory', 'b')])).toBe(listed)
})

test.each([
  [
    'Harbor Dental, ada@harbor.example, +12075550177;ext=12',
    'Harbor Dental, ada@harbor.example, (207) 555-0177 ext. 12',
  ],
  ['+12075550177', '(207) 555-0177'],
  ['Harbor Dental, +442079460018;ext=7', 'Harbor Dental, +442079460018 ext. 7'],
  ['Harbor Dental', 'Harbor Dental'],
])('a phone number at the end of "%s" is shown as people read it', async (description, shown) => {
  const row = { kind: 'contact', id: 'c1', name: 'Ada', description, tenant_id: null }
  const rpc = async () => ({ data: [row], error: null, status: 200 })
  const [found] = await findRemote({ rpc } as unknown as Supabase, 'ada')
  expect(found?.description).toBe(shown)
})
