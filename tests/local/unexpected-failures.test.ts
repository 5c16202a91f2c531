import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openApiServer } from '../../local/api-server.ts'
import { freePort } from '../../local/free-port.ts'
import { start, workspace } from './support.ts'

const FAILED = {
  statusCode: '500',
  message: 'Something went wrong on the server. Try again.',
}

/** Status and body of an answer that says what to do. */
async function told(answer: Response): Promise<unknown> {
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  return { status: answer.status, body: await answer.json() }
}
const FAILURE = { status: 500, body: expect.objectContaining(FAILED) }

async function storage() {
  const { url, serviceKey, databaseUrl, dataDir } = await startWithBucket()
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'audio/wav' }
  const file = (name: string, init: RequestInit = {}) =>
    fetch(`${url}/storage/v1/object/sounds/${name}`, { ...init, headers })
  const connected = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  return { file, connected, folder: join(dataDir, 'storage') }
}

async function startWithBucket() {
  const place = workspace({
    'migrations/20260101000000_sounds.sql':
      "insert into storage.buckets (id, name) values ('sounds', 'sounds')",
  })
  return { ...(await start(place)), dataDir: place.dataDir }
}

test('whatever fails in a handler is answered with a sentence and logged without tokens, and the next request as ever', async () => {
  const lines: string[] = []
  const api = await openApiServer(await freePort(), () => false, lines.push.bind(lines))
  onTestFinished(() => api.close())
  api.serve(
    () => Promise.reject(new Error('the secret cause')),
    ({ url }) =>
      url?.startsWith('/direct') ? Promise.reject(new Error('the secret cause')) : Promise.resolve(false),
  )
  for (const path of ['/any', '/direct']) {
    expect(await told(await fetch(`${api.url}${path}?token=secret`, { method: 'POST' }))).toEqual(FAILURE)
    expect(lines.pop()).toBe(`POST ${path}: the secret cause`)
  }
  api.serve(async () => new Response('well'))
  expect(await (await fetch(`${api.url}/any`)).text()).toBe('well')
})

test('a file whose bytes cannot be read is answered with a sentence', async () => {
  const { file, folder } = await storage()
  expect((await file('tone.wav', { method: 'POST', body: 'sound' })).status).toBe(200)
  const [version = ''] = readdirSync(folder)
  rmSync(join(folder, version))
  symlinkSync(version, join(folder, version))
  expect(await told(await file('tone.wav'))).toEqual(FAILURE)
})

test.each([
  { what: 'reading a file', init: {} },
  { what: 'storing a file', init: { method: 'POST', body: randomBytes(20_000_000) } },
  { what: 'deleting a file', init: { method: 'DELETE' } },
])('$what while the database ends its connection is answered with a sentence', async ({ init }) => {
  const { file, connected } = await storage()
  // In a transaction, what a connection sees of the others stays as it was.
  const [database, blocker] = [await connected(), await connected()]
  await blocker.query('begin; lock table storage.buckets')
  const asked = file(`${randomUUID()}.wav`, init)
  const waiting = "from pg_stat_activity where application_name = 'storage' and wait_event_type = 'Lock'"
  await expect.poll(async () => (await database.query(`select ${waiting}`)).rowCount).toBe(1)
  await database.query(`select pg_terminate_backend(pid) ${waiting}`)
  expect(await told(await asked)).toEqual(FAILURE)
  await blocker.query('rollback')
  expect((await file('none.wav')).status).toBe(400)
})
