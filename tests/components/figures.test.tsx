import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBlockedCalls } from '@/hooks/use-blocked-calls'
import { useCallChart } from '@/hooks/use-calls'
import { usePipeline } from '@/hooks/use-opportunity'
import { useBusinessReport, useCallReport } from '@/hooks/use-report'
import { useSnapshot } from '@/hooks/use-snapshot'
import { NO_FILTERS } from '@/lib/cdr/call-query'
import { answer, refusal } from './records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)

const cache = new Map()
const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => cache, shouldRetryOnError: false }}>{children}</SWRConfig>
)
beforeEach(() => {
  cache.clear()
  rpc.mockReset()
})

const spanOf = (month: string) => ({ from: `2026-${month}-01`, until: `2026-${month}-28` })
const rule = (number: string) => ({ direction: 'inbound', match: 'prefix', number, extension: null })
const chartOf = (month: string) => ({
  ...NO_FILTERS,
  span: spanOf(month),
  sort: 'start' as const,
  descending: true,
  after: null,
  before: null,
})

// What is asked first, and then.
const FIGURES = {
  'The report of calls': [(month: string) => useCallReport(spanOf(month), false), '09', '10'],
  'The business report': [(month: string) => useBusinessReport(spanOf(month)), '09', '10'],
  'The sales board': [(owner: string) => usePipeline(owner), 'ada', 'bob'],
  'The chart of calls': [(month: string) => useCallChart('t1', chartOf(month)), '09', '10'],
  'The count of blocked calls': [
    (number: string) => useBlockedCalls('t1', rule(number), 30),
    '+1202',
    '+120',
  ],
} as const

test.each(Object.entries(FIGURES))(
  '%s shows nothing of what was asked before, even if it fails',
  async (_name, [useFigures, first, then]) => {
    rpc.mockResolvedValueOnce(answer([])).mockResolvedValue(refusal('57014', 'It took too long.'))
    const { result, rerender } = renderHook(({ asked }) => useFigures(asked), {
      initialProps: { asked: first as string },
      wrapper,
    })
    await waitFor(() => expect(result.current.data).toBeDefined())
    rerender({ asked: then })
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.error).toBeDefined())
    expect(result.current.data).toBeUndefined()
  },
)

test('a configuration that was saved since is not taken for the saved one if the newer cannot be loaded', async () => {
  const saved = { tenant: { id: 't1' }, dids: [] }
  backend.fetchSnapshotVersion.mockResolvedValueOnce(1).mockResolvedValue(2)
  backend.fetchSnapshot.mockResolvedValueOnce(saved).mockRejectedValue(new Error('down'))
  const { result } = renderHook(() => useSnapshot('t1'), { wrapper })
  await waitFor(() => expect(result.current.data).toBe(saved))
  await act(() => result.current.retry())
  await waitFor(() => expect(result.current.error).toBeDefined())
  expect(result.current.data).toBeUndefined()
})
