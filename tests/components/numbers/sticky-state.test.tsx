import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useStickyState } from '@/hooks/use-sticky-state'

const session = vi.hoisted(() => ({ user: { id: 'ada' } }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => session.user }))

const show = () => renderHook(() => useStickyState('a check', { text: '', found: 0 }))

test('a page shows the results of what was asked for before it was left and opened again', () => {
  const left = show()
  act(() => left.result.current[1]({ text: '212-555-0147', found: 100 }))
  left.unmount()
  const opened = show()
  expect(opened.result.current[0]).toEqual({ text: '212-555-0147', found: 100 })
  act(() => left.result.current[1]({ found: 200 }))
  expect(opened.result.current[0]).toEqual({ text: '212-555-0147', found: 200 })
})

test('another user starts with the defaults', () => {
  session.user = { id: 'grace' }
  expect(show().result.current[0]).toEqual({ text: '', found: 0 })
})
