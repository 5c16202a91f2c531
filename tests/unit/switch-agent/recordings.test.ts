import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppFailure } from '@/switch/app'
import { Recordings } from '@/switch/recordings'
import { type EventServer, eventServer } from '@/tests/support/switch/event-server'

const TENANT = randomUUID()
let server: EventServer
let storage: string
let folder: string
let sent: { call: string; domain: string; sound: string }[]
let answer: () => Promise<void>
let stopping: AbortController
let watching: Promise<void>
beforeEach(async () => {
  storage = mkdtempSync(join(tmpdir(), 'recordings-'))
  folder = join(storage, 'trunkline-calls', TENANT)
  mkdirSync(folder, { recursive: true })
  server = await eventServer('ClueCon')
  server.answers = {
    'global_getvar storage_dir': storage,
    uuid_exists: 'false',
    'conference xml_list': '<conferences/>',
  }
  sent = []
  answer = () => Promise.resolve()
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await watching
  await server.close()
  rmSync(storage, { recursive: true, force: true })
})

async function begin() {
  const recordings = new Recordings({
    port: server.port,
    password: 'ClueCon',
    stopped: stopping.signal,
    domainOf: (tenant) => (tenant === TENANT ? 'acme.example' : undefined),
    async send(call, domain, sound) {
      sent.push({ call, domain, sound: await sound.text() })
      await answer()
    },
  })
  watching = recordings.watch()
  await expect.poll(() => server.commands).toContain('event json RECORD_STOP')
}

/** A file as the switch wrote to it last so many seconds ago; its call and its path. */
function recorded(age: number) {
  const call = randomUUID()
  const path = join(folder, `${call}.wav`)
  writeFileSync(path, 'sound')
  utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age)
  return { call, path }
}

test('a recording is delivered to the app once it has ended, and its file is deleted', async () => {
  await begin()
  const { call, path } = recorded(0)
  server.say({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(sent).toEqual([{ call, domain: 'acme.example', sound: 'sound' }])
})

test('a recording that ended while the agent was down is delivered; one still being recorded is not', async () => {
  const [room, over] = [recorded(60), recorded(60)]
  const lately = recorded(0)
  server.answers['conference xml_list'] = `<record_path>${room.path}</record_path>`
  await begin()
  await expect.poll(() => existsSync(over.path)).toBe(false)
  expect(sent.map(({ call }) => call)).toEqual([over.call])
  server.answers['conference xml_list'] = '<conferences/>'
  await expect.poll(() => existsSync(room.path), { timeout: 60_000 }).toBe(false)
  expect(existsSync(lately.path)).toBe(true)
})

test('a file is kept while the app is unreachable, and set aside if the app rejects it for good', async () => {
  const { call, path } = recorded(60)
  answer = () => Promise.reject(new AppFailure('/', 503, 'away'))
  await begin()
  await expect.poll(() => sent.length).toBe(1)
  expect(existsSync(path)).toBe(true)
  stopping.abort()
  await watching
  stopping = new AbortController()
  answer = () => Promise.reject(new AppFailure('/', 422, 'no sound'))
  await begin()
  await expect.poll(() => readdirSync(folder)).toEqual([`${call}.wav.refused`])
})
