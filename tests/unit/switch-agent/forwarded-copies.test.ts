import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HeldMessage } from '@/lib/switch/agent/agent-event'
import { Mailboxes } from '@/switch/mailboxes'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const [DOMAIN, EXTENSION] = ['acme.pbx.test', '5b0e7a52-6d1f-4c39-9a58-1f27c3d9e841'] as const
/** The call in which the copies were forwarded by phone. */
const CALL = 'ffa07574-f3ad-4d0f-b007-82caa9b50386'
const DAY = 86_400

const at = watchedSwitch()
let folder: string
/** What the mailbox of the switch holds. */
let rows: { created: number; heard: boolean; path: string; uuid: string }[]
/** The mailbox as it was reported last. */
let told: HeldMessage[]
/** What happens as the switch copies a file into the mailbox; it keeps no copy if that is false. */
let copies: (sound: string) => boolean | void

const seconds = () => Math.floor(Date.now() / 1000)
function forward(sound: string, { heard = false, ago = 0 } = {}) {
  const path = join(folder, `msg_${CALL}_broadcast_msg_${randomUUID()}.wav`)
  writeFileSync(path, sound)
  rows.push({ created: seconds() - ago, heard, path, uuid: CALL })
  return path
}
const sounds = () => rows.map(({ path }) => readFileSync(path, 'utf8')).toSorted()
const sent = (command: string) => at.server.commands.filter((each) => each.startsWith(`api ${command}`))
const changed = () =>
  at.server.say({
    'Event-Subclass': 'vm::maintenance',
    'Event-Name': 'CUSTOM',
    'VM-Action': 'leave-message',
    'VM-User': EXTENSION,
    'VM-Domain': DOMAIN,
  })

beforeEach(() => {
  folder = join(at.storage, 'voicemail/default', DOMAIN, EXTENSION)
  mkdirSync(folder, { recursive: true })
  ;[rows, told, copies] = [[], [], () => undefined]
  at.server.answers = {
    'global_getvar storage_dir': at.storage,
    vm_list: () =>
      rows
        .map(({ created, heard, path, uuid }) =>
          [created, heard ? created : 0, EXTENSION, DOMAIN, 'inbox', path, uuid, 'Ben', '1002', 2].join(':'),
        )
        .join('\n') || '-ERR no reply',
    'vm_inject ': (rest) => {
      const [, file = ''] = /'(.*?)'/.exec(rest) ?? []
      if (copies(readFileSync(file, 'utf8')) === false) return '+OK'
      const uuid = randomUUID()
      const path = join(folder, `msg_${uuid}_broadcast_${basename(file)}`)
      copyFileSync(file, path)
      rows.push({ created: seconds(), heard: false, path, uuid })
      changed()
      return '+OK'
    },
    'vm_read ': (rest) => {
      for (const row of rows) if (rest.endsWith(` read ${row.uuid}`)) row.heard = true
      return '+OK'
    },
    'vm_fsdb_msg_delete ': (rest) => {
      for (const { path, uuid } of rows)
        if (rest.endsWith(uuid)) rmSync(path, { recursive: true, force: true })
      rows = rows.filter(({ uuid }) => !rest.endsWith(uuid))
      return '+OK'
    },
  }
})

/** Lets the agent watch until it has reported the mailbox. */
async function watch() {
  at.watch((source) =>
    new Mailboxes({
      ...source,
      reportEvent: async ({ kind, data }) => {
        if (kind === 'mailbox') told = data.messages
      },
      send: () => Promise.resolve(),
      isServed: (domain) => domain === DOMAIN,
      numberOf: () => undefined,
      tried: () => false,
    }).watch(),
  )
  await expect.poll(() => told).not.toEqual([])
}

test('copies that are forwarded by phone are replaced by copies of their own, heard as they were', async () => {
  forward('one')
  forward('two', { heard: true })
  await watch()
  expect(sounds()).toEqual(['one', 'two'])
  expect(new Set(told.map(({ uuid }) => uuid))).toEqual(new Set(rows.map(({ uuid }) => uuid)))
  expect(new Set(told.map(({ uuid }) => uuid)).add(CALL).size).toBe(3)
  const [heard] = told.filter((message) => message.heard)
  expect(rows.filter(({ path }) => readFileSync(path, 'utf8') === 'two')).toMatchObject([
    { uuid: heard?.uuid },
  ])
})

test('copies that were forwarded before the switch had an agent stay as they are', async () => {
  forward('one', { ago: 14 * DAY })
  await watch()
  expect(told).toMatchObject([{ uuid: CALL }])
  expect(sent('vm_inject')).toEqual([])
})

test('a copy that the call forwards meanwhile is replaced, too', async () => {
  forward('one')
  copies = (sound) => {
    if (sound === 'one') forward('two')
  }
  await watch()
  expect(sounds()).toEqual(['one', 'two'])
  expect(rows.map(({ uuid }) => uuid)).not.toContain(CALL)
})

test.each([
  ['cannot be read', (path: string) => (rmSync(path), mkdirSync(path))],
  ['is not kept by the switch', () => undefined],
])('a copy that %s stays, and the others are not copied again and again', async (_, spoil) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  forward('one')
  const path = forward('two')
  spoil(path)
  copies = (sound) => sound !== 'two'
  await watch()
  // A copy is an event, after which the mailbox is listed again.
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(1)
  expect(existsSync(path)).toBe(true)
  expect(rows.map(({ path: file }) => file)).toContain(path)
  expect(rows).toHaveLength(3)
  logged.mockRestore()
})
