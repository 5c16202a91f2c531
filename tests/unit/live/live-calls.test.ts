import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveCalls } from '@/lib/live/live-calls'

/** What the server knows, and what was asked of it. */
const server = vi.hoisted(() => ({
  change: 1,
  /** Calls in progress, by id: those that changed are not told apart. */
  calls: [] as string[],
  asked: [] as { at: number; since: number }[],
  push: (_: number) => undefined as void,
}))
vi.mock('@/lib/supabase/browser-client', () => {
  const channel = {
    on(kind: string, _: unknown, listener: (payload: { new: object }) => void) {
      if (kind === 'postgres_changes') server.push = (change) => listener({ new: { change } })
      return channel
    },
    subscribe: () => channel,
  }
  return {
    getSupabase: async () => ({
      channel: () => channel,
      removeChannel: () => undefined,
      realtime: { setAuth: async () => undefined },
      async rpc(_: string, { since }: { since: number }) {
        server.asked.push({ at: Date.now(), since })
        const { change } = server
        await new Promise((done) => setTimeout(done, 10))
        const now = new Date().toISOString()
        const calls =
          since > 0 ? [] : server.calls.map((id) => ({ id, started_at: now, state_at: now, ended_at: null }))
        return {
          data: { change, now, reported_at: now, count: server.calls.length, calls },
          error: null,
        }
      },
    }),
  }
})

let live: LiveCalls
let leave: () => void
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  Object.assign(server, { change: 1, calls: ['one', 'other'], asked: [] })
  live = new LiveCalls(null)
  leave = live.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  server.asked = []
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

/** A report of a switch, pushed once for each of so many tenants. */
async function report(tenants: number) {
  server.change += 1
  for (let tenant = 0; tenant < tenants; tenant++) {
    server.push(server.change)
    await vi.advanceTimersByTimeAsync(2)
  }
}

describe('the calls of a page', () => {
  test('are asked for at once, and once, when a report is pushed for each of its tenants', async () => {
    const begun = Date.now()
    await report(20)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.asked).toEqual([{ at: begun, since: 1 }])
  })

  test('do not wait because the report before was pushed for many tenants', async () => {
    await report(20)
    await vi.advanceTimersByTimeAsync(260 - 40)
    const begun = Date.now()
    await report(1)
    expect(server.asked.at(-1)).toEqual({ at: begun, since: 2 })
  })

  test('are asked for at most every quarter of a second, the last report included', async () => {
    const begun = Date.now()
    for (let reports = 0; reports < 20; reports++) {
      await report(1)
      await vi.advanceTimersByTimeAsync(48)
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.asked.map(({ at }) => at - begun)).toEqual([0, 250, 500, 750, 1000])
    expect(server.asked.at(-1)?.since).toBeLessThan(server.change)
  })

  test('are asked for at once after a report that was late, as its switch reports as before', async () => {
    const pushed: number[] = []
    for (const since of [255, 255 + 150, 255 - 150, 255, 255, 255]) {
      await vi.advanceTimersByTimeAsync(since - 2)
      pushed.push(Date.now())
      await report(1)
    }
    await vi.advanceTimersByTimeAsync(500)
    expect(server.asked.map(({ at }) => at)).toEqual(pushed)
  })

  test('are asked for by themselves only when nothing was pushed for a while, so that no report waits for that', async () => {
    await vi.advanceTimersByTimeAsync(3500)
    await report(1)
    await vi.advanceTimersByTimeAsync(600)
    server.asked = []
    const begun = Date.now()
    await report(1)
    expect(server.asked).toEqual([{ at: begun, since: 2 }])
    await vi.advanceTimersByTimeAsync(6000)
    expect(server.asked.map(({ since }) => since)).toEqual([2, 3])
  })

  test('are asked for as before when the machine’s clock is set back by hours', async () => {
    vi.setSystemTime(Date.now() - 5 * 3_600_000)
    await report(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(server.asked.length).toBe(1)
    await vi.advanceTimersByTimeAsync(6000)
    expect(server.asked.length).toBe(2)
  })

  test('are all asked for again when some are gone that did not end, as with a deleted switch', async () => {
    server.calls = ['other']
    server.asked = []
    await vi.advanceTimersByTimeAsync(6000)
    expect(live.state().calls?.map(({ id }) => id)).toEqual(['other'])
    expect(server.asked.map(({ since }) => since)).toEqual([1, 0])
  })
})
