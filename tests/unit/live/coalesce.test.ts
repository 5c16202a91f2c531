import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coalesce } from '@/lib/live/coalesce'

describe('Calls that come in a burst', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('run at once, and once more after the pause however many there were', () => {
    const work = vi.fn()
    const { run } = coalesce(work, 500)
    for (let call = 0; call < 100; call += 1) run()
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(500)
    expect(work).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(5000)
    expect(work).toHaveBeenCalledTimes(2)
    run()
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('are never run more often than the pause, and the last one is not lost', () => {
    const work = vi.fn()
    const { run } = coalesce(work, 500)
    for (let call = 0; call < 50; call += 1) {
      run()
      vi.advanceTimersByTime(100)
    }
    expect(work.mock.calls.length).toBeLessThanOrEqual(11)
    const before = work.mock.calls.length
    run()
    vi.advanceTimersByTime(500)
    expect(work.mock.calls.length).toBeGreaterThan(before)
  })

  it('are forgotten when it is stopped', () => {
    const work = vi.fn()
    const { run, stop } = coalesce(work, 500)
    run()
    run()
    stop()
    vi.advanceTimersByTime(5000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
