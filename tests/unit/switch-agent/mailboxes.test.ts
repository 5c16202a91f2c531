import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgentEvent, MessageAudio } from '@/lib/switch/agent/agent-event'
import type { VoicemailCommand } from '@/lib/switch/agent/agent-update'
import type { SwitchEvent } from '@/switch/event-socket'
import { messagesIn } from '@/switch/mailbox-list'
import { Mailboxes } from '@/switch/mailboxes'
import { recordedMailbox } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

/** The extension of the recorded mailbox, and another one. */
const [EXTENSION, OTHER] = [
  '5b0e7a52-6d1f-4c39-9a58-1f27c3d9e841',
  'c4a6b1f0-2f0e-4d2b-8f7d-0a9c1e5b7d33',
] as const
const BOX = `${EXTENSION}@acme.pbx.test/default`
const [ADA, BEN] = ['7beefbf6-a219-415e-bcdc-e3565897afab', 'ffa07574-f3ad-4d0f-b007-82caa9b50386'] as const
const ada = {
  uuid: ADA,
  left_at: '2026-11-24T23:13:12.000Z',
  heard: false,
  number: '+12085550142',
  name: 'Ada: the boss',
  seconds: 2,
}
const ben = { ...ada, uuid: BEN, left_at: '2026-11-24T23:13:27.000Z', number: '+12085550143', name: 'Ben' }

const at = watchedSwitch()
let folder: string
let reported: AgentEvent[]
let sent: MessageAudio[]
let mailboxes: Mailboxes
let number: string | undefined
let tried: [string, boolean][]
let served: string[]
/** Reports are stored once it resolves. */
let storing: Promise<void>
/** Sounds are sent once it resolves. */
let sending: Promise<void>
beforeEach(async () => {
  sending = Promise.resolve()
  number = '1001'
  served = ['acme.pbx.test']
  storing = Promise.resolve()
  folder = join(at.storage, 'voicemail/default/acme.pbx.test', EXTENSION)
  mkdirSync(folder, { recursive: true })
  for (const domain of ['other.pbx.test', 'too-long-for-a-domain'.padEnd(254, 'x')])
    mkdirSync(join(at.storage, 'voicemail/default', domain, EXTENSION), { recursive: true })
  for (const { message, path } of messagesIn(here(recordedMailbox.list), folder))
    writeFileSync(join(folder, basename(path)), message.name)
  holds(recordedMailbox.list)
  ;[reported, sent, tried] = [[], [], []]
  watch()
  await expect.poll(() => reported.at(-1)?.kind).toBe('mailboxes')
})

const watch = () =>
  at.watch((source) => {
    mailboxes = new Mailboxes({
      ...source,
      reportEvent: async (agentEvent) => {
        await storing
        reported.push(agentEvent)
      },
      async send(sound) {
        sent.push(sound)
        await sending
      },
      isServed: (domain) => served.includes(domain),
      numberOf: () => number,
      tried: (box, isRight) => tried.push([box.extension, isRight]) === 3,
    })
    return mailboxes.watch()
  })
const listings = () =>
  reported.flatMap((agentEvent) => (agentEvent.kind === 'mailboxes' ? [agentEvent.data] : []))
const here = (said: string) => said.replaceAll('{storage}', at.storage)
function holds(list: string) {
  at.server.answers = {
    'global_getvar storage_dir': at.storage,
    [`vm_list ${BOX}`]: here(list),
    vm_list: recordedMailbox.empty,
  }
}
/** Mailbox events reported after the agent had read all mailboxes. */
const told = () =>
  reported.slice(2).flatMap((agentEvent) => (agentEvent.kind === 'mailbox' ? [agentEvent.data.messages] : []))
const changed = () => {
  for (const event of recordedMailbox.left as unknown as SwitchEvent[]) at.server.say(event)
}
const order = (given: Partial<VoicemailCommand>): VoicemailCommand => ({
  id: randomUUID(),
  command: 'mark',
  domain: 'acme.pbx.test',
  extension: EXTENSION,
  uuid: ADA,
  heard: null,
  to: null,
  message: null,
  ...given,
})

describe('the mailboxes of a switch', () => {
  test('are all reported again when the app has lost what it was told', async () => {
    mailboxes.startOver()
    await expect.poll(() => reported.length).toBe(4)
    expect(reported.map(({ kind }) => kind)).toEqual(['mailbox', 'mailboxes', 'mailbox', 'mailboxes'])
    expect(told()).toEqual([[ada, ben]])
  })

  test('are all reported first, except those of other tenants', () => {
    expect(reported).toMatchObject([
      { kind: 'mailbox', data: { domain: 'acme.pbx.test', extension: EXTENSION, messages: [ada, ben] } },
      {
        kind: 'mailboxes',
        data: {
          accounts: [{ domain: 'acme.pbx.test', extension: EXTENSION }],
          unread: ['other.pbx.test'],
        },
      },
    ])
  })

  test('are reported as left out until their tenant has arrived, and then all once more', async () => {
    writeFileSync(join(at.storage, 'voicemail/default/other.pbx.test', EXTENSION, `msg_${ADA}.wav`), '')
    mailboxes.changed()
    served.push('other.pbx.test')
    mailboxes.changed()
    mailboxes.changed()
    await expect
      .poll(() => reported.slice(2))
      .toMatchObject([
        { kind: 'mailbox', data: { domain: 'other.pbx.test' } },
        { kind: 'mailboxes', data: { unread: [] } },
      ])
    expect(reported.at(-1)).toMatchObject({
      data: {
        accounts: expect.arrayContaining([
          { domain: 'acme.pbx.test', extension: EXTENSION },
          { domain: 'other.pbx.test', extension: EXTENSION },
        ]),
      },
    })
  })

  test('are listed once more if a message was left before their tenant arrived', async () => {
    const [left] = recordedMailbox.left as unknown as SwitchEvent[]
    at.server.say({ ...left, 'VM-Domain': 'third.pbx.test' })
    holds(recordedMailbox.listRead)
    changed()
    await expect.poll(told).toHaveLength(1)
    served.push('third.pbx.test')
    mailboxes.changed()
    await expect.poll(listings).toHaveLength(2)
  })

  test('are reported as left out if their tenant arrives while the others are told', async () => {
    await at.stop()
    ;[reported, at.server.commands] = [[], []]
    const stored = Promise.withResolvers<void>()
    storing = stored.promise
    watch()
    await expect.poll(() => at.server.commands).toContain(`api vm_list ${BOX}`)
    served.push('other.pbx.test')
    mailboxes.changed()
    stored.resolve()
    await expect.poll(listings).toHaveLength(2)
    expect(listings()).toMatchObject([{ unread: ['other.pbx.test'] }, { unread: [] }])
  })

  test('are listed once more if a listing fails after their tenant has arrived', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    at.server.answers = { vm_list: '-ERR not now' }
    served.push('other.pbx.test')
    mailboxes.changed()
    await expect.poll(() => logged.mock.calls).toHaveLength(1)
    holds(recordedMailbox.list)
    mailboxes.changed()
    await expect.poll(listings).toHaveLength(2)
    logged.mockRestore()
  })

  test('are reported once per change, however many events announce it', async () => {
    holds(recordedMailbox.listRead)
    changed()
    await expect.poll(told).toEqual([[{ ...ada, heard: true }, ben]])
    holds(recordedMailbox.listDeleted)
    changed()
    await expect.poll(told).toEqual([[{ ...ada, heard: true }, ben], [ben]])
    holds(recordedMailbox.empty)
    changed()
    await expect.poll(() => told().at(-1)).toEqual([])
    expect(told()).toHaveLength(3)
  })

  test('are reported with when files were written that the switch does not list', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const written = ['2026-01-02T03:04:05.000Z', '2026-01-02T04:04:05.000Z'] as const
    const [first, second] = messagesIn(here(recordedMailbox.list), folder).map(({ path }) => path)
    utimesSync(second ?? '', new Date(written[0]), new Date(written[0]))
    utimesSync(first ?? '', new Date(written[1]), new Date(written[1]))
    writeFileSync(join(folder, 'msg_being-left.wav'), '')
    holds(recordedMailbox.empty)
    changed()
    await expect
      .poll(() => reported.at(-1))
      .toMatchObject({ kind: 'mailbox', data: { messages: [], unlisted: written } })
    expect(logged).toHaveBeenCalledTimes(1)
    holds(recordedMailbox.list)
    changed()
    await expect.poll(() => told().at(-1)).toEqual([ada, ben])
    expect(reported.at(-1)?.data).not.toHaveProperty('unlisted')
    logged.mockRestore()
  })

  test('are watched for PINs, and too many wrong ones are reported', async () => {
    const entered = (result: string, domain = 'Acme.PBX.test') => ({
      'Event-Subclass': 'vm::maintenance',
      'VM-Action': 'authentication',
      'VM-Auth-Result': result,
      'VM-User': EXTENSION,
      'VM-Domain': domain,
    })
    at.server.say(entered('fail', 'other.pbx.test'))
    at.server.say(entered('fail'))
    at.server.say(entered('success'))
    at.server.say(entered('fail'))
    await expect
      .poll(() => tried)
      .toEqual([
        [EXTENSION, false],
        [EXTENSION, true],
        [EXTENSION, false],
      ])
    expect(reported.filter(({ kind }) => kind === 'wrong_pins')).toMatchObject([
      { data: { domain: 'acme.pbx.test', extension: EXTENSION } },
    ])
  })

  test('report that their owner has taken off the greeting', async () => {
    const removed = { 'VM-Action': 'remove-greeting', 'VM-User': EXTENSION }
    at.server.say({ 'Event-Subclass': 'vm::maintenance', 'VM-Domain': 'acme.pbx.test', ...removed })
    await expect
      .poll(() => reported.at(-1))
      .toMatchObject({
        kind: 'greeting_removed',
        data: { domain: 'acme.pbx.test', extension: EXTENSION },
      })
  })

  test('are told to the phones of their extension, under the number that it has then', async () => {
    const lamps = () => at.server.commands.filter((command) => command.includes(' none'))
    changed()
    await expect.poll(lamps).toEqual(['api vm_read 1001@acme.pbx.test/default read none'])
    number = '1002'
    changed()
    await expect.poll(() => lamps().at(-1)).toBe('api vm_read 1002@acme.pbx.test/default read none')
    number = undefined
    holds(recordedMailbox.empty)
    changed()
    await expect.poll(() => told().at(-1)).toEqual([])
    expect(lamps()).toHaveLength(2)
  })

  test('are marked and emptied on request, and reported even if nothing changed', async () => {
    mailboxes.do([order({ command: 'mark', heard: true }), order({ command: 'remove', uuid: BEN })])
    await expect
      .poll(() => told())
      .toEqual([
        [ada, ben],
        [ada, ben],
      ])
    expect(at.server.commands).toContain(`api vm_read ${BOX} read ${ADA}`)
    expect(at.server.commands).toContain(`api vm_delete ${BOX} ${BEN}`)
  })

  test('are emptied on request after their tenant was deleted, and reported so', async () => {
    mailboxes.do([order({ command: 'remove', domain: 'gone.pbx.test' })])
    await expect
      .poll(() => reported.at(-1))
      .toMatchObject({
        kind: 'mailbox',
        data: { domain: 'gone.pbx.test', extension: EXTENSION, messages: [] },
      })
    expect(at.server.commands).toContain(`api vm_delete ${EXTENSION}@gone.pbx.test/default ${ADA}`)
  })

  test('send a message’s audio, or report that it is missing', async () => {
    mailboxes.do([order({ command: 'send', message: 'one' })])
    await expect.poll(() => sent.length).toBe(1)
    rmSync(folder, { recursive: true })
    mailboxes.do([order({ command: 'send', message: 'two', uuid: BEN })])
    await expect
      .poll(() => sent)
      .toEqual([
        { message: 'one', sound: Buffer.from('Ada: the boss').toString('base64'), problem: null },
        { message: 'two', sound: null, problem: 'Its file is missing on the switch.' },
      ])
  })

  test('light lamps while audio is sent, and send once what is asked for again before its turn', async () => {
    const first = Promise.withResolvers<void>()
    sending = first.promise
    const asked = [
      order({ command: 'send', message: 'one' }),
      order({ command: 'send', message: 'two', uuid: BEN }),
    ]
    mailboxes.do(asked)
    await expect.poll(() => sent.length).toBe(1)
    mailboxes.do(asked.slice(1))
    changed()
    await expect.poll(() => at.server.commands.some((command) => command.includes('vm_read'))).toBe(true)
    first.resolve()
    mailboxes.do([order({ command: 'send', message: 'three' })])
    await expect.poll(() => sent.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
  })

  test('forward a message that they still hold', async () => {
    const asked = order({ command: 'forward', to: OTHER })
    mailboxes.do([order({ command: 'forward', to: OTHER, uuid: randomUUID() }), asked])
    await expect.poll(() => reported.at(-1)).toMatchObject({ kind: 'forwarded', data: { order: asked.id } })
    const injected = at.server.commands.filter((command) => command.includes('vm_inject'))
    const path = join(at.storage, 'trunkline-forwards', `${asked.id}.wav`)
    expect(injected).toEqual([
      `api vm_inject ${OTHER}@acme.pbx.test '${path}' '+12085550142' 'Ada: the boss'`,
    ])
    expect(reported.filter(({ kind }) => kind === 'forwarded')).toHaveLength(1)
    expect(existsSync(path)).toBe(false)
  })

  test('forward a message once, even if that could not be reported, and the message is gone since', async () => {
    const asked = order({ command: 'forward', extension: OTHER, to: EXTENSION })
    holds(recordedMailbox.list.replaceAll('broadcast_left', `broadcast_${asked.id}`))
    mailboxes.do([asked])
    await expect.poll(() => reported.at(-1)).toMatchObject({ kind: 'forwarded', data: { order: asked.id } })
    expect(at.server.commands.filter((command) => command.includes('vm_inject'))).toEqual([])
  })
})

test('a caller’s name that imitates a line of the list cannot name another file', () => {
  const [line = ''] = here(recordedMailbox.list).split('\n')
  const path = join(folder, 'msg_1c1d2f0a-7a35-4a9c-8f26-51d0a4f7c3de.wav')
  const forged = line.replace('Ada: the boss', `x:${folder}/../${OTHER}/msg_${ADA}.wav:${ADA}:Eve`)
  expect(messagesIn(forged, folder)).toMatchObject([{ path }])
  expect(messagesIn(line, '/elsewhere')).toEqual([])
  expect(messagesIn(line.replace('msg_', 'greeting_'), folder)).toEqual([])
})
