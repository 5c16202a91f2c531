import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { parseRecord } from '@/lib/cdr/parse-record'
import { CDR, CDR_LEGS } from '@/lib/supabase/constraints'
import { agentEvent, type AgentEvent } from '@/lib/switch/agent/agent-event'
import { callReport } from '@/lib/switch/agent/call-report'
import { OUTSIDE_NUMBER } from '@/lib/switch/channel-variables'
import { notifiedCall } from '@/lib/switch/emergency'
import type { Step } from '@/lib/telephony/routing/step'
import { CallTable } from '@/switch/call-table'
import { Faxes } from '@/switch/faxes'
import { messagesIn } from '@/switch/mailbox-list'
import { Phones } from '@/switch/phones'
import { Queues } from '@/switch/queues'
import { recorded, recordedCalls } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

/** Longer than any column takes. An odd number of units before pairs: to cut it anywhere leaves half of one. */
const LONG = `9${'😀'.repeat(1000)}`
const at = watchedSwitch()
let reported: AgentEvent[]
beforeEach(() => {
  reported = []
})
const reportEvent = async (event: AgentEvent) => void reported.push(event)

/** That the app takes what was reported, of these kinds. */
function taken(...kinds: AgentEvent['kind'][]) {
  expect(reported.map(({ kind }) => kind)).toEqual(kinds)
  for (const event of reported) expect(agentEvent.parse(event)).toEqual(event)
  expect(JSON.stringify(reported)).not.toMatch(/\\ud[89a-f]/)
}

test('what the agent reports of a call is as short as the app takes it', () => {
  const table = new CallTable()
  const [first, other] = [randomUUID(), randomUUID()]
  const said = {
    'Event-Name': 'CHANNEL_ANSWER',
    'Channel-Call-UUID': first,
    'Answer-State': 'answered',
    'Channel-Read-Codec-Name': LONG,
    'Caller-Caller-ID-Name': LONG,
    'Caller-Caller-ID-Number': LONG,
    'Caller-Destination-Number': LONG,
    variable_domain_name: LONG,
  }
  table.take({ ...said, 'Unique-ID': first, 'Call-Direction': 'inbound' })
  table.take({ ...said, 'Unique-ID': other, 'Call-Direction': 'outbound' })
  const calls = table.ids().flatMap((id) => table.liveCall(id) ?? [])
  expect(calls).toMatchObject([{ codec: expect.any(String), other_number: expect.stringContaining('9') }])
  callReport.parse({ run: randomUUID(), report: 1, whole: true, calls, gone: [] })
})

test('what it reports of phones is as short as the app takes it', async () => {
  at.watch((source) =>
    new Phones({ ...source, reportEvent, pinged: async () => undefined, isServed: () => true }).watch(),
  )
  await expect.poll(() => reported.length).toBe(1)
  const contact = `"" <sip:${'1'.repeat(5000)}@192.0.2.2>`
  const long = { 'call-id': LONG, contact, 'network-ip': LONG, 'user-agent': LONG }
  at.server.say({ ...recorded.registered, ...long, 'from-user': LONG })
  at.server.say({ ...recorded.failed, ...long, 'to-user': LONG })
  await expect.poll(() => reported.length).toBe(3)
  taken('present', 'registered', 'failure')
})

test('what it reports of faxes and waits in queues is as short as the app takes it', async () => {
  const [folder, id] = [join(at.storage, 'trunkline-fax'), randomUUID()]
  at.watch((source) =>
    new Faxes({ ...source, isServed: () => true, reportEvent, send: async () => undefined }).watch(),
  )
  await expect.poll(() => at.server.commands).toContain('event json CUSTOM spandsp::rxfaxresult')
  at.server.say({
    'Event-Subclass': 'spandsp::rxfaxresult',
    variable_fax_filename: join(folder, `${id}_${id}_${id}_+12085550142-3-1764013000.tif`),
    'fax-success': '0',
    'fax-result-text': LONG,
    'fax-remote-station-id': LONG,
  })
  await expect.poll(() => reported.length).toBe(1)
  taken('fax')
  await at.stop()
  reported = []
  at.watch((source) =>
    new Queues({
      ...source,
      reportEvent,
      tenantOf: () => ({}) as never,
      environment: () => ({}) as never,
    }).watch(),
  )
  await expect.poll(() => at.server.commands).toContain('event json CUSTOM callcenter::info')
  const waited = recordedCalls.abandoned.find((event) => 'CC-Cancel-Reason' in event)
  at.server.say({ ...(waited as unknown as Record<string, string>), 'CC-Member-CID-Number': LONG })
  await expect.poll(() => reported.length).toBe(1)
  taken('waited')
})

test('what it reports of mailboxes and 911 calls is as short as the app takes it', async () => {
  const [uuid, folder, at] = [randomUUID(), '/voicemail', new Date().toISOString()]
  const printed = `1764013000:0:::inbox:${folder}/msg_${uuid}.wav:${uuid}:${LONG}:${LONG}:5`
  const messages = messagesIn(printed, folder).map(({ message }) => message)
  expect(messages).toHaveLength(1)
  await reportEvent({ kind: 'mailbox', data: { at, domain: 'acme.pbx.test', extension: uuid, messages } })
  // A mailbox of years.
  const many = Array.from({ length: 20_000 }, () => messages[0]).filter((message) => message !== undefined)
  await reportEvent({
    kind: 'mailbox',
    data: { at, domain: 'acme.pbx.test', extension: uuid, messages: many },
  })
  const emergency = { notify: ['a@b.test'], extensionId: null, callBack: null, address: LONG, location: LONG }
  const call = notifiedCall({ kind: 'refuse', emergency } as unknown as Step, LONG)
  if (call) await reportEvent({ kind: 'emergency', data: { at, tenant: uuid, ...call } })
  taken('mailbox', 'mailbox', 'emergency')
})

test('a call record is stored as short as its columns take it', () => {
  const epoch = `${Date.UTC(2026, 0, 12)}000`
  const names = ['uuid', 'accountcode', 'hangup_cause', 'read_codec', 'record_file_path']
  const stored = parseRecord({
    variables: {
      start_uepoch: epoch,
      end_uepoch: epoch,
      originating_leg_uuid: LONG,
      [OUTSIDE_NUMBER]: LONG,
      ...Object.fromEntries(names.map((name) => [name, LONG])),
    },
    callflow: [
      { caller_profile: { caller_id_name: LONG, caller_id_number: LONG, destination_number: LONG } },
    ],
  })
  const columns = [
    'call_uuid',
    'from_name',
    'from_number',
    'to_number',
    'account_code',
    'hangup_cause',
    'codec',
  ] as const
  for (const column of [...columns, 'recording_path'] as const)
    expect(stored[column]).toHaveLength(CDR[column].maxLength)
  expect(stored.outside_number?.length).toBe(CDR_LEGS.outside_number.maxLength)
})
