import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchGreetings } from '@/switch/greetings'
import { refusal } from '@/tests/support/switch/refusal'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const at = watchedSwitch()
const EXTENSION = '5b0e7a52-6d1f-4c39-9a58-1f27c3d9e841'
let path: string
let sent: { extension: string; place: number; sound: string }[]
let answer: () => Promise<void>
let served: string[]
/** The domains that the agent has looked for. */
let asked: string[]
beforeEach(() => {
  const boxes = ['acme.example', 'other.example'].map((domain) =>
    join(at.storage, `voicemail/default/${domain}/${EXTENSION}`),
  )
  for (const box of boxes) mkdirSync(box, { recursive: true })
  path = join(boxes[0] ?? '', 'greeting_1.wav')
  writeFileSync(join(boxes[1] ?? '', 'greeting_1.wav'), 'theirs')
  ;[sent, served, asked] = [[], ['acme.example'], []]
  answer = () => Promise.resolve()
})

async function begin() {
  const before = at.server.commands.length
  at.watch((source) =>
    watchGreetings({
      ...source,
      isServed(domain) {
        asked.push(domain)
        return served.includes(domain)
      },
      async send({ extension, place }, sound) {
        sent.push({ extension, place, sound: await sound.text() })
        await answer()
      },
    }),
  )
  await expect.poll(() => at.server.commands.slice(before)).toContain('event json CUSTOM vm::maintenance')
}
const says = (action: string) => at.server.say({ 'VM-Action': action, 'VM-Greeting-Path': path })

test('a greeting recorded by phone is sent once, and again when it is selected or re-recorded', async () => {
  await begin()
  writeFileSync(path, 'hello')
  says('record-greeting')
  await expect.poll(() => sent).toEqual([{ extension: EXTENSION, place: 1, sound: 'hello' }])
  await at.stop()
  await begin()
  says('change-greeting')
  await expect.poll(() => sent.length).toBe(2)
})

test('a greeting of a tenant that is not served is sent once it is', async () => {
  await begin()
  await expect.poll(() => asked).toContain('other.example')
  served.push('other.example')
  await expect.poll(() => sent).toMatchObject([{ sound: 'theirs' }])
})

test('a greeting recorded while the agent was down is sent, and only once if the app can never accept it', async () => {
  writeFileSync(path, 'hello')
  answer = () => Promise.reject(refusal(404, 'app'))
  await begin()
  await expect.poll(() => sent.length).toBe(1)
  await at.stop()
  await begin()
  says('record-greeting')
  await at.stop()
  expect(sent.length).toBe(1)
})

test('a greeting that is recorded while another one is sent from the same place is sent after it', async () => {
  const first = Promise.withResolvers<void>()
  answer = () => first.promise
  await begin()
  writeFileSync(path, 'first')
  utimesSync(path, Date.now() / 1000 - 40, Date.now() / 1000 - 40)
  says('record-greeting')
  await expect.poll(() => sent.length).toBe(1)
  writeFileSync(path, 'second')
  utimesSync(path, Date.now() / 1000 - 20, Date.now() / 1000 - 20)
  says('record-greeting')
  first.resolve()
  await expect.poll(() => sent.map(({ sound }) => sound)).toEqual(['first', 'second'])
})

test('greetings are sent in the order in which they were recorded or selected', async () => {
  const second = path.replace('_1', '_2')
  writeFileSync(path, 'chosen last')
  writeFileSync(second, 'recorded')
  utimesSync(path, Date.now() / 1000 - 20, Date.now() / 1000 - 20)
  utimesSync(second, Date.now() / 1000 - 40, Date.now() / 1000 - 40)
  await begin()
  await expect.poll(() => sent.map(({ sound }) => sound)).toEqual(['recorded', 'chosen last'])
})

test('a take that its owner gives up is not sent, and holds up no later greeting', async () => {
  await begin()
  const second = path.replace('_1', '_2')
  writeFileSync(second, 'given up')
  utimesSync(second, Date.now() / 1000 - 20, Date.now() / 1000 - 20)
  writeFileSync(path, 'hello')
  says('record-greeting')
  await expect.poll(() => sent).toMatchObject([{ place: 1 }])
  await at.stop()
  asked = []
  await begin()
  await expect.poll(() => asked).toContain('other.example')
  says('change-greeting')
  await expect.poll(() => sent).toMatchObject([{ place: 1 }, { place: 1 }])
})

test('a greeting that a proxy refuses is sent again', async () => {
  writeFileSync(path, 'hello')
  answer = () => Promise.reject(refusal(404))
  await begin()
  await expect.poll(() => sent.length).toBe(1)
  await at.stop()
  await begin()
  await expect.poll(() => sent.length).toBe(2)
})

test('a greeting that its owner takes off before the app has it is not sent, unless it is selected again', async () => {
  writeFileSync(path, 'hello')
  answer = () => Promise.reject(new Error('The app is away.'))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await begin()
  await expect.poll(() => sent.length).toBe(1)
  logged.mockRestore()
  at.server.say({ 'VM-Action': 'remove-greeting', 'VM-User': EXTENSION, 'VM-Domain': 'acme.example' })
  await expect.poll(() => existsSync(`${path}.sent`)).toBe(true)
  await at.stop()
  ;[sent, answer] = [[], () => Promise.resolve()]
  writeFileSync(path.replace('_1', '_2'), 'another')
  await begin()
  await expect.poll(() => sent).toMatchObject([{ place: 2 }])
  says('change-greeting')
  await expect.poll(() => sent).toMatchObject([{ place: 2 }, { place: 1 }])
})
