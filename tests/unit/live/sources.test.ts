import { expect, test, vi } from 'vitest'
import { inventorySource } from '@/lib/live/sources'

const asked = vi.hoisted(() => [] as string[])
vi.mock('@/lib/supabase/browser-client', () => {
  const query = {
    order: () => query,
    limit: async () => ({ data: [], error: null }),
  }
  const select = (columns: string) => {
    asked.push(columns)
    return query
  }
  return {
    getSupabase: async () => ({
      from: (table: string) => ({ select: table === 'inventory' ? select : undefined }),
    }),
  }
})

test('of stock, only what the search shows and what keeps the list current is loaded', async () => {
  await inventorySource.page(undefined)
  expect(asked).toEqual(['id, created_at, updated_at, name, model, mac'])
})
