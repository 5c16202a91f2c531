import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { secretsFile } from '../../local/keys.ts'
import { type NextProcess, startNext, untilListening } from '../../scripts/lib/next-process.ts'
import { testAppEnvironment } from '../../scripts/lib/test-app.ts'
import { type Agent, startAgent } from '../../switch/agent'
import { settingsOf } from '../../switch/settings'
import { postmaster, spawnBackend } from '../local/support.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { switchRecord } from '../support/switch-record.ts'
import { agentEnvironment } from '../support/switch/agent-environment'
import { type EventServer, eventServer, recorded } from '../support/switch/event-server'

const DOMAIN = 'granite-peak-outfitters.pbx.example'
const SOON = { timeout: 60_000 }
const folder = mkdtempSync(join(tmpdir(), 'database-away-'))
const dataDir = join(folder, 'data')

let supabasePort: number
let backend: ChildProcess
let addresses: { url: string; serviceKey: string; databaseUrl: string }
let app: NextProcess
let port: number
/** What the app has logged. */
const lines: string[] = []
let events: EventServer
let made: MadeSwitch
let agent: Agent
let extension: string

/** The backend of this test alone, so that its PostgreSQL can be killed. */
async function startBackend(): Promise<void> {
  const { child, started } = spawnBackend({ LOCAL_DATA_DIR: dataDir, SUPABASE_PORT: String(supabasePort) })
  backend = child
  addresses = await started
}

const inDatabase = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: addresses.databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  supabasePort = await freePort()
  await startBackend()
  port = await freePort()
  app = startNext(
    resolve(import.meta.dirname, '../..'),
    ['start', '-p', String(port)],
    {
      ...testAppEnvironment(),
      LOCAL_DATA_DIR: dataDir,
      SUPABASE_URL: addresses.url,
      SUPABASE_SERVICE_ROLE_KEY: addresses.serviceKey,
      SECRETS_KEY_FILE: secretsFile(dataDir),
      REQUEST_SECONDS: '10',
    },
    { verbose: false },
  )
  for (const output of [app.child.stdout, app.child.stderr]) {
    if (output) createInterface({ input: output }).on('line', (line) => lines.push(line))
  }
  if (!(await untilListening(app, port))) throw new Error('The app did not start.')
  const pool = new pg.Pool({ connectionString: addresses.databaseUrl })
  made = await newSwitch(pool)
  await pool.end()
  const [phone] = await inDatabase<{ extension: string }>(
    `select e.extension from public.extensions e join public.tenants t on t.id = e.tenant_id
     where t.domain = $1 and e.enabled and not e.suspended and not e.do_not_disturb
     order by e.extension limit 1`,
    [DOMAIN],
  )
  extension = phone?.extension ?? ''
  events = await eventServer('ClueCon')
  events.answers = {
    'global_getvar storage_dir': join(folder, 'storage'),
    'show channels as json': '{"row_count":0}',
    'hash select/trunkline/gateways': '-ERR no reply',
  }
  const environment = await agentEnvironment({
    account: made,
    app: `http://127.0.0.1:${port}`,
    folder: join(folder, 'agent'),
    eventsPort: events.port,
  })
  agent = await startAgent(settingsOf(environment))
}, 300_000)
afterAll(async () => {
  await agent?.stop()
  await events?.close()
  await app?.stop()
  const ended = backend?.exitCode === null ? once(backend, 'exit') : undefined
  backend?.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
/** Asked again and again: a check that takes a busy machine two seconds has failed. */
const ready = async () => {
  const answer = await ask('/api/ready')
  return { status: answer.status, ...(await answer.json()) }
}
const READY = { status: 200, database: true, storage: true, migrations: true, secrets: true, writable: true }

const health = async () => (await fetch(`http://127.0.0.1:${agent.port}/health`)).json()
const post = (path: string, body: string) =>
  fetch(`http://127.0.0.1:${agent.port}${path}`, {
    method: 'POST',
    headers: { authorization: made.authorization },
    body,
  })
const record = async (uuid: string) => {
  const answer = await post('/api/cdr', JSON.stringify(switchRecord({ uuid, domain: DOMAIN })))
  expect(answer.status).toBe(200)
}
/** What the switch is told to do with a call from a phone to the tenant's extension. */
const dial = async () => {
  const asked = {
    section: 'dialplan',
    'Caller-Context': DOMAIN,
    'Hunt-Destination-Number': extension,
    'Unique-ID': randomUUID(),
    variable_user_name: extension,
    variable_domain_name: DOMAIN,
  }
  return (await post('/api/switch/xml', new URLSearchParams(asked).toString())).text()
}
const registered = () =>
  inDatabase<{ account: string; lost: boolean }>(
    `select e.extension as account, r.lost_at is not null as lost
     from public.registrations r join public.extensions e on e.id = r.extension_id`,
  )

test('calls go on while the database alone is away, and everything is delivered once when it is back', async () => {
  const phone = JSON.parse(
    JSON.stringify(recorded.registered).replaceAll('acme.pbx.test', DOMAIN).replaceAll('1001', extension),
  )
  await expect.poll(health, SOON).toMatchObject({ app: true, switch: true, undelivered: 0 })
  await expect.poll(ready, SOON).toEqual(READY)
  const routed = await dial()
  expect(routed).toContain(extension)

  const uuids = Array.from({ length: 300 }, () => randomUUID())
  for (const [at, uuid] of uuids.entries()) {
    // Some are being delivered just then.
    if (at === 100) process.kill(postmaster(dataDir), 'SIGKILL')
    await record(uuid)
  }
  await expect.poll(health, SOON).toMatchObject({ app: false })
  if (backend.exitCode === null) await once(backend, 'exit')
  // An answer is shared for a second.
  await expect.poll(ready, SOON).toEqual({
    status: 503,
    database: false,
    storage: false,
    migrations: false,
    secrets: false,
    writable: false,
  })
  const failed = await ask(`/api/quotes/${randomUUID()}`)
  const id = failed.headers.get('x-request-id') ?? 'none'
  expect([failed.status, await failed.json()]).toEqual([
    500,
    { message: `Something went wrong. If you report this, name request ${id}.` },
  ])
  // The error comes on one stream and the request's line on the other, so either may be first. '{' sorts last.
  const named = () => lines.filter((line) => line.includes(id)).sort()
  await expect
    .poll(named)
    .toEqual([
      expect.stringMatching(new RegExp(`^Request ${id}: GET /api/quotes/… failed:`)),
      expect.stringMatching(/^\{/),
    ])
  expect(JSON.parse(named()[1] ?? '')).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    id,
    method: 'GET',
    path: '/api/quotes/…',
    status: 500,
    ms: expect.any(Number),
  })
  events.say(phone)
  expect(await dial()).toContain(extension)
  await record(uuids[0] ?? '')
  expect(await health()).toMatchObject({ app: false, undelivered: expect.any(Number) })

  await startBackend()
  await expect.poll(health, SOON).toMatchObject({ app: true, undelivered: 0 })
  const stored = () => inDatabase('select call_uuid from public.cdr where call_uuid = any ($1)', [uuids])
  await expect.poll(stored, SOON).toHaveLength(uuids.length)
  await expect.poll(registered, SOON).toEqual([{ account: extension, lost: false }])
  expect(await dial()).toContain(extension)
}, 300_000)

test('the app is ready while its database has the migrations that it was built with, also beside later ones', async () => {
  await expect.poll(ready, SOON).toEqual(READY)
  const versions = 'supabase_migrations.schema_migrations'
  await inDatabase(`insert into ${versions} (version, name) values ('99990101000000', 'later')`)
  try {
    await expect.poll(ready, SOON).toEqual(READY)
  } finally {
    await inDatabase(`delete from ${versions} where version = '99990101000000'`)
  }
  await inDatabase(
    `update ${versions} set version = '0' || version where version = (select max(version) from ${versions})`,
  )
  try {
    await expect.poll(ready, SOON).toEqual({ ...READY, status: 503, migrations: false })
  } finally {
    await inDatabase(`update ${versions} set version = substr(version, 2) where version like '0%'`)
  }
  await expect.poll(ready, SOON).toEqual(READY)
})

describe('the web server', () => {
  /** Sends this; resolves to all that is answered until the server closes the connection. */
  function talk(begun: string) {
    const socket = connect(port, '127.0.0.1')
    socket.write(begun)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that closes while something is being sent to it resets the connection, after its answer.
    socket.on('error', () => undefined)
    const said = new Promise<string>((done) => {
      socket.on('close', () => done(Buffer.concat(chunks).toString()))
    })
    return { socket, said }
  }
  const sign = () => `Authorization: ${made.authorization}`

  test('closes a connection whose headers do not arrive, or whose body trickles', async () => {
    // Node looks at its connections every 30 seconds.
    const headers = talk('GET /login HTTP/1.1\r\nHost: localhost\r\nAccept: ')
    const body = talk(
      `POST /api/cdr HTTP/1.1\r\nHost: localhost\r\n${sign()}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
    const trickle = setInterval(() => body.socket.write(' '), 1000)
    expect(await body.said.finally(() => clearInterval(trickle))).toMatch(/^HTTP\/1\.1 408 /)
    expect(await headers.said).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('finishes the request under way when it is stopped, and no client keeps it running', async () => {
    const uuid = randomUUID()
    const body = JSON.stringify(switchRecord({ uuid, domain: DOMAIN }))
    const { socket, said } = talk(
      `POST /api/cdr HTTP/1.1\r\nHost: localhost\r\n${sign()}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
    )
    // An answer to a later request: the first one is under way.
    expect((await ask('/api/health')).status).toBe(200)
    app.child.kill('SIGTERM')
    // The agent asks every second, and this does all the time, on connections that are kept.
    await expect.poll(() => ask('/api/health').catch(() => null), SOON).toBeNull()
    socket.write(body.slice(20))
    expect(await said).toMatch(/^HTTP\/1\.1 200 /)
    // As after any SIGTERM.
    expect(await app.exited).toBe(143)
    expect(await inDatabase('select call_uuid from public.cdr where call_uuid = $1', [uuid])).toHaveLength(1)
  })
})
