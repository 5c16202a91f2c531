import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAnalytics } from '@/hooks/use-analytics'
import { type AnalyticsUser, forgetUser, identifyUser } from '@/lib/analytics'

vi.mock('@/lib/session/session-store', () => ({ currentSessionId: () => 's1' }))
vi.mock('@/lib/analytics', () => ({ identifyUser: vi.fn(), forgetUser: vi.fn() }))
afterEach(() => vi.clearAllMocks())

function follow(first: AnalyticsUser | null | undefined) {
  return renderHook(({ user }) => useAnalytics(user), { initialProps: { user: first } })
}

it('waits until the user is known, and ignores a new object for the same user', () => {
  const { rerender } = follow(undefined)
  expect(identifyUser).not.toHaveBeenCalled()
  rerender({ user: { id: 'u1', email: 'ada@demo.test' } })
  rerender({ user: { id: 'u1', email: 'ada@demo.test' } })
  expect(identifyUser).toHaveBeenCalledExactlyOnceWith({ id: 'u1', email: 'ada@demo.test' }, 's1')
  expect(forgetUser).not.toHaveBeenCalled()
})

it('forgets the user after sign-out', () => {
  const { rerender } = follow({ id: 'u1' })
  rerender({ user: null })
  expect(forgetUser).toHaveBeenCalledOnce()
})
