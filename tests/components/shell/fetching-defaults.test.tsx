import { act, render, screen } from '@testing-library/react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'

const read = vi.fn()

function Reader() {
  const { data, error } = useSWR('somewhere', read)
  return <p>{data ?? (error ? 'failed' : 'loading')}</p>
}

beforeEach(() => {
  vi.useFakeTimers()
  read.mockReset()
})
afterEach(() => vi.useRealTimers())

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
