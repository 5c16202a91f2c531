import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '@/local/free-port'
import { EventSocket } from '@/switch/event-socket'
import { watchEvents } from '@/switch/watch-events'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const SILENT_MS = 400
const at = watchedSwitch()

/** Holds the time that connections measure until the test ends. Returns a function that lets this many milliseconds pass at once. */
function heldTime(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
  return (ms) => {
    now += ms
    vi.advanceTimersByTime(SILENT_MS)
  }
}

test('a connection ends when the switch hangs, with the command that it does not reply to', async () => {
  const pass = heldTime()
  const events = await EventSocket.open(at.server.port, 'ClueCon', SILENT_MS)
  at.server.unanswered = 'api'
  const refused = expect(events.api('status')).rejects.toThrow('does not reply')
  pass(1.25 * SILENT_MS)
  await refused
  await events.ended
})

test.each([
  ['the switch has ended', () => at.server.drop()],
  ['was closed', (events: EventSocket) => events.close()],
])('a connection that %s rejects every later command at once', async (_how, end) => {
  const events = await EventSocket.open(at.server.port, 'ClueCon')
  end(events)
  await events.ended
  await expect(events.api('status')).rejects.toThrow('closed the event socket')
  await expect(events.command('event json ALL')).rejects.toThrow('closed the event socket')
})

test('an idle connection ends when the switch hangs', async () => {
  const pass = heldTime()
  const events = await EventSocket.open(at.server.port, 'ClueCon', SILENT_MS)
  at.server.unanswered = 'api'
  pass(0.75 * SILENT_MS)
  await vi.waitUntil(() => at.server.commands.length > 0)
  pass(0.5 * SILENT_MS)
  await events.ended
  expect(at.server.commands).toEqual(['api uptime'])
})

test.each([
  ['is idle', 0.75 * SILENT_MS],
  ['is idle and whose agent could not run for long', 10 * SILENT_MS],
])('a connection that %s lasts while the switch replies', async (_what, silence) => {
  const pass = heldTime()
  const events = await EventSocket.open(at.server.port, 'ClueCon', SILENT_MS)
  for (let times = 1; times <= 3; times++) {
    pass(silence)
    expect(await events.api('status')).toBe('+OK')
    expect(at.server.commands.filter((said) => said === 'api uptime')).toHaveLength(times)
  }
  events.close()
})

test('an event that a listener cannot handle is no reason to end, and others get it', async () => {
  const events = await EventSocket.open(at.server.port, 'ClueCon')
  const heard: string[] = []
  events.onEvent((event) => {
    heard.push(event['Event-Name'] ?? '')
    if (event['Event-Name'] === 'BAD') throw new Error('Never seen before.')
  })
  at.server.say({ 'Event-Name': 'BAD' })
  at.server.say({ 'Event-Name': 'GOOD' })
  await expect.poll(() => heard).toEqual(['BAD', 'GOOD'])
  events.close()
})

test('stopping at the moment at which the switch has let it in ends the connection', async () => {
  const stopping = new AbortController()
  const { open } = EventSocket
  const signIn = vi.spyOn(EventSocket, 'open').mockImplementationOnce(async (...given) => {
    const events = await open(...given)
    stopping.abort()
    return events
  })
  const source = { port: at.server.port, password: 'ClueCon', stopped: stopping.signal }
  await watchEvents(source, (events) => events.ended)
  signIn.mockRestore()
})

test('stopping does not wait for a switch that lets nobody in', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const stopping = new AbortController()
  const { port } = silent.address() as AddressInfo
  const connected = once(silent, 'connection')
  const watching = watchEvents({ port, password: '', stopped: stopping.signal }, async () => undefined)
  await connected
  stopping.abort()
  await watching
  silent.close()
}, 10_000)

test('a switch that is away is logged once, however many parts of the agent watch it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const stopping = new AbortController()
  const source = { port: await freePort(), password: '', stopped: stopping.signal }
  const watching = [1, 2, 3].map(() => watchEvents(source, async () => undefined))
  await expect.poll(() => logged.mock.calls.length).toBe(1)
  stopping.abort()
  await Promise.all(watching)
  expect(logged.mock.calls).toHaveLength(1)
  logged.mockRestore()
})
