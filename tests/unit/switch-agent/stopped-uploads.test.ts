import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VoicemailCommand } from '@/lib/switch/agent/agent-update'
import type { TenantState } from '@/lib/switch/switch-store'
import { appAt } from '@/switch/app-client'
import { messagesIn } from '@/switch/mailbox-list'
import { type SwitchParts, switchParts } from '@/switch/parts'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'
import { NOBODY, recordedMailbox } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const [TENANT, CHANNEL] = [randomUUID(), randomUUID()]
const [EXTENSION, ADA] = [
  '5b0e7a52-6d1f-4c39-9a58-1f27c3d9e841',
  '7beefbf6-a219-415e-bcdc-e3565897afab',
] as const
const snapshot = snapshotOf({
  tenant: { id: TENANT, domain: 'acme.pbx.test' },
  extensions: [anExtension('1001', { id: EXTENSION })],
})
const state: TenantState = { snapshot, hashes: new Map() }

const at = watchedSwitch()
/** An app that takes what is sent and says nothing about it. */
let app: Server
let asked: string[]
let parts: SwitchParts
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  asked = []
  app = createServer((request) => void asked.push(request.url ?? ''))
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  at.server.present = NOBODY
  Object.assign(at.server.answers, { uuid_exists: 'false', vm_list: recordedMailbox.empty })
  at.watch(async (source) => {
    parts = switchParts({
      own: { name: 'east', digest: '0'.repeat(64) },
      site: url,
      app: appAt(url, 'east', 'secret'),
      source,
      reportEvent: async () => undefined,
      tenantOf: ({ id, domain }) => (id === TENANT || domain === 'acme.pbx.test' ? state : undefined),
      fetchGateways: async () => ({ given: undefined, gateways: [] }),
    })
    await parts.watch()
  })
})
afterEach(() => {
  app.close().closeAllConnections()
  vi.restoreAllMocks()
})

const written = (...path: string[]) => {
  const file = join(at.storage, ...path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'sound')
  return file
}

test.each<[what: string, asks: RegExp, sends: () => string]>([
  [
    'a recording',
    /^\/api\/cdr\/recordings\//,
    () => {
      const path = written('trunkline-calls', TENANT, `${CHANNEL}.wav`)
      at.server.say({ 'Event-Name': 'RECORD_STOP', 'Record-File-Path': path })
      return path
    },
  ],
  [
    'a greeting',
    /^\/api\/switch\/sounds\//,
    () => {
      const path = written('voicemail/default/acme.pbx.test', EXTENSION, 'greeting_1.wav')
      at.server.say({ 'VM-Action': 'record-greeting', 'VM-Greeting-Path': path })
      return path
    },
  ],
  [
    'a fax',
    /^\/api\/switch\/agent\/fax$/,
    () => {
      const name = `${TENANT}_${randomUUID()}_${CHANNEL}_+12085550142-3-1764013000.tif`
      const path = written('trunkline-fax', name)
      const said = { 'fax-success': '1', 'fax-document-transferred-pages': '1' }
      at.server.say({ 'Event-Subclass': 'spandsp::rxfaxresult', variable_fax_filename: path, ...said })
      return path
    },
  ],
  [
    'a message’s audio',
    /^\/api\/switch\/agent\/voicemail$/,
    () => {
      const list = recordedMailbox.list.replaceAll('{storage}', at.storage)
      at.server.answers.vm_list = list
      const folder = join(at.storage, 'voicemail/default/acme.pbx.test', EXTENSION)
      const [{ path = '' } = {}] = messagesIn(list, folder)
      written(path.slice(at.storage.length))
      const box = { domain: 'acme.pbx.test', extension: EXTENSION, uuid: ADA }
      const order: VoicemailCommand = {
        ...box,
        id: 'one',
        command: 'send',
        heard: null,
        to: null,
        message: 'm',
      }
      parts.followed.messages([order])
      return path
    },
  ],
])(
  'an agent that is stopped waits a few seconds for the app to take %s, which stays',
  async (_what, asks, sends) => {
    await expect.poll(() => at.server.commands).toContain('event json CUSTOM spandsp::rxfaxresult')
    await expect
      .poll(() => at.server.commands)
      .toContainEqual(expect.stringContaining('event json RECORD_STOP'))
    await expect
      .poll(() => at.server.commands.filter((said) => said.includes('vm::maintenance')))
      .toHaveLength(2)
    const path = sends()
    await expect.poll(() => asked).toEqual([expect.stringMatching(asks)])
    let isStopped = false
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const stopping = at.stop().then(() => {
        isStopped = true
      })
      vi.advanceTimersByTime(4000)
      await new Promise((done) => setImmediate(done))
      expect(isStopped).toBe(false)
      vi.advanceTimersByTime(1000)
      await stopping
    } finally {
      vi.useRealTimers()
    }
    expect(existsSync(path)).toBe(true)
  },
)
