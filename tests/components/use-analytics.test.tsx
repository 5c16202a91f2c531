import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAnalytics } from '@/hooks/use-analytics'
import { type AnalyticsUser, forgetUser, identifyUser } from '@/lib/analytics'

const session = vi.hoisted(() => ({
  id: undefined as string | undefined,
  listeners: new Set<() => void>(),
}))
vi.mock('@/lib/session/session-store', () => ({
  currentSessionId: () => session.id,
  subscribeToUser: (listener: () => void) => {
    session.listeners.add(listener)
    return () => session.listeners.delete(listener)
  },
}))
vi.mock('@/lib/analytics', () => ({ identifyUser: vi.fn(), forgetUser: vi.fn() }))
beforeEach(() => {
  session.id = 's1'
})
afterEach(() => vi.clearAllMocks())

function become(sessionId: string | undefined) {
  act(() => {
    session.id = sessionId
    for (const listener of session.listeners) listener()
  })
}

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

it('waits for the session of a user whom the server delivered with the page, and identifies them once in it', () => {
  session.id = undefined
  const { rerender } = follow({ id: 'u1' })
  expect(identifyUser).not.toHaveBeenCalled()
  become('s1')
  rerender({ user: { id: 'u1' } })
  expect(identifyUser).toHaveBeenCalledExactlyOnceWith({ id: 'u1', email: undefined }, 's1')
  become('s2')
  expect(identifyUser).toHaveBeenLastCalledWith({ id: 'u1', email: undefined }, 's2')
})
