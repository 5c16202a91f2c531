import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from '@/lib/api/in-turn'
import type { Database } from '@/lib/supabase/database.types'
import { standInServer } from '../support/stand-in-server'

let asked: string[]
/** Whether the turn is given, at each request for it. */
let given: () => boolean
const database = standInServer((request, response) => {
  const name = request.url?.split('/').at(-1) ?? ''
  asked.push(name)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(name === 'take_turn' ? given() : null))
})
beforeEach(() => {
  asked = []
  given = () => true
})
afterEach(() => vi.useRealTimers())

const run = (work: () => Promise<string>) => inTurn(createClient<Database>(database(), 'service'), 'x', work)

test('work waits until the turn is given, and ends it', async () => {
  const turns = [false, false, true]
  given = () => turns.shift() ?? false
  expect(await run(async () => asked.join(' '))).toBe('take_turn take_turn take_turn')
  expect(asked.at(-1)).toBe('end_turn')
})

test('work that fails ends its turn', async () => {
  await expect(run(() => Promise.reject(new Error('No mail today.')))).rejects.toThrow('No mail today.')
  expect(asked).toEqual(['take_turn', 'end_turn'])
})

test('who has waited for half a minute is told to try again, and nothing is done', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  given = () => {
    vi.advanceTimersByTime(20_000)
    return false
  }
  const work = vi.fn(async () => 'done')
  await expect(run(work)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
  expect([asked, work.mock.calls]).toEqual([['take_turn', 'take_turn'], []])
})
