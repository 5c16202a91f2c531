import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useRecord } from '@/hooks/use-record'
import { serializeResults } from '@/lib/initial-data'
import { loadRecord } from '@/lib/records/record-client'
import { customer } from '@/lib/resources/customer'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/session/session-store', () => ({ startAs: () => undefined }))
vi.mock('@/lib/records/record-client')

const came = [keys.record(null, customer.table, 'c1', 'with the page'), { id: 'c1', version: 1 }] as const
const start: PageData = { user: { id: 'u1', email: '' }, at: 0, answers: serializeResults([came]) }

test('a record that came with the page is shown at once; the form that replaces the page reads its own', async () => {
  vi.mocked(loadRecord).mockResolvedValue({ id: 'c1', version: 2 })
  let begun: ReturnType<typeof useInitialData> | undefined
  function Shell({ children }: { children: ReactNode }) {
    const own = useInitialData(start)
    const { context, provider } = (begun ??= own)
    return (
      <InitialDataContext value={context}>
        <SWRConfig value={{ provider }}>{children}</SWRConfig>
      </InitialDataContext>
    )
  }
  const open = () => renderHook(() => useRecord(customer, 'c1', { early: true }), { wrapper: Shell })
  const page = open()
  expect(page.result.current.data).toEqual({ id: 'c1', version: 1 })
  page.rerender()
  page.unmount()
  expect(loadRecord).not.toHaveBeenCalled()
  const form = open()
  expect(form.result.current.data).toBeUndefined()
  await waitFor(() => expect(form.result.current.data).toEqual({ id: 'c1', version: 2 }))
})
