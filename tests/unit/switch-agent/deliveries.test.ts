import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REFUSAL } from '@/lib/api/failure'
import { toFile } from '@/lib/switch/agent/tenant-file'
import { startAgent } from '@/switch/agent'
import { appAt } from '@/switch/app-client'
import { Outbox } from '@/switch/outbox'
import { CALL_RECORD, deliverAll } from '@/switch/send-files'
import { agentServer, type Served } from '@/switch/server'
import { settingsOf } from '@/switch/settings'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'
import { agentEnvironment } from '@/tests/support/switch/agent-environment'

const RECORD = '{"variables":{"uuid":"5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11"}}'
const TOO_MANY = '{}\n'.repeat(10_001)

let folder: string
let outbox: Outbox
let servers: Server[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deliveries-'))
  outbox = await Outbox.open(folder)
  servers = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await outbox.close()
  rmSync(folder, { recursive: true, force: true })
  vi.restoreAllMocks()
})

async function listening(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('call records that the app would not take do not hold up those after them', async () => {
  const posted: string[] = []
  const url = await listening(
    createServer(async (req, res) => {
      posted.push(await text(req))
      res.end('{}')
    }),
  )
  for (const body of [TOO_MANY, RECORD]) await outbox.append(CALL_RECORD, body)
  const stopping = new AbortController()
  const running = deliverAll(outbox, appAt(url, 'east', 'secret'), stopping.signal)
  await expect.poll(() => outbox.size).toBe(0)
  stopping.abort()
  await running
  expect(posted).toEqual([`[${RECORD}]`])
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    'Skipped, because the app rejected it:',
    expect.stringContaining('10,000'),
    TOO_MANY.slice(0, 2000),
  )
})

test('a record that the app rejects is logged without the signatures of addresses in it', async () => {
  const url = await listening(createServer((_, res) => res.writeHead(422, { [REFUSAL]: 'app' }).end('No.')))
  await outbox.append(CALL_RECORD, '{"path":"https://app.test/api/switch/sounds/east/5ec3e7/greeting.wav"}')
  const stopping = new AbortController()
  const running = deliverAll(outbox, appAt(url, 'east', 'secret'), stopping.signal)
  await expect.poll(() => outbox.size).toBe(0)
  stopping.abort()
  await running
  const logged = '{"path":"https://app.test/api/switch/sounds/east/…/greeting.wav"}'
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    'Skipped, because the app rejected it:',
    expect.stringContaining('422'),
    logged,
  )
})

test.each([400, 413])('nothing is skipped because a proxy answers %i', async (status) => {
  let isAway = true
  const posted: string[] = []
  const url = await listening(
    createServer(async (req, res) => {
      posted.push(await text(req))
      res.writeHead(isAway ? status : 200).end('{}')
    }),
  )
  for (let at = 0; at < 2; at += 1) await outbox.append(CALL_RECORD, RECORD)
  const stopping = new AbortController()
  const running = deliverAll(outbox, appAt(url, 'east', 'secret'), stopping.signal)
  await expect
    .poll(() => console.error)
    .toHaveBeenCalledWith('Nothing can be delivered right now:', expect.anything())
  expect(outbox.size).toBe(2)
  isAway = false
  await expect.poll(() => outbox.size).toBe(0)
  stopping.abort()
  await running
  expect(posted.at(-1)).toBe(`[${RECORD},${RECORD}]`)
})

test('what a proxy takes only one by one is delivered one by one', async () => {
  const taken: string[] = []
  const url = await listening(
    createServer(async (req, res) => {
      const body = await text(req)
      const isTooMuch = body.length > RECORD.length + 2
      if (!isTooMuch) taken.push(body)
      res.writeHead(isTooMuch ? 413 : 200).end('{}')
    }),
  )
  for (let at = 0; at < 2; at += 1) await outbox.append(CALL_RECORD, RECORD)
  const stopping = new AbortController()
  const running = deliverAll(outbox, appAt(url, 'east', 'secret'), stopping.signal)
  await expect.poll(() => outbox.size).toBe(0)
  stopping.abort()
  await running
  expect(taken).toEqual([`[${RECORD}]`, `[${RECORD}]`])
})

test('call records that the app would not take are refused to their sender, and others are kept', async () => {
  const served = {
    store: { admit: async () => ({ outcome: 'admitted' }) },
    keepRecord: (body: string) => outbox.append(CALL_RECORD, body),
  } as unknown as Served
  const url = await listening(agentServer(Promise.resolve(served)))
  const post = async (body: string) => {
    const headers = { authorization: `Basic ${Buffer.from('east:secret').toString('base64')}` }
    return (await fetch(`${url}/api/cdr`, { method: 'POST', headers, body })).status
  }
  expect([await post(TOO_MANY), await post(RECORD)]).toEqual([413, 200])
  expect(await outbox.oldest(10, 1000)).toMatchObject([{ body: RECORD }])
})

test('a 911 call waits for no call records, and is kept while it cannot be delivered', async () => {
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    settings: { emergency_notification_emails: ['desk@acme.test'] },
    extensions: [anExtension('1001')],
  })
  const answers: Record<string, unknown> = {
    '/api/switch/agent/news': {
      switch: { id: 'switch', name: 'east', serves: null },
      tag: 'tag',
      versions: { acme: 1 },
      commands: [],
      voicemail: [],
    },
    '/api/switch/agent/tenant': toFile({ snapshot: { ...snapshot, version: 1 }, hashes: new Map() }),
  }
  const delivered: unknown[] = []
  const url = await listening(
    createServer(async (req, res) => {
      const body = await text(req)
      const answer = answers[req.url ?? '']
      if (answer && req.url?.endsWith('/deliver')) delivered.push(JSON.parse(body))
      res.writeHead(answer ? 200 : 503).end(JSON.stringify(answer))
    }),
  )
  const account = { name: 'east', secret: 'secret' }
  const start = async () =>
    startAgent(
      settingsOf(await agentEnvironment({ account, app: url, folder: join(folder, 'agent'), eventsPort: 1 })),
    )
  let agent = await start()
  const local = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${agent.port}${path}`, init)
  const health = async () => (await (await local('/health')).json()) as object
  await expect.poll(health).toMatchObject({ tenants: 1 })
  const away = JSON.stringify({
    variables: {
      uuid: '0d6b6f0e-5f0c-4c53-8a39-6d1f6a3f9f35',
      domain_name: 'acme.pbx.test',
      user_name: 'e1001',
      start_epoch: '1767225600',
      trunkline_away: 'true',
      trunkline_emergency: '911',
    },
  })
  const headers = { authorization: `Basic ${Buffer.from('east:secret').toString('base64')}` }
  for (const body of [RECORD, away])
    expect((await local('/api/cdr', { method: 'POST', headers, body })).status).toBe(200)
  expect(await health()).toMatchObject({ undelivered: 3 })
  await agent.stop()
  agent = await start()
  expect(await health()).toMatchObject({ undelivered: 3 })
  answers['/api/switch/agent/deliver'] = { counted: 1 }
  await expect.poll(() => delivered).toMatchObject([{ entries: [{ agentEvent: { kind: 'emergency' } }] }])
  await expect.poll(health).toMatchObject({ undelivered: 2 })
  await agent.stop()
})
