import { expect, test, vi } from 'vitest'
import { loadRecord } from '@/lib/records/record-client'
import type { Supabase } from '@/lib/supabase/browser-client'

const ID = '3f3c1a52-6d1f-4c39-9a58-1f27c3d9e841'
const RING_GROUP: Parameters<typeof loadRecord>[1] = {
  table: 'ring_groups',
  children: [{ table: 'ring_group_members', parent: 'ring_group_id', orderBy: 'position' }],
}

/** A database of one record, or of none, into which someone else puts another part as soon as the first read of it is answered. */
function raced(slow: 'ring_groups' | 'ring_group_members' | null) {
  const stored = { version: 6, parts: ['first'] }
  let isChanged = false
  async function read(table: string) {
    if (table === slow) await new Promise((done) => setTimeout(done))
    const rows =
      table === 'ring_groups'
        ? [{ id: ID, version: stored.version }]
        : stored.parts.map((name) => ({ name, version: 1 }))
    if (!isChanged) Object.assign(stored, { version: 7, parts: ['first', 'second'] })
    isChanged = true
    return { data: rows, error: null, status: 200 }
  }
  const from = vi.fn((table: string) => {
    const chain = {
      select: () => chain,
      eq: () => chain,
      order: () => read(table),
      maybeSingle: async () => {
        const { data, ...rest } = await read(table)
        return { data: slow ? data[0] : null, ...rest }
      },
    }
    return chain
  })
  return { supabase: { from } as unknown as Supabase, from }
}

test.each(['ring_groups', 'ring_group_members'] as const)(
  'a record is never read with a newer version than its parts, however late %s is',
  async (slow) => {
    const { supabase } = raced(slow)
    const row = await loadRecord(supabase, RING_GROUP, null, ID)
    // Saved over the parts that were read, this version is a conflict.
    expect(row).toMatchObject({ version: 6 })
  },
)

test('the parts of a record that is not there are not asked for', async () => {
  const { supabase, from } = raced(null)
  expect(await loadRecord(supabase, RING_GROUP, null, ID)).toBeNull()
  expect(from).toHaveBeenCalledOnce()
})
