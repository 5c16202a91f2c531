import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InitialDataContext } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useIdleSeats, useSeatHistory, useSeats } from '@/hooks/use-billing'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: () => new Promise(() => undefined) }))

test('a page comes with its seats and their history; idle seats, which may be thousands, are left to the browser', () => {
  const ask = vi.fn()
  const questions = { ask, waits: () => undefined }
  const page = { user: undefined, at: 0, questions, fresh: new Set<string>(), ahead: new Map() }
  const useAll = () => [useSeats('t1'), useIdleSeats('t1'), useSeatHistory('t1')]
  renderHook(useAll, {
    wrapper: ({ children }) => <InitialDataContext value={page}>{children}</InitialDataContext>,
  })
  expect(ask.mock.calls.map(([key]) => key)).toEqual([
    keys.billing('t1', 'seats'),
    keys.billing('t1', 'seat-history'),
  ])
})
