import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentEvent, FaxDelivery } from '@/lib/switch/agent/agent-event'
import { Faxes } from '@/switch/faxes'
import { refusal } from '@/tests/support/switch/refusal'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const [TENANT, BOX] = [randomUUID(), randomUUID()]
const at = watchedSwitch()
let sent: FaxDelivery[]
let reported: AgentEvent[]
let answer: () => Promise<void>
/** How often the tenant is not served yet when the agent looks. */
let unserved: number
beforeEach(() => {
  mkdirSync(join(at.storage, 'trunkline-fax'))
  at.server.answers.uuid_exists = 'false'
  ;[sent, reported, unserved] = [[], [], 0]
  answer = () => Promise.resolve()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

function begin() {
  at.watch((source) =>
    new Faxes({
      ...source,
      isServed: (tenant) => tenant === TENANT && unserved-- <= 0,
      reportEvent: async (agentEvent) => void reported.push(agentEvent),
      send: async (delivery) => {
        sent.push(delivery)
        await answer()
      },
    }).watch(),
  )
}

/** A file the switch finished this many seconds ago; returns its call and path. */
function received(age = 0) {
  const channel = randomUUID()
  const path = join(at.storage, 'trunkline-fax', `${TENANT}_${BOX}_${channel}_+12085550142-3-1764013000.tif`)
  writeFileSync(path, 'pages')
  if (age > 0) utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age)
  return { channel, path }
}
/** As mod_spandsp reports it. */
const result = (path: string, given: Record<string, string> = {}) =>
  at.server.say({
    'Event-Subclass': 'spandsp::rxfaxresult',
    variable_fax_filename: path,
    'fax-success': '1',
    'fax-result-text': 'OK',
    'fax-document-transferred-pages': '1',
    'fax-remote-station-id': ' Ada’s office ',
    ...given,
  })
/** What it comes to while time passes that nobody has to wait for. */
const later = (what: () => unknown) =>
  expect.poll(() => {
    vi.advanceTimersByTime(1000)
    return what()
  })
const subscribed = () =>
  expect.poll(() => at.server.commands).toContain('event json CUSTOM spandsp::rxfaxresult')

test('a fax is delivered to the app with the data of its event, and its file is deleted', async () => {
  begin()
  await subscribed()
  const { channel, path } = received()
  result(path)
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(sent).toEqual([
    {
      fax: {
        tenant: TENANT,
        box: BOX,
        channel,
        from: '+12085550142',
        at: expect.any(String),
        station: 'Ada’s office',
        problem: null,
      },
      tiff: Buffer.from('pages').toString('base64'),
    },
  ])
})

test('a fax received while the agent was down is delivered once its call has ended, as one that may be incomplete', async () => {
  at.server.answers.uuid_exists = 'true'
  const { path } = received(60)
  begin()
  await expect
    .poll(() => at.server.commands.some((command) => command.startsWith('api uuid_exists')))
    .toBe(true)
  expect(sent).toEqual([])
  at.server.answers.uuid_exists = 'false'
  await later(() => sent.length).toBe(1)
  expect(sent[0]?.fax).toMatchObject({
    station: '',
    problem: 'It was received while the agent was away, so it is not known whether all pages came.',
  })
  await expect.poll(() => existsSync(path)).toBe(false)
})

test('a fax whose event never comes is delivered although the machine’s clock was set back by hours', async () => {
  received(60)
  begin()
  const asked = () => at.server.commands.filter((command) => command.startsWith('api uuid_exists')).length
  await expect.poll(asked).toBeGreaterThan(0)
  vi.setSystemTime(Date.now() - 5 * 3_600_000)
  await later(() => sent.length).toBe(1)
})

test('a fax whose event comes after its call was over is delivered with what the event says', async () => {
  const { path } = received(60)
  begin()
  await subscribed()
  const asked = () => at.server.commands.filter((command) => command.startsWith('api uuid_exists')).length
  await expect.poll(asked).toBeGreaterThan(0)
  result(path, { 'fax-success': '0', 'fax-result-text': 'The call dropped prematurely' })
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.fax).toMatchObject({ station: 'Ada’s office', problem: 'The call dropped prematurely' })
})

test.each([503, 413])('a fax’s file is kept while a proxy answers %i', async (status) => {
  const { path } = received(60)
  answer = () => Promise.reject(refusal(status))
  begin()
  await later(() => sent.length).toBe(1)
  await at.stop()
  expect([existsSync(path), reported]).toEqual([true, []])
})

test('a fax of a tenant that is not served is delivered once it is', async () => {
  unserved = 2
  begin()
  await subscribed()
  const { path } = received()
  result(path)
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(sent).toHaveLength(1)
})

test('a fax whose box is gone is set aside', async () => {
  const { path } = received(60)
  answer = () => Promise.reject(refusal(404, 'app'))
  begin()
  await later(() => existsSync(path)).toBe(false)
  expect(existsSync(`${path}.refused`)).toBe(true)
})

test('a fax that the app can never accept, or that has no pages, is reported, and its file is set aside', async () => {
  const { channel, path } = received(60)
  answer = () => Promise.reject(refusal(422, 'app'))
  begin()
  await later(() => existsSync(path)).toBe(false)
  expect(existsSync(`${path}.refused`)).toBe(true)
  expect(reported).toMatchObject([
    { kind: 'fax', data: { channel, problem: 'The pages could not be read or stored.' } },
  ])
  result(path, {
    'fax-success': '0',
    'fax-document-transferred-pages': '0',
    'fax-result-text': 'The call dropped prematurely',
  })
  await expect.poll(() => reported.length).toBe(2)
  expect(reported[1]).toMatchObject({ data: { channel, problem: 'The call dropped prematurely' } })
})
