import { describe, expect, test, vi } from 'vitest'
import { formatCount } from '@/lib/lists/page'
import { allRecords, countRecords, isFiltered, listRecords } from '@/lib/records/record-list'
import type { Supabase } from '@/lib/supabase/browser-client'

const SOURCE = { table: 'extensions', tenantId: 't1' } as const
const QUERY = { search: '', filters: {}, sort: 'extension', descending: false, after: null, before: null }
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `id${from + n}`, version: 1, sort_value: String(from + n) }))

/** Returns the pages in turn; `asked` collects the requests. */
function serving(...pages: unknown[]) {
  const rpc = vi.fn()
  for (const data of pages) rpc.mockResolvedValueOnce({ data, error: null, status: 200 })
  return { supabase: { rpc } as unknown as Supabase, asked: (n: number) => rpc.mock.calls[n]?.[1] }
}

describe('a page of records', () => {
  test('continues after the key of its last row', async () => {
    const { supabase, asked } = serving(numbered(1, 51))
    const page = await listRecords(supabase, SOURCE, QUERY)
    expect(page.rows).toHaveLength(50)
    expect(page).toMatchObject({ previous: null, next: { id: 'id50', value: '50' } })
    expect(asked(0)).toMatchObject({ target_table: 'extensions', tenant: 't1', page_size: 51 })
  })

  test('is requested backward in reverse order, and shown in order', async () => {
    const { supabase, asked } = serving(numbered(1, 3).reverse())
    const page = await listRecords(supabase, SOURCE, { ...QUERY, before: { id: 'id4', value: '4' } })
    expect(asked(0)).toMatchObject({ descending: true, after_id: 'id4', after_value: '4' })
    expect(page.rows.map(({ id }) => id)).toEqual(['id1', 'id2', 'id3'])
    expect(page).toMatchObject({ previous: null, next: { id: 'id3' } })
  })

  test('sends no empty filters', async () => {
    const { supabase, asked } = serving(3, 3)
    await countRecords(supabase, SOURCE, { search: '  ', filters: { enabled: '', strategy: 'all' } })
    expect(asked(0)).toMatchObject({ search: undefined, filters: { strategy: 'all' } })
    await countRecords(supabase, SOURCE, { search: '', filters: { closed_at: '2026-02-01..2026-02-28' } })
    expect(asked(1).filters).toEqual({ closed_at: { from: '2026-02-01', to: '2026-03-01' } })
  })
})

test('all records are fetched page by page, whichever page is shown', async () => {
  const { supabase, asked } = serving(numbered(1, 501), numbered(501, 20))
  const rows = await allRecords(supabase, SOURCE, { ...QUERY, before: { id: 'id9', value: '9' } })
  expect(rows).toHaveLength(520)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(520)
  expect(asked(0)).toMatchObject({ after_id: undefined })
  expect(asked(1)).toMatchObject({ after_id: 'id500' })
})

test.each([
  [0, '0'],
  [1204, '1,204'],
  [10_000, '10,000'],
  [10_001, '10,000+'],
])('a count of %i reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test.each([
  [{ search: ' ', filters: { enabled: '' } }, false],
  [{ search: 'x', filters: {} }, true],
  [{ search: '', filters: { enabled: 'true' } }, true],
])('whether %j is filtered: %s', (query, filtered) => {
  expect(isFiltered(query)).toBe(filtered)
})
