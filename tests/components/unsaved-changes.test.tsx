import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { Stayed } from '@/lib/stayed'

/** What Next.js calls when a page is about to be left: each by address, one by Back. */
const next = vi.hoisted(() => ({ leaving: new Set<(path: string) => void>(), back: (): boolean => true }))
vi.mock('next/router', () => ({
  default: {
    asPath: '/settings',
    events: {
      on: (event: string, leave: () => void) => event === 'routeChangeStart' && next.leaving.add(leave),
      off: (_event: string, leave: () => void) => next.leaving.delete(leave),
      emit: () => undefined,
    },
    router: {
      beforePopState: (popped: () => boolean) => {
        next.back = popped
      },
    },
  },
}))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

const confirm = vi.fn(() => false)
const lost = vi.fn()
const leave = (path: string) => {
  for (const handler of next.leaving) handler(path)
}

function Form({ name, question }: { name: string; question?: string }) {
  useUnsavedChanges(true, { onLost: () => lost(name), question })
  return null
}

const pageOf = (...forms: string[]) => forms.map((name) => <Form key={name} name={name} />)

beforeEach(() => {
  vi.stubGlobal('confirm', confirm.mockReset().mockReturnValue(false))
  vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  lost.mockReset()
})

test('of several forms on a page are asked about once, and all are lost by leaving it', () => {
  render(pageOf('first', 'second'))
  expect(() => leave('/numbers')).toThrow(Stayed)
  expect(confirm).toHaveBeenCalledOnce()
  expect(lost).not.toHaveBeenCalled()
  confirm.mockReturnValue(true)
  leave('/numbers')
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(lost.mock.calls).toEqual([['first'], ['second']])
})

test('are still asked about at Back after another form of the page is saved', () => {
  const { rerender } = render(pageOf('first', 'second'))
  rerender(pageOf('first'))
  expect(next.back()).toBe(false)
  expect(confirm).toHaveBeenCalledOnce()
  expect(window.history.go).toHaveBeenCalledOnce()
  // The browser is back on the page.
  expect(next.back()).toBe(false)
  confirm.mockReturnValue(true)
  expect(next.back()).toBe(true)
  leave('/numbers')
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(lost.mock.calls).toEqual([['first']])
  rerender(pageOf())
  expect(next.back()).toBe(true)
  expect(next.leaving.size).toBe(0)
})

test('are asked about in words of their own where nothing was typed', () => {
  render(<Form name="PINs" question="Leave without the PINs?" />)
  expect(next.back()).toBe(false)
  expect(confirm).toHaveBeenLastCalledWith('Leave without the PINs?')
  // The browser is back on the page.
  expect(next.back()).toBe(false)
  expect(() => leave('/numbers')).toThrow(Stayed)
  expect(confirm.mock.calls).toEqual([['Leave without the PINs?'], ['Leave without the PINs?']])
})
