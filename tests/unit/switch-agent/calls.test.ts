import { beforeEach, describe, expect, test } from 'vitest'
import type { AgentEvent } from '@/lib/switch/agent/agent-event'
import type { CallReport } from '@/lib/switch/agent/call-report'
import { Calls } from '@/switch/calls'
import type { SwitchEvent } from '@/switch/event-socket'
import { JOB, recordedCalls } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const at = watchedSwitch()
let calls: Calls
let reports: CallReport[]
let agentEvents: AgentEvent[]
let counted: boolean
beforeEach(async () => {
  at.server.answers = { 'show channels': '{"row_count":0}' }
  reports = []
  agentEvents = []
  counted = true
  at.watch((source) => {
    calls = new Calls({
      ...source,
      reportEvent: async (agentEvent) => void agentEvents.push(agentEvent),
      report: async (report) => {
        reports.push(report)
        return counted
      },
      tenantOf: () => undefined,
    })
    return calls.watch()
  })
  await expect.poll(() => reports.length).toBe(1)
})

type Part = 'answered' | 'move' | 'listen' | 'outbound'
const say = (part: Part) => {
  for (const event of recordedCalls[part] as unknown as SwitchEvent[]) at.server.say(event)
}
const all = () => reports.flatMap((report) => report.calls)

describe('the calls on a switch', () => {
  test('are reported in full first, then as changes, in numbered reports', async () => {
    expect(reports).toMatchObject([{ whole: true, report: 1, calls: [], gone: [] }])
    say('answered')
    await expect.poll(() => all().at(-1)).toMatchObject({ state: 'talking', other_number: '1001' })
    expect(reports.slice(1).every(({ whole }) => !whole)).toBe(true)
    expect(reports.map(({ report }) => report)).toEqual(reports.map((_, place) => place + 1))
    expect(new Set(reports.map(({ run }) => run)).size).toBe(1)
  })

  test('are reported as gone when they end', async () => {
    say('answered')
    await expect.poll(() => all().length).toBeGreaterThan(0)
    say('move')
    say('listen')
    await expect.poll(() => reports.flatMap(({ gone }) => gone)).toEqual([all()[0]?.call_uuid])
  })

  test('are ended if they are answered past the dialplan', async () => {
    const answered = { 'Event-Name': 'CHANNEL_ANSWER', 'Call-Direction': 'inbound' }
    at.server.say({ ...answered, 'Unique-ID': 'routed', 'Caller-Dialplan': 'XML' })
    at.server.say({ ...answered, 'Unique-ID': 'intruder', 'Caller-Dialplan': 'inline' })
    const ended = () => at.server.commands.filter((said) => said.startsWith('api uuid_kill'))
    await expect.poll(ended).toEqual(['api uuid_kill intruder CALL_REJECTED'])
  })

  test('are counted by their tenant’s limit when a phone connects two that it has called, whichever of them is outside', async () => {
    const bridged = { 'Event-Name': 'CHANNEL_BRIDGE', variable_domain_uuid: 'acme' }
    const leg = { ...bridged, 'Call-Direction': 'outbound', 'Unique-ID': 'one' }
    at.server.say({ ...leg, 'Other-Leg-Direction': 'inbound' })
    at.server.say({ ...bridged, 'Call-Direction': 'inbound', 'Other-Leg-Direction': 'outbound' })
    at.server.say({ ...leg, 'Unique-ID': 'inside', 'Other-Leg-Direction': 'outbound' })
    const counts = () => at.server.commands.filter((said) => said.startsWith('api uuid_limit'))
    await expect.poll(counts).toEqual(['api uuid_limit inside hash acme tenant_settings.acme'])
  })

  test('are reported in batches, however much happens at once', async () => {
    for (let n = 0; n < 50; n++) say('outbound')
    say('answered')
    await expect.poll(() => all().at(-1)).toMatchObject({ state: 'talking' })
    expect(reports.length).toBeLessThan(20)
  })

  test('are reported in full again after a missed report', async () => {
    counted = false
    say('answered')
    await expect.poll(() => reports.length).toBeGreaterThan(2)
    counted = true
    await expect.poll(() => reports.at(-1)).toMatchObject({ whole: true, calls: [{ state: 'talking' }] })
  })

  test('are reported with the quality that the switch measures, once it has measured it', async () => {
    at.server.answers.uuid_getvar = '_undef_'
    say('answered')
    const asked = () => at.server.commands.some((said) => said.endsWith(' rtp_audio_in_mos'))
    await expect.poll(asked).toBe(true)
    expect(all().at(-1)).toMatchObject({ state: 'talking', mos: null })
    at.server.answers.uuid_getvar = '4.31'
    await expect.poll(() => all().at(-1)).toMatchObject({ state: 'talking', mos: 4.31 })
  })

  test('are measured one after the other, because a switch sends no events while a command waits', async () => {
    at.server.unanswered = 'api uuid_set_media_stats'
    say('answered')
    const other = JSON.stringify(recordedCalls.answered).replaceAll(
      /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g,
      '5f9a3c52',
    )
    for (const event of JSON.parse(other) as SwitchEvent[]) at.server.say(event)
    const asked = () => at.server.commands.filter((said) => said.startsWith('api uuid_set_media_stats'))
    await expect.poll(() => asked().length).toBeGreaterThan(0)
    say('move')
    say('listen')
    await expect.poll(() => reports.flatMap(({ gone }) => gone)).toHaveLength(1)
    expect(asked()).toHaveLength(1)
  })

  test('are re-read from the switch after the connection was lost', async () => {
    const uuids = Object.entries(recordedCalls.dumps)
    at.server.answers = {
      'show channels': recordedCalls.channels,
      ...Object.fromEntries(uuids.map(([uuid, dump]) => [`uuid_dump ${uuid}`, dump])),
    }
    at.server.drop()
    await expect
      .poll(() => reports.at(-1))
      .toMatchObject({ whole: true, calls: [{ state: 'talking', other_number: '1001' }] })
  })
})

describe('a command on a call', () => {
  const answered = async () => {
    say('answered')
    await expect.poll(() => all().at(-1)?.state).toBe('talking')
    return all()[0]?.call_uuid ?? ''
  }
  const about = { id: 'c1', domain: 'acme.pbx.test' } as const

  test('hangs it up', async () => {
    const call = await answered()
    await calls.command({ ...about, call, command: 'hang_up' })
    expect(at.server.commands).toContain(`api uuid_kill ${call}`)
    expect(agentEvents).toMatchObject([{ kind: 'done', data: { command: 'c1', problem: null } }])
  })

  test('returns the switch’s error when it fails', async () => {
    const call = await answered()
    at.server.answers.uuid_kill = '-ERR No such channel!'
    await calls.command({ ...about, call, command: 'hang_up' })
    expect(agentEvents).toMatchObject([{ data: { problem: 'No such channel!' } }])
  })

  test('reports that the call has already ended', async () => {
    await calls.command({ ...about, call: 'ffffffff-0000-4000-8000-000000000000', command: 'hang_up' })
    expect(agentEvents).toMatchObject([{ data: { problem: 'This call has ended.' } }])
  })

  const listening = { command: 'listen', extension: '1003' } as const

  test('connects a silent listener to the call, without a call record, and waits for the listener’s phone to answer', async () => {
    const call = await answered()
    const done = calls.command({ ...about, call, ...listening })
    // The quality of calls is asked for in between.
    const rung = () => at.server.commands.find((command) => command.includes(`&eavesdrop(${call})`))
    await expect.poll(rung).toContain('user/1003@acme.pbx.test')
    expect(rung()).toContain('eavesdrop_enable_dtmf=false')
    expect(rung()).toContain('process_cdr=false')
    expect(agentEvents).toEqual([])
    at.server.say({ 'Event-Name': 'BACKGROUND_JOB', 'Job-UUID': JOB, _body: '-ERR NO_ANSWER\n' })
    await done
    expect(agentEvents).toMatchObject([{ data: { problem: 'Extension 1003 was not reached: no answer.' } }])
  })

  test('cannot be used to inject another command', async () => {
    const call = await answered()
    void calls.command({ ...about, call, ...listening, extension: "1003'\n\napi shutdown" })
    await expect.poll(() => at.server.commands.at(-1)).toContain('eavesdrop')
    expect(at.server.commands.some((command) => command.startsWith('api shutdown'))).toBe(false)
    at.server.say({ 'Event-Name': 'BACKGROUND_JOB', 'Job-UUID': JOB, _body: '+OK' })
  })
})
