import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Greetings } from '@/switch/greetings'
import { type EventServer, eventServer } from '@/tests/support/switch/event-server'

let server: EventServer
let storage: string
let path: string
let sent: { account: string; place: number; sound: string }[]
let stopping: AbortController
let watching: Promise<void>
beforeEach(async () => {
  storage = mkdtempSync(join(tmpdir(), 'greetings-'))
  const folder = join(storage, 'voicemail/default/acme.example/1001')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(storage, 'voicemail/default/other.example/1001'), { recursive: true })
  writeFileSync(join(storage, 'voicemail/default/other.example/1001/greeting_1.wav'), 'theirs')
  path = join(folder, 'greeting_1.wav')
  server = await eventServer('ClueCon')
  server.answers = { 'global_getvar storage_dir': storage }
  sent = []
})
afterEach(async () => {
  await stop()
  await server.close()
  rmSync(storage, { recursive: true, force: true })
})

async function begin() {
  stopping = new AbortController()
  const before = server.commands.length
  const greetings = new Greetings({
    port: server.port,
    password: 'ClueCon',
    stopped: stopping.signal,
    isServed: (domain) => domain === 'acme.example',
    async send({ account, place }, sound) {
      sent.push({ account, place, sound: await sound.text() })
    },
  })
  watching = greetings.watch()
  await expect.poll(() => server.commands.slice(before)).toContain('event json CUSTOM vm::maintenance')
}
async function stop() {
  stopping.abort()
  await watching
}
const says = (action: string) => server.say({ 'VM-Action': action, 'VM-Greeting-Path': path })

test('a greeting recorded by phone is sent once, and again when it is selected or re-recorded', async () => {
  await begin()
  writeFileSync(path, 'hello')
  says('record-greeting')
  await expect.poll(() => sent).toEqual([{ account: '1001', place: 1, sound: 'hello' }])
  await stop()
  await begin()
  says('change-greeting')
  await expect.poll(() => sent.length).toBe(2)
})

test('a greeting recorded while the agent was down is sent', async () => {
  writeFileSync(path, 'hello')
  await begin()
  await expect.poll(() => sent.length).toBe(1)
})
