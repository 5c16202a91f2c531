import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exitAfter } from '@/lib/server/exit-after'

const { exit } = process
const exited = vi.fn<(code?: number) => never>()
beforeEach(() => {
  vi.useFakeTimers()
  exited.mockClear()
  process.exit = exited as typeof process.exit
})
afterEach(() => {
  process.exit = exit
  vi.useRealTimers()
})

test('a process that is to exit does so once its work is done, with the same code', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  exitAfter(promise, 5000)
  process.exit(143)
  await vi.advanceTimersByTimeAsync(4000)
  expect(exited).not.toHaveBeenCalled()
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(exited).toHaveBeenCalledExactlyOnceWith(143)
})

test('work that does not end keeps it for the given time', async () => {
  exitAfter(new Promise(() => undefined), 5000)
  process.exit(0)
  await vi.advanceTimersByTimeAsync(5000)
  expect(exited).toHaveBeenCalledExactlyOnceWith(0)
})

test('work that fails does not keep it', async () => {
  exitAfter(Promise.reject(new Error('The database is away.')), 5000)
  process.exit(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(exited).toHaveBeenCalledExactlyOnceWith(0)
})
