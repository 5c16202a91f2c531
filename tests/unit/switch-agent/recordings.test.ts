import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppFailure } from '@/switch/app-client'
import { watchRecordings } from '@/switch/recordings'
import { refusal } from '@/tests/support/switch/refusal'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

// Nobody waits for as long as the agent does before it tries again.
vi.mock('node:timers/promises', async (original) => {
  const { setTimeout: pause } = await original<typeof import('node:timers/promises')>()
  return { setTimeout: (ms: number, ...more: [unknown, object]) => pause(Math.min(ms, 100), ...more) }
})

const TENANT = randomUUID()
const at = watchedSwitch()
let folder: string
let sent: { call: string; domain: string; sound: string }[]
let answer: () => Promise<void>
/** How often the tenant is not served yet when the agent looks. */
let unserved: number
beforeEach(() => {
  folder = join(at.storage, 'trunkline-calls', TENANT)
  mkdirSync(folder, { recursive: true })
  Object.assign(at.server.answers, { uuid_exists: 'false', 'conference xml_list': '<conferences/>' })
  ;[sent, unserved] = [[], 0]
  answer = () => Promise.resolve()
})

async function begin() {
  at.watch((source) =>
    watchRecordings({
      ...source,
      domainOf: (tenant) => (tenant === TENANT && unserved-- <= 0 ? 'acme.example' : undefined),
      async send(call, domain, sound) {
        sent.push({ call, domain, sound: await sound.text() })
        await answer()
      },
    }),
  )
  await expect
    .poll(() => at.server.commands)
    .toContainEqual(expect.stringContaining('event json RECORD_STOP'))
}

/** A file the switch last wrote to this many seconds ago; returns its call and path. */
function recorded(age: number) {
  const call = randomUUID()
  const path = join(folder, `${call}.wav`)
  writeFileSync(path, 'sound')
  utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age)
  return { call, path }
}

test.each([
  ['call', (path: string) => ({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })],
  ['room', (path: string) => ({ Action: 'stop-recording', Path: path })],
])(
  'a recording of a %s is delivered to the app once it has ended, and its file is deleted',
  async (_of, event) => {
    await begin()
    const { call, path } = recorded(0)
    at.server.say(event(path))
    await expect.poll(() => existsSync(path)).toBe(false)
    expect(sent).toEqual([{ call, domain: 'acme.example', sound: 'sound' }])
  },
)

test('a recording that ends twice is delivered once, and holds up no other', async () => {
  const logged = vi.spyOn(console, 'error')
  await begin()
  const ended = (path: string) => at.server.say({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })
  const first = recorded(0)
  ended(first.path)
  await expect.poll(() => existsSync(first.path)).toBe(false)
  ended(first.path)
  const second = recorded(0)
  ended(second.path)
  await expect.poll(() => existsSync(second.path)).toBe(false)
  expect(sent.map(({ call }) => call)).toEqual([first.call, second.call])
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

test('a recording that ends while its tenant is not served is delivered once it is again', async () => {
  unserved = 2
  await begin()
  const { path } = recorded(0)
  at.server.say({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(sent).toHaveLength(1)
})

test('a recording of a call stays while a room still writes to it', async () => {
  const { path } = recorded(0)
  at.server.answers['conference xml_list'] = `<record_path>${path}</record_path>`
  await begin()
  at.server.say({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })
  await expect
    .poll(() => at.server.commands.filter((each) => each === 'api conference xml_list').length)
    .toBeGreaterThan(1)
  expect(sent).toEqual([])
  at.server.answers['conference xml_list'] = '<conferences/>'
  await expect.poll(() => existsSync(path)).toBe(false)
})

test('a recording that ended while the agent was down is delivered; one still being recorded is not', async () => {
  const [room, over] = [recorded(60), recorded(60)]
  const lately = recorded(0)
  at.server.answers['conference xml_list'] = `<record_path>${room.path}</record_path>`
  await begin()
  await expect.poll(() => existsSync(over.path)).toBe(false)
  expect(sent.map(({ call }) => call)).toEqual([over.call])
  at.server.answers['conference xml_list'] = '<conferences/>'
  await expect.poll(() => existsSync(room.path), { timeout: 60_000 }).toBe(false)
  expect(existsSync(lately.path)).toBe(true)
})

test('a file that the app fails to take does not hold up the others', async () => {
  const [first, second] = [recorded(60), recorded(60)]
  const [failing] = readdirSync(folder)
  answer = async () => {
    if (sent.at(-1)?.call === failing?.slice(0, -4)) throw new AppFailure('/', 500, 'a fault')
  }
  await begin()
  const other = `${first.call}.wav` === failing ? second : first
  await expect.poll(() => existsSync(other.path)).toBe(false)
  expect(readdirSync(folder)).toEqual([failing])
})

test.each([503, 400, 404, 413])(
  'a file is kept while a proxy answers %i, and set aside if the app rejects it for good',
  async (status) => {
    const { call, path } = recorded(60)
    answer = () => Promise.reject(refusal(status))
    await begin()
    await expect.poll(() => sent.length).toBe(1)
    expect(existsSync(path)).toBe(true)
    await at.stop()
    answer = () => Promise.reject(refusal(422, 'app'))
    await begin()
    await expect.poll(() => readdirSync(folder)).toEqual([`${call}.wav.refused`])
  },
)
