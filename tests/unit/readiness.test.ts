import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownReadiness } from '@/lib/server/own-readiness'
import { readinessOf, sharedReadiness } from '@/lib/server/readiness'
import type { Database } from '@/lib/supabase/database.types'
import { Vault } from '@/lib/vault/vault'
import { standInServer } from '../support/stand-in-server'

const MISSING = { statusCode: '404', error: 'not_found', message: 'Object not found' }
const NEVER = undefined
const PATIENCE_MS = 60_000

/** The keys of the stored secrets. */
const KEYS = ['one', 'one', 'lost']
const vaultOf = (...ids: string[]) => new Vault(ids.map((id) => ({ id, bytes: Buffer.alloc(32) })))

/** Status and body of each answer; none is ever given when undefined. */
let database: [number, unknown] | undefined
let storage: [number, unknown] | undefined
let keys: string[]
let writable: boolean
beforeEach(() => {
  database = [200, '7']
  storage = [400, MISSING]
  keys = KEYS
  writable = true
})
const origin = standInServer((request, response) => {
  const answer = request.url?.startsWith('/storage/') ? storage : database
  if (!answer) return
  const told = { sealing_keys: keys, is_writable: writable }[request.url?.split('/').at(-1) ?? '']
  response.writeHead(answer[0], { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer[0] === 200 ? (told ?? answer[1]) : answer[1]))
})

const readiness = (
  vault: Vault | null = vaultOf('other', 'one'),
  builtWith = '7',
  fetchAnswer: typeof fetch = fetch,
) =>
  readinessOf(
    createClient<Database>(origin(), 'key', {
      auth: { persistSession: false },
      global: { fetch: fetchAnswer },
    }),
    builtWith,
    () => vault ?? undefined,
    PATIENCE_MS,
  )
const READY = { database: true, storage: true, migrations: true, secrets: true, writable: true }
const AWAY = { ...READY, database: false, migrations: false, secrets: false, writable: false }

test.each([
  ['everything is there', [200, '7'], [400, MISSING], READY],
  ['the database is away', [503, {}], [400, MISSING], AWAY],
  ['the database does not answer', NEVER, [400, MISSING], AWAY],
  ['Storage is away', [200, '7'], [503, { message: 'away' }], { ...READY, storage: false }],
  ['Storage does not answer', [200, '7'], NEVER, { ...READY, storage: false }],
  ['the database lacks a migration', [200, '6'], [400, MISSING], { ...READY, migrations: false }],
  ['the database has the migrations of a later release', [200, '8'], [400, MISSING], READY],
] as const)('when %s', async (_case, saysDatabase, saysStorage, expected) => {
  database = saysDatabase && [...saysDatabase]
  storage = saysStorage && [...saysStorage]
  // Counted by this call: what an earlier test asked may be answered only now.
  let read = 0
  const readWhole: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked)
    const body = await answer.text()
    read += 1
    return new Response(body, answer)
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const found = readiness(undefined, undefined, readWhole)
  // Of the four questions, three are for the database.
  await vi.waitUntil(() => read === (database ? 3 : 0) + (storage ? 1 : 0))
  await new Promise(setImmediate)
  vi.advanceTimersByTime(PATIENCE_MS)
  expect(await found).toEqual(expected)
})
afterEach(() => void vi.useRealTimers())

test.each([
  ['the key of most secrets', vaultOf('other', 'one'), true],
  ['another key', vaultOf('other'), false],
  ['only a key that few of them have', vaultOf('lost'), false],
] as const)('a server with %s', async (_case, vault, secrets) => {
  expect(await readiness(vault)).toEqual({ ...READY, secrets })
})

test('a database that takes no changes is told apart from one that is away', async () => {
  writable = false
  expect(await readiness()).toEqual({ ...READY, writable: false })
})

test('an app that does not know which migrations it was built with is not ready', async () => {
  expect(await readiness(undefined, '')).toEqual({ ...READY, migrations: false })
})

test('a server without the service key says that this is what is missing', async () => {
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', origin())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon')
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { serviceKey, database } = await ownReadiness()
  expect([serviceKey, database]).toEqual([false, false])
})

test('a server without a key is ready only as long as nothing is stored', async () => {
  expect(await readiness(null)).toEqual({ ...READY, secrets: false })
  keys = []
  expect(await readiness(null)).toEqual(READY)
})

test('however many ask whether a server is ready, it asks once, and again a second after the answer', async () => {
  let now = 0
  const answers: ((found: typeof READY) => void)[] = []
  const ask = sharedReadiness(
    () => new Promise((done) => answers.push(done)),
    () => now,
  )
  const asked = [ask(), ask()]
  now = 2000
  asked.push(ask())
  expect(answers).toHaveLength(1)
  answers[0]?.(AWAY)
  expect(await Promise.all(asked)).toEqual([AWAY, AWAY, AWAY])
  now = 2999
  expect(await ask()).toEqual(AWAY)
  now = 3000
  const later = ask()
  expect(answers).toHaveLength(2)
  answers[1]?.(READY)
  expect(await later).toEqual(READY)
})
