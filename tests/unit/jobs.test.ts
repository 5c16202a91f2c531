import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Job, JOBS } from '@/lib/jobs/jobs'
import { runJobs } from '@/lib/jobs/run-jobs'
import type { Database } from '@/lib/supabase/database.types'

const admin = {} as SupabaseClient<Database>
const job = (run: Job['run']): Job => ({ name: 'tidy up', everyMs: 5000, run })
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a background job', () => {
  test('runs when the server starts, then after every pause, until it is stopped', async () => {
    const run = vi.fn(async () => undefined)
    const stop = runJobs(admin, [job(run)])
    expect(run).toHaveBeenCalledTimes(1)
    expect(run).toHaveBeenCalledWith(admin, expect.any(AbortSignal))
    await after(4999)
    expect(run).toHaveBeenCalledTimes(1)
    await after(10_001)
    expect(run).toHaveBeenCalledTimes(4)
    await stop()
    await after(60_000)
    expect(run).toHaveBeenCalledTimes(4)
  })

  test('is told when the server stops, which waits for it', async () => {
    let finish = () => {}
    const run = vi.fn(
      (_: unknown, stopping: AbortSignal) =>
        new Promise<void>((resolve) => {
          stopping.addEventListener('abort', () => {
            finish = resolve
          })
        }),
    )
    const stopped = vi.fn()
    const stopping = runJobs(admin, [job(run)])().then(stopped)
    await after(1000)
    expect(stopped).not.toHaveBeenCalled()
    finish()
    await stopping
    await after(60_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('never overlaps itself, however long it takes', async () => {
    let finish = () => {}
    const run = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const stop = runJobs(admin, [job(run)])
    await after(60_000)
    expect(run).toHaveBeenCalledTimes(1)
    finish()
    await after(5000)
    expect(run).toHaveBeenCalledTimes(2)
    void stop()
  })

  test('continues after a failure, which is logged once and does not delay other jobs', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let away = true
    const failing = vi.fn(async () => {
      if (away) throw new Error('The database is away.')
    })
    const other = vi.fn(async () => undefined)
    const stop = runJobs(admin, [job(failing), { ...job(other), name: 'sweep' }])
    await after(15_000)
    expect([failing.mock.calls.length, other.mock.calls.length]).toEqual([4, 4])
    expect(error).toHaveBeenCalledTimes(1)
    expect(error).toHaveBeenCalledWith('The server could not tidy up and keeps trying:', expect.any(Error))
    away = false
    await after(5000)
    expect(warned).toHaveBeenCalledExactlyOnceWith('The server can tidy up again.')
    await stop()
  })
})

test('the job to make aged numbers available goes on until none is left', async () => {
  const left = [1000, 1000, 1, 0]
  const rpc = () => ({ throwOnError: async () => ({ data: left.shift() }) })
  const aged = JOBS.find(({ name }) => name === 'make aged numbers available')
  await aged?.run({ rpc } as unknown as typeof admin, new AbortController().signal)
  expect(left).toEqual([])
})

describe('the job to check tenants', () => {
  /** Runs it while so many tenants are due at each claim, and returns what was not claimed. */
  async function check(left: number[], snapshot: () => Promise<unknown>, stopping = new AbortController()) {
    const claim = { throwOnError: async () => ({ data: Array(left.shift() ?? 0).fill('tenant') }) }
    const rpc = (name: string) => (name === 'claim_checks' ? claim : snapshot())
    const job = JOBS.find(({ name }) => name === 'check changed tenants')
    await job?.run({ rpc } as unknown as typeof admin, stopping.signal)
    return left
  }
  const gone = async () => ({ data: null, error: null })

  test('goes on while more are due than it checks at once', async () => {
    expect(await check([25, 25, 24, 25], gone)).toEqual([25])
  })

  test('pauses after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const refused = async () => ({ data: null, error: { message: 'Away.' } })
    expect(await check([25, 25], refused)).toEqual([25])
  })

  test('claims no more once the server stops', async () => {
    const stopping = new AbortController()
    const stopped = async () => {
      stopping.abort()
      return gone()
    }
    expect(await check([25, 25], stopped, stopping)).toEqual([25])
  })
})

test('a tenant whose check fails is logged once, and again when it works, however often nothing is due in between', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  let claimed: string[] = []
  let snapshot = async (): Promise<unknown> => {
    throw new Error('It cannot be read.')
  }
  const rpc = (name: string) =>
    name === 'claim_checks' ? { throwOnError: async () => ({ data: claimed }) } : snapshot()
  const check = JOBS.filter(({ name }) => name === 'check changed tenants')
  const stop = runJobs({ rpc } as unknown as typeof admin, check)
  for (const due of [['one'], [], ['one'], []]) {
    claimed = due
    await after(2000)
  }
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'The server could not check tenant one and keeps trying:',
    expect.any(Error),
  )
  expect(warned).not.toHaveBeenCalled()
  // It is deleted meanwhile.
  snapshot = async () => ({ data: null, error: null })
  claimed = ['one']
  await after(2000)
  expect(warned).toHaveBeenCalledExactlyOnceWith('The server can check tenant one again.')
  await stop()
})
