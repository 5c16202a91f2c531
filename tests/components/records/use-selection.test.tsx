import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { useSelection } from '@/hooks/use-selection'
import type { RecordRow } from '@/lib/records/field'
import { answer, tableOf } from './fake-backend'

const from = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ from }) }))

const SOURCE = { table: 'extensions', tenantId: null } as const

const row = (version: number): RecordRow => ({ id: 'e1', version })
const other: RecordRow = { id: 'e2', version: 1 }

function selecting(shown: readonly RecordRow[]) {
  from.mockImplementation(() => tableOf(() => answer([{ id: 'e1' }])))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
  )
  return renderHook((rows: readonly RecordRow[]) => useSelection(SOURCE, rows), {
    wrapper,
    initialProps: shown,
  })
}

test('a selected row that is saved stays as it was last shown, on other pages and where an older page is shown again', async () => {
  const { result, rerender } = selecting([row(3)])
  act(() => result.current.select([row(3)]))
  rerender([row(4)])
  expect(result.current.selected).toEqual([row(4)])
  rerender([other])
  expect(result.current.selected).toEqual([row(4)])
  await waitFor(() => expect(from).toHaveBeenCalled())
  rerender([row(3)])
  expect(result.current.selected).toEqual([row(4)])
})

test('a row that is no longer stored is deselected', async () => {
  const { result, rerender } = selecting([row(3), other])
  act(() => result.current.select([other, row(3)]))
  rerender([])
  await waitFor(() => expect(result.current.selected).toEqual([row(3)]))
})
