import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgentEvent, Pings } from '@/lib/switch/agent/agent-event'
import { Phones } from '@/switch/phones'
import type { EventSource } from '@/switch/watch-events'
import { NOBODY, recorded } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const PHONE = {
  account: '1001',
  domain: 'acme.pbx.test',
  call_id: recorded.registered['call-id'],
  contact: 'sip:1001@192.0.2.2:52380',
  address: '192.0.2.2',
  port: 52380,
  agent: 'unknown',
  transport: 'udp',
}

const at = watchedSwitch()
let phones: Phones
let agentEvents: AgentEvent[]
let pings: Pings
let appIsAway: boolean
let appWasAsked: boolean
/** What the app waits for before it takes a report. */
let appIsBusy: Promise<void>
let served: string
beforeEach(() => {
  served = 'acme.pbx.test'
  agentEvents = []
  pings = []
  appIsAway = false
  appWasAsked = false
  appIsBusy = Promise.resolve()
})

const make = (source: EventSource) => {
  phones = new Phones({
    ...source,
    reportEvent: async (agentEvent) => void agentEvents.push(agentEvent),
    pinged: async (told) => {
      appWasAsked = true
      if (appIsAway) throw new Error('The app does not answer.')
      pings.push(...told)
      await appIsBusy
    },
    isServed: (domain) => domain === served,
  })
  return phones
}
const watch = async () => {
  at.watch((source) => make(source).watch())
  await expect.poll(() => agentEvents.length).toBe(1)
}
const kinds = () => agentEvents.map(({ kind }) => kind)

const command = { id: 'c1', call_id: PHONE.call_id, account: '1001', domain: 'acme.pbx.test' } as const

describe('the phones on a switch', () => {
  test('are first reported as registered, with their response times', async () => {
    await watch()
    expect(agentEvents).toMatchObject([{ kind: 'present', data: { registered: [PHONE] } }])
    await expect.poll(() => pings).toMatchObject([{ account: '1001', ms: 1.62 }])
  })

  test('are all reported again, and then followed, when the app has lost what it was told', async () => {
    await watch()
    phones.startOver()
    await expect.poll(() => agentEvents.length).toBe(2)
    expect(agentEvents[1]).toMatchObject({ kind: 'present', data: { registered: [PHONE] } })
    at.server.say(recorded.expired)
    await expect.poll(kinds).toEqual(['present', 'present', 'lost'])
  })

  test('are followed further when a report of their response times fails', async () => {
    appIsAway = true
    await watch()
    at.server.say(recorded.expired)
    await expect.poll(kinds).toEqual(['present', 'lost'])
  })

  test('have response times that the app did not take reported again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      appIsAway = true
      await watch()
      await expect.poll(() => appWasAsked).toBe(true)
      appIsAway = false
      await vi.advanceTimersByTimeAsync(30_000)
      await expect.poll(() => pings).toMatchObject([{ account: '1001', ms: 1.62 }])
      await vi.advanceTimersByTimeAsync(30_000)
      expect(pings).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('have response times that the app takes long to take reported once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const measured = () => at.server.commands.filter((said) => said.includes('xmlstatus')).length
    const app = Promise.withResolvers<void>()
    try {
      appIsAway = true
      await watch()
      await expect.poll(() => appWasAsked).toBe(true)
      appIsAway = false
      appIsBusy = app.promise
      await vi.advanceTimersByTimeAsync(30_000)
      await expect.poll(() => pings).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(30_000)
      // The switch replies in the order of what it is asked.
      await phones.command({ ...command, command: 'end', contact: PHONE.contact })
      expect(measured()).toBe(2)
      app.resolve()
      await expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(30_000)
          return measured()
        })
        .toBeGreaterThan(2)
      expect(pings).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('are reported when they register, once across renewals, and when they are lost', async () => {
    at.server.present = NOBODY
    await watch()
    at.server.say(recorded.registered)
    at.server.say(recorded.registered)
    at.server.say(recorded.expired)
    at.server.say(recorded.registered)
    await expect.poll(kinds).toEqual(['present', 'registered', 'lost', 'registered'])
    expect(agentEvents[1]).toMatchObject({ data: PHONE })
    expect(agentEvents[2]).toMatchObject({ data: { call_id: PHONE.call_id, by: 'expired' } })
  })

  test.each(['sofia/gateway/acme/19005550100', 'x" <sip:1002@192.0.2.3'])(
    'are not reported with a contact of which the switch does not keep them: %s',
    async (more) => {
      at.server.present = NOBODY
      await watch()
      at.server.say({ ...recorded.registered, contact: `"" <sip:1001@192.0.2.2;a=b,${more}>` })
      at.server.say(recorded.failed)
      await expect.poll(kinds).toEqual(['present', 'failure'])
    },
  )

  test('replace themselves at their address when they restart, and are lost once', async () => {
    at.server.present = NOBODY
    await watch()
    const restarted = { ...recorded.registered, 'call-id': 'restarted' }
    at.server.say(recorded.registered)
    at.server.say(restarted)
    at.server.say(recorded.expired)
    at.server.say({ ...recorded.expired, 'call-id': 'restarted' })
    await expect.poll(kinds).toEqual(['present', 'registered', 'registered', 'lost'])
    expect(agentEvents.at(-1)).toMatchObject({ data: { call_id: 'restarted' } })
  })

  test('are lost when they unregister, by whatever Call-ID: the switch forgets the contact', async () => {
    await watch()
    const other = { 'Event-Subclass': 'sofia::unregister', 'call-id': 'other', expires: '0' }
    at.server.say({ ...recorded.registered, ...other })
    await expect.poll(kinds).toEqual(['present', 'lost'])
    expect(agentEvents[1]).toMatchObject({ data: { call_id: PHONE.call_id, by: 'unregistered' } })
  })

  test('are lost no longer where they were before their address changed', async () => {
    at.server.present = NOBODY
    await watch()
    const contact = recorded.registered.contact.replace('52380', '52381')
    const left = { 'Event-Subclass': 'sofia::unregister', 'call-id': 'other', expires: '0' }
    at.server.say(recorded.registered)
    at.server.say({ ...recorded.registered, contact })
    at.server.say({ ...recorded.registered, ...left })
    at.server.say({ ...recorded.registered, contact })
    at.server.say({ ...recorded.registered, ...left, contact })
    await expect.poll(kinds).toEqual(['present', 'registered', 'registered', 'lost'])
    at.server.say(recorded.registered)
    await expect.poll(() => kinds().at(-1)).toBe('registered')
    expect(kinds()).toHaveLength(5)
  })

  test('are reported again after the connection was lost', async () => {
    await watch()
    at.server.present = NOBODY
    at.server.drop()
    await expect.poll(() => agentEvents.at(-1)).toMatchObject({ data: { registered: [] } })
  })

  test('have their failed registrations counted together', async () => {
    await watch()
    for (let n = 0; n < 3; n++) at.server.say(recorded.failed)
    at.server.say(recorded.unknown)
    await expect.poll(kinds).toEqual(['present', 'failure', 'failure'])
    expect(agentEvents.slice(1)).toMatchObject([
      { data: { account: '1001', address: '192.0.2.2', attempts: 3 } },
      { data: { account: '1999', attempts: 1 } },
    ])
  })

  test('never produce a value that cannot be stored, however long it is', async () => {
    at.server.present = NOBODY
    await watch()
    const agent = `${'a'.repeat(254)}\u{1f4de}`
    const contact = `"" <sip:${'c'.repeat(600)}@192.0.2.2>`
    at.server.say({ ...recorded.registered, 'user-agent': agent, contact })
    at.server.say({ ...recorded.failed, 'user-agent': agent, 'from-user': `${'1'.repeat(63)}\u{1f4de}` })
    await expect.poll(kinds).toEqual(['present', 'registered', 'failure'])
    for (const { data } of agentEvents.slice(1)) {
      expect(Object.values(data).every((value) => typeof value !== 'string' || value.isWellFormed())).toBe(
        true,
      )
      expect(data).toMatchObject({ agent: `${'a'.repeat(254)}\ufffd` })
    }
  })

  test('of an unknown domain are ignored', async () => {
    at.server.present = NOBODY
    await watch()
    at.server.say({ ...recorded.registered, 'from-host': '198.51.100.1' })
    at.server.say({ ...recorded.failed, 'to-host': '198.51.100.1' })
    at.server.say(recorded.registered)
    await expect.poll(kinds).toEqual(['present', 'registered'])
  })

  test('that registered before their tenant was known are reported within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      served = 'other.pbx.test'
      await watch()
      expect(agentEvents).toMatchObject([{ kind: 'present', data: { registered: [] } }])
      served = 'acme.pbx.test'
      await vi.advanceTimersByTimeAsync(30_000)
      await expect.poll(kinds).toEqual(['present', 'registered'])
      await vi.advanceTimersByTimeAsync(30_000)
      expect(kinds()).toEqual(['present', 'registered'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('of a tenant that is served again are reported again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await watch()
      served = 'other.pbx.test'
      phones.changed()
      served = 'acme.pbx.test'
      phones.changed()
      await vi.advanceTimersByTimeAsync(30_000)
      await expect.poll(kinds).toEqual(['present', 'registered'])
      expect(agentEvents[1]).toMatchObject({ data: PHONE })
    } finally {
      vi.useRealTimers()
    }
  })

  test('are told to restart at their own contact address', async () => {
    await watch()
    await phones.command({
      ...command,
      command: 'reboot',
      contact: 'sip:1001@192.0.2.2:52380\n\napi shutdown',
    })
    const said = at.server.commands.at(-1)?.split('\n')
    expect(said).toContain('event-string: check-sync;reboot=true')
    expect(said).toContain('contact-uri: sip:1001@192.0.2.2:52380apishutdown')
    expect(at.server.commands).not.toContain('api shutdown')
    expect(agentEvents.at(-1)).toMatchObject({ kind: 'done', data: { command: 'c1', problem: null } })
  })

  /** Asks to ring a phone; resolves with what was said to the switch, and with the channel that rings it. */
  async function ring(contact: string) {
    const done = phones.command({ ...command, command: 'ring', contact })
    await expect.poll(() => at.server.commands.at(-1)).toContain('bgapi originate')
    const said = at.server.commands.at(-1) ?? ''
    return { said, done, channel: /origination_uuid=([0-9a-f-]+)/.exec(said)?.[1] ?? '' }
  }

  test('are rung alone to be found, without a call record', async () => {
    await watch()
    const { said, done, channel } = await ring('sip:1001@[2001:db8::2]:52380;transport=tls')
    expect(said.split('\n')[0]).toMatch(
      /^bgapi originate \{.*process_cdr=false.*\}sofia\/internal\/sip:1001@\[2001:db8::2\]:52380;transport=tls &hangup$/,
    )
    expect(at.server.commands).toContain(`filter Unique-ID ${channel}`)
    expect(agentEvents.map(({ kind }) => kind)).not.toContain('done')
    at.server.say({ 'Event-Name': 'CHANNEL_PROGRESS', 'Unique-ID': channel })
    await done
    expect(agentEvents.at(-1)).toMatchObject({ kind: 'done', data: { command: 'c1', problem: null } })
  })

  test('that do not ring are reported with the reason', async () => {
    await watch()
    const { said, done } = await ring(PHONE.contact)
    const job = /Job-UUID: ([0-9a-f-]+)/.exec(said)?.[1] ?? ''
    at.server.say({ 'Event-Name': 'BACKGROUND_JOB', 'Job-UUID': job, _body: '-ERR USER_BUSY\n' })
    await done
    expect(agentEvents.at(-1)).toMatchObject({ data: { problem: 'The phone does not ring: user busy.' } })
  })

  test('that do not respond are reported in time, and are rung no longer', async () => {
    await watch()
    const { done, channel } = await ring(PHONE.contact)
    await done
    expect(agentEvents.at(-1)).toMatchObject({ data: { problem: 'The phone does not respond.' } })
    expect(at.server.commands.at(-1)).toBe(`api uuid_kill ${channel}`)
  })

  test.each([',sofia/gateway/acme/19005550100', '|user/1002', ':_:user/1002', '&bridge(user/1002)'])(
    'are not rung at an address ending in “%s”, which would call others',
    async (more) => {
      await watch()
      await phones.command({ ...command, command: 'ring', contact: `${PHONE.contact}${more}` })
      expect(at.server.commands.filter((said) => said.includes('originate'))).toEqual([])
      expect(agentEvents.at(-1)).toMatchObject({
        kind: 'done',
        data: { problem: expect.stringMatching(/./) },
      })
    },
  )

  test('are unregistered by Call-ID', async () => {
    await watch()
    await phones.command({ ...command, command: 'end', contact: PHONE.contact })
    expect(at.server.commands.at(-1)).toBe(`api sofia profile internal flush_inbound_reg ${PHONE.call_id}`)
    expect(agentEvents.at(-1)).toMatchObject({ kind: 'done', data: { problem: null } })
  })

  test.each(['reboot', 'REBOOT', ' ', '1002@acme.pbx.test', '1002@ACME.pbx.test'])(
    'are not unregistered by the Call-ID “%s”, which would match others',
    async (call_id) => {
      await watch()
      await phones.command({ ...command, call_id, command: 'end', contact: PHONE.contact })
      expect(at.server.commands.filter((said) => said.includes('flush_inbound_reg'))).toEqual([])
      expect(agentEvents.at(-1)).toMatchObject({
        kind: 'done',
        data: { problem: expect.stringMatching(/./) },
      })
    },
  )

  test('cannot be commanded while the switch is not responding, which is reported', async () => {
    const stopped = new AbortController().signal
    await make({ port: 0, password: '', stopped }).command({
      ...command,
      command: 'end',
      contact: PHONE.contact,
    })
    expect(agentEvents).toMatchObject([
      { kind: 'done', data: { problem: 'The switch is not responding to its agent.' } },
    ])
  })
})
