import { describe, expect, test, vi } from 'vitest'
import { createIngestQueue, type Outcome } from '@/lib/cdr/ingest-queue'
import { carriesSecret } from '@/lib/cdr/ingest-secret'

const stored: Outcome = { outcome: 'stored' }

describe('the ingest queue in front of the database', () => {
  test('batches the records that arrive during a write', async () => {
    const batches: number[][] = []
    const store = vi.fn(async (entries: number[]) => {
      batches.push(entries)
      await Promise.resolve()
      return entries.map(() => stored)
    })
    const ingest = createIngestQueue(store)
    await Promise.all([ingest([1]), ingest([2, 3]), ingest([4])])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('respects the batch size, and answers in order', async () => {
    const ingest = createIngestQueue(async (entries: number[]) => {
      expect(entries.length).toBeLessThanOrEqual(2)
      return entries.map((entry): Outcome => ({ outcome: entry % 2 ? 'stored' : 'duplicate' }))
    }, 2)
    const outcomes = await ingest([1, 2, 3, 4, 5])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'stored',
      'duplicate',
      'stored',
      'duplicate',
      'stored',
    ])
  })

  test('reports a failed batch to all of its callers, and carries on', async () => {
    const ingest = createIngestQueue(async (entries: number[]) => {
      if (entries.includes(0)) throw new Error('unreachable')
      return entries.map(() => stored)
    })
    await expect(ingest([0])).rejects.toThrow('unreachable')
    await expect(ingest([1])).resolves.toEqual([stored])
  })

  test('answers whoever has waited too long for a database that does not answer, and drops what has not begun', async () => {
    const batches: number[][] = []
    let answer = () => undefined
    const store = (entries: number[]) => {
      batches.push(entries)
      return new Promise<Outcome[]>((done) => {
        answer = () => void done(entries.map(() => stored))
      })
    }
    const ingest = createIngestQueue(store, 200, 20)
    const late = await Promise.allSettled([ingest([1]), ingest([2, 3])])
    const failed = { status: 'rejected', reason: new Error('The database did not answer in time.') }
    expect(late).toEqual([failed, failed])
    const next = ingest([4])
    answer()
    await expect.poll(() => batches).toEqual([[1], [4]])
    answer()
    expect(await next).toEqual([stored])
  })
})

describe('the ingest secret', () => {
  const secret = 'a secret: with colon'.replaceAll(' ', '-')
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

  test.each([`Bearer ${secret}`, `bearer ${secret}`, basic(`cdr:${secret}`), basic(`:${secret}`)])(
    'is accepted in "%s"',
    (header) => expect(carriesSecret(header, secret)).toBe(true),
  )

  test.each([
    undefined,
    '',
    secret,
    'Bearer',
    'Bearer wrong',
    `Token ${secret}`,
    basic('cdr:wrong'),
    basic(''),
  ])('is not found in "%s"', (header) => expect(carriesSecret(header, secret)).toBe(false))
})
