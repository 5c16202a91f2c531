import { expect, test, vi } from 'vitest'
import { sessionLists } from '@/lib/live/session-lists'

const session = vi.hoisted(() => ({
  user: { id: 'ada' } as { id: string } | null,
  readers: new Set<() => void>(),
}))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => session.user,
  subscribeToUser(reader: () => void) {
    session.readers.add(reader)
    return () => session.readers.delete(reader)
  },
}))

test('lists replaced for other rights follow the session no more, and the newest end with it, once', () => {
  const first = sessionLists('ada', 'sales.view')
  const closeFirst = vi.spyOn(first, 'close')
  const second = sessionLists('ada', 'sales.view,sales.edit')
  const closeSecond = vi.spyOn(second, 'close')
  expect(second).not.toBe(first)
  expect(session.readers.size).toBe(1)
  session.user = null
  for (const reader of session.readers) reader()
  expect(closeFirst).toHaveBeenCalledOnce()
  expect(closeSecond).toHaveBeenCalledOnce()
  expect(session.readers.size).toBe(0)
})
