import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTurn } from '@/lib/api/in-turn'
import { createLimiter } from '@/lib/api/limiter'
import { circuitBreaker } from '@/lib/providers/circuit-breaker'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Database } from '@/lib/supabase/database.types'
import { switchAdmissions } from '@/lib/switch/admission'
import { commandDone } from '@/lib/telephony/switch-command'
import { AttemptLimit } from '@/local/auth/rate-limit.ts'
import { SignInGuard } from '@/local/auth/sign-in-guard.ts'
import { shortOfRoom } from '@/local/disk-space.ts'
import type { App } from '@/switch/app-client'
import type { Mirror } from '@/switch/mirror'
import { mirrorStore } from '@/switch/store'
import { WrongPins } from '@/switch/wrong-pins'

const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** As a machine's clock is that was hours ahead when it started, and is corrected; then time goes on. */
function setBack(thenMs: number): void {
  vi.setSystemTime(Date.now() - 5 * HOUR)
  vi.advanceTimersByTime(thenMs)
}

describe('when the machine’s clock is set back by hours', () => {
  test('a switch’s admission still counts for a second only', async () => {
    const rpc = vi.fn(() => ({ throwOnError: async () => ({ data: { outcome: 'admitted', versions: {} } }) }))
    const { admit } = switchAdmissions({ rpc } as unknown as SupabaseClient<Database>)
    await admit('192.0.2.7', 'pbx-1', 'digest')
    setBack(1000)
    await admit('192.0.2.7', 'pbx-1', 'digest')
    expect(rpc).toHaveBeenCalledTimes(2)
  })

  test('a rate limit still lets its user go on when it says', () => {
    const wait = createLimiter({ times: 1, withinSeconds: 6 })
    expect(wait('ada')).toBe(0)
    setBack(0)
    expect(wait('ada')).toBe(6)
    vi.advanceTimersByTime(6000)
    expect(wait('ada')).toBe(0)
  })

  test('a provider that failed is asked again after its rest', async () => {
    const through = circuitBreaker({ failures: 1, restMs: 1000 })
    await expect(through(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    setBack(1000)
    expect(await through(async () => 'back')).toBe('back')
  })

  test('who waits for a turn is still told after half a minute to try again', async () => {
    let asked = 0
    const rpc = () => {
      if (++asked === 5) throw new Error('It waits on and on.')
      setBack(20_000)
      return { throwOnError: async () => ({ data: false }) }
    }
    const work = vi.fn(async () => 'done')
    await expect(inTurn({ rpc } as unknown as SupabaseClient<Database>, 'x', work)).rejects.toMatchObject({
      status: 503,
    })
  })

  test('who has entered wrong passwords still waits for a second only', () => {
    const guard = new SignInGuard()
    for (let tries = 0; tries < 5; tries++) guard.attempt('someone@demo.test', '192.0.2.1')
    setBack(0)
    expect(guard.attempt('someone@demo.test', '192.0.2.1').waitMs).toBe(1000)
    vi.advanceTimersByTime(1000)
    expect(guard.attempt('someone@demo.test', '192.0.2.1').waitMs).toBe(0)
  })

  test('who has used up the attempts of a window still gets new ones when it is over', () => {
    const limit = new AttemptLimit(1, 1000)
    expect(limit.take('a')).toBe(true)
    setBack(0)
    expect(limit.waitMs('a')).toBe(1000)
    vi.advanceTimersByTime(1000)
    expect(limit.take('a')).toBe(true)
  })

  test('a mailbox that wrong PINs have closed still opens after an hour', () => {
    const pins = new WrongPins()
    const box = { domain: 'acme.pbx.test', extension: 'one' }
    for (let tries = 0; tries < 10; tries++) pins.note(box, false)
    setBack(0)
    expect(pins.isOpen(box)).toBe(false)
    vi.advanceTimersByTime(HOUR)
    expect(pins.isOpen(box)).toBe(true)
  })

  test('an order to a switch that does not answer still fails after ten seconds', async () => {
    let asked = 0
    const eq = async () => {
      if (++asked === 5) throw new Error('It waits on and on.')
      setBack(6000)
      return { data: [], error: null }
    }
    const supabase = { from: () => ({ select: () => ({ eq }) }) } as unknown as Supabase
    await expect(commandDone(supabase, 'id')).rejects.toThrow('The switch has not answered.')
  })

  test('a disk that has room again is found to have it within a second', () => {
    let free = 0
    const isShort = shortOfRoom('/', () => free)
    expect(isShort()).toBe(true)
    free = 10 ** 10
    setBack(1000)
    expect(isShort()).toBe(false)
  })

  test('a switch beside an agent still gets the gateways as they are', async () => {
    let name = 'before'
    const app = { ask: async () => [{ name }] } as unknown as App
    const own = { name: 'pbx-1', digest: 'a'.repeat(64) }
    const store = mirrorStore(own, {} as Mirror, app, async () => undefined)
    await store.gateways()
    name = 'after'
    setBack(5001)
    expect(await store.gateways()).toEqual([{ name: 'after' }])
  })
})
