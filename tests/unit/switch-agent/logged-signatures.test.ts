import { expect, test, vi } from 'vitest'
import { soundUrl } from '@/lib/switch/sound-url'
import { AppFailure } from '@/switch/app-client'
import { EventSocket } from '@/switch/event-socket'
import { entryIn } from '@/switch/outbox-files'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const at = watchedSwitch()

const SOUND = { does: 'hear', fileId: '5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11' } as const
const URL = soundUrl('https://office.example', { name: 'east', digest: 'digest' }, SOUND)
const SIGNATURE = URL.split('/').at(-2) ?? ''

test('a failure names the file that it was about without the signature that gives access to it', () => {
  const { message } = new AppFailure(URL, 502, `Cannot reach ${URL}.`)
  expect(message).not.toContain(SIGNATURE)
  expect(message.split('/east/…/')).toHaveLength(3)
})

test('a damaged entry of the outbox is logged without signatures', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(entryIn(`{"sequence":1,"body":"{\\"played\\":\\"${URL}`)).toBeUndefined()
  const said = log.mock.calls.flat().join(' ')
  log.mockRestore()
  expect(said).toContain('/east/…/')
  expect(said).not.toContain(SIGNATURE)
})

test('an event that cannot be handled is logged without signatures', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const events = await EventSocket.open(at.server.port, 'ClueCon')
  events.onEvent(() => {
    throw new Error('Never seen before.')
  })
  at.server.say({ 'Event-Name': 'PLAYBACK_START', 'Playback-File-Path': URL })
  await expect.poll(() => log.mock.calls.length).toBe(1)
  const said = log.mock.calls.flat().join(' ')
  log.mockRestore()
  events.close()
  expect(said).toContain('/east/…/')
  expect(said).not.toContain(SIGNATURE)
})
