import { afterEach, expect, test, vi } from 'vitest'
import { callerSlots } from '@/lib/api/caller-slots'

const rules = { atOnce: 1, patienceMs: 60_000, busy: 'Wait for the first one.' }
afterEach(() => void vi.useRealTimers())

/** A job that ends when it is told. */
function job() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((end) => ends.set(name, () => end(name)))
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

test('so many jobs of a caller run at a time, the others in order of arrival, and nobody waits for another caller', async () => {
  const inSlot = callerSlots({ ...rules, atOnce: 2 })
  const { begun, work, end } = job()
  const done = ['a1', 'a2', 'a3', 'a4'].map((name) => inSlot('a', work(name)))
  const other = inSlot('b', work('b1'))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('a2')
  expect(await done[1]).toBe('a2')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  end('b1')
  expect(await other).toBe('b1')
  end('a1')
  await expect.poll(() => begun).toContain('a4')
  end('a3')
  end('a4')
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a job that fails frees its slot', async () => {
  const inSlot = callerSlots(rules)
  const failed = inSlot('a', () => Promise.reject(new Error('no')))
  const next = inSlot('a', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('a job that has waited for a minute is refused with 503, is never begun, and leaves its place to the next', async () => {
  vi.useFakeTimers()
  const inSlot = callerSlots(rules)
  const { begun, work, end } = job()
  const first = inSlot('a', work('a1'))
  const late = inSlot('a', work('a2')).catch((failure: unknown) => failure)
  await vi.advanceTimersByTimeAsync(30_000)
  const next = inSlot('a', work('a3'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await late).toMatchObject({
    name: 'ApiFailure',
    status: 503,
    message: rules.busy,
    headers: { 'Retry-After': '10' },
  })
  end('a1')
  expect(await first).toBe('a1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['a1', 'a3'])
  end('a3')
  expect(await next).toBe('a3')
})
