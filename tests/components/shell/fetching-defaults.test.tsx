import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'

const read = vi.fn()

function Reader() {
  const { data, error } = useSWR('somewhere', read)
  return <p>{data ?? (error ? 'failed' : 'loading')}</p>
}

const caches = new Map<string, never>()
/** A cache of the test's own, the same whenever it renders. */
function Cache({ children }: { children: ReactNode }) {
  return <SWRConfig value={{ provider: () => caches }}>{children}</SWRConfig>
}

beforeEach(() => {
  caches.clear()
  vi.useFakeTimers()
  read.mockReset()
})
afterEach(() => vi.useRealTimers())

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('what is read by several at a time is requested once within 2 seconds', async () => {
  read.mockResolvedValue('here')
  const readers = (...names: string[]) => (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Cache>
        {names.map((name) => (
          <Reader key={name} />
        ))}
      </Cache>
    </SWRConfig>
  )
  const { rerender } = render(readers('first', 'second'))
  // One that arrives later asks in the next frame.
  const FRAME = 20
  await passes(1995 - FRAME)
  rerender(readers('first', 'second', 'third'))
  await passes(FRAME)
  expect(read).toHaveBeenCalledTimes(1)
  await passes(10)
  rerender(readers('first', 'second', 'third', 'fourth'))
  await passes(FRAME)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a page that gets the focus again and again is refreshed every 5 seconds', async () => {
  read.mockResolvedValue('here')
  render(
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Cache>
        <Reader />
      </Cache>
    </SWRConfig>,
  )
  const focus = async () => {
    window.dispatchEvent(new Event('focus'))
    await passes(1)
  }
  await passes(60_000)
  await focus()
  expect(read).toHaveBeenCalledTimes(2)
  await passes(4990)
  await focus()
  expect(read).toHaveBeenCalledTimes(2)
  await passes(20)
  await focus()
  expect(read).toHaveBeenCalledTimes(3)
})

test('a failed request is retried every 5 seconds, however often it fails', async () => {
  read.mockRejectedValue(new Error('out of order'))
  render(
    <SWRConfig value={{ ...FETCHING_DEFAULTS, provider: () => new Map() }}>
      <Reader />
    </SWRConfig>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByText('failed')).toBeVisible()
  for (let tries = 1; tries <= 6; tries += 1) {
    await act(() => vi.advanceTimersByTimeAsync(4990))
    expect(read).toHaveBeenCalledTimes(tries)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(read).toHaveBeenCalledTimes(tries + 1)
  }
  read.mockResolvedValue('here')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('here')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(read).toHaveBeenCalledTimes(8)
})
