import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { allCalls } from '@/lib/cdr/call-export'
import { NO_FILTERS } from '@/lib/cdr/call-query'
import type { Database } from '@/lib/supabase/database.types'

const QUERY = {
  span: { from: '2026-01-01', until: '2026-01-31' },
  ...NO_FILTERS,
  sort: 'start',
  descending: true,
} as const

/** A database with this many calls, which returns the page after the last one seen. */
function databaseOf(calls: number) {
  const rpc = vi.fn((_name: string, args: { after_id?: string; page_size: number }) => {
    const from = args.after_id === undefined ? 0 : Number(args.after_id) + 1
    const length = Math.max(0, Math.min(args.page_size, calls - from))
    const data = Array.from({ length }, (_, n) => ({ id: String(from + n), sort_value: 'x' }))
    return { throwOnError: async () => ({ data }) }
  })
  return { rpc, supabase: { rpc } as unknown as SupabaseClient<Database> }
}

test.each([0, 1, 999, 1000, 1001, 2500])(
  'exports all %i calls exactly once, a page at a time',
  async (calls) => {
    const { rpc, supabase } = databaseOf(calls)
    const ids: string[] = []
    for await (const page of allCalls(supabase, 'tenant', QUERY)) {
      expect(page.length).toBeLessThanOrEqual(1000)
      ids.push(...page.map(({ id }) => id))
    }
    expect(ids).toEqual(Array.from({ length: calls }, (_, n) => String(n)))
    expect(rpc).toHaveBeenCalledTimes(Math.floor(calls / 1000) + 1)
  },
)

test('fetches a page only after the previous one was read', async () => {
  const { rpc, supabase } = databaseOf(5000)
  const pages = allCalls(supabase, 'tenant', QUERY)
  await pages.next()
  await pages.return()
  expect(rpc).toHaveBeenCalledOnce()
})

test('throws when the database fails', async () => {
  const failing = { rpc: () => ({ throwOnError: () => Promise.reject(new Error('down')) }) }
  const pages = allCalls(failing as unknown as SupabaseClient<Database>, 'tenant', QUERY)
  await expect(pages.next()).rejects.toThrow('down')
})
