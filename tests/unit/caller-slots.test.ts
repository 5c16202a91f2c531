import { expect, test } from 'vitest'
import { callerSlots } from '@/lib/api/caller-slots'

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
  const inSlot = callerSlots(2)
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
  const inSlot = callerSlots(1)
  const failed = inSlot('a', () => Promise.reject(new Error('no')))
  const next = inSlot('a', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
