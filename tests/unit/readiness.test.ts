import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readinessOf } from '@/lib/service/readiness'
import type { Database } from '@/lib/supabase/database.types'
import { standInServer } from '../support/stand-in-server'

const MISSING = { statusCode: '404', error: 'not_found', message: 'Object not found' }
const NEVER = undefined

/** Status and body of each answer; none is ever given when undefined. */
let database: [number, unknown] | undefined
let storage: [number, unknown] | undefined
const origin = standInServer((request, response) => {
  const answer = request.url?.startsWith('/storage/') ? storage : database
  if (!answer) return
  response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]))
})

test.each([
  ['everything is there', [200, '7'], [400, MISSING], { database: true, storage: true, migrations: true }],
  ['the database is away', [503, {}], [400, MISSING], { database: false, storage: true, migrations: false }],
  [
    'the database does not answer',
    NEVER,
    [400, MISSING],
    { database: false, storage: true, migrations: false },
  ],
  [
    'Storage is away',
    [200, '7'],
    [503, { message: 'away' }],
    { database: true, storage: false, migrations: true },
  ],
  ['Storage does not answer', [200, '7'], NEVER, { database: true, storage: false, migrations: true }],
  [
    'the migrations are others',
    [200, '6'],
    [400, MISSING],
    { database: true, storage: true, migrations: false },
  ],
] as const)('when %s', async (_case, saysDatabase, saysStorage, expected) => {
  database = saysDatabase && [...saysDatabase]
  storage = saysStorage && [...saysStorage]
  const admin = createClient<Database>(origin(), 'key', { auth: { persistSession: false } })
  expect(await readinessOf(admin, '7', 500)).toEqual(expected)
})
