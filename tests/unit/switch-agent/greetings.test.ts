import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AppFailure } from '@/switch/app-client'
import { watchGreetings } from '@/switch/greetings'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const at = watchedSwitch()
let path: string
let sent: { account: string; place: number; sound: string }[]
let answer: () => Promise<void>
beforeEach(() => {
  const boxes = ['acme.example', 'other.example'].map((domain) =>
    join(at.storage, `voicemail/default/${domain}/1001`),
  )
  for (const box of boxes) mkdirSync(box, { recursive: true })
  path = join(boxes[0] ?? '', 'greeting_1.wav')
  writeFileSync(join(boxes[1] ?? '', 'greeting_1.wav'), 'theirs')
  sent = []
  answer = () => Promise.resolve()
})

async function begin() {
  const before = at.server.commands.length
  at.watch((source) =>
    watchGreetings({
      ...source,
      isServed: (domain) => domain === 'acme.example',
      async send({ account, place }, sound) {
        sent.push({ account, place, sound: await sound.text() })
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
  await expect.poll(() => sent).toEqual([{ account: '1001', place: 1, sound: 'hello' }])
  await at.stop()
  await begin()
  says('change-greeting')
  await expect.poll(() => sent.length).toBe(2)
})

test('a greeting recorded while the agent was down is sent, and only once if the app can never accept it', async () => {
  writeFileSync(path, 'hello')
  answer = () => Promise.reject(new AppFailure('/', 404, 'no such extension'))
  await begin()
  await expect.poll(() => sent.length).toBe(1)
  await at.stop()
  await begin()
  says('record-greeting')
  await at.stop()
  expect(sent.length).toBe(1)
})
