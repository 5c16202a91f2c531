import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { callcenterConf } from '@/lib/switch/configuration/callcenter'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { type Call, callFromOutside, callFromPhone } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFeatureCode,
  anAgent,
  anExtension,
  aQueue,
  aRecording,
  aTier,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const MOMENT = Date.UTC(2026, 2, 3, 15)
const desk = anExtension('1003', { hold_music_recording_id: 'r-own' })
const tenant = (queue: Parameters<typeof aQueue>[1] = {}) =>
  snapshotOf({
    extensions: [anExtension('1001', { recording: 'inbound' }), anExtension('1002'), desk],
    recordings: [aRecording('own'), aRecording('queue')],
    call_center_queues: [aQueue('8000', { hold_music_recording_id: 'r-queue', ...queue })],
    call_center_agents: [anAgent('e1001'), anAgent('e1002')],
    call_center_tiers: [aTier('q8000', 'a-e1001'), aTier('q8000', 'a-e1002')],
  })

/** What the switch does with a call, extension 1003's, that enters the queue: the data of an application's actions. */
function actions(snapshot: ReturnType<typeof tenant>, app: string, call: Call = callFromPhone(desk)) {
  const place = { at: 'destination', id: 'q8000' } as const
  const { xml } = dialplan(environmentOf(snapshot, MOMENT), {
    'Caller-Context': snapshot.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'readied', place }),
    variable_trunkline_call: callVariable(call, snapshot.tenant.id),
    variable_trunkline_queue_loaded: 'older.one',
    variable_trunkline_queue_tiers: '',
  })
  return dataOf(xml, app)
}

const dataOf = (xml: string, app: string) =>
  [...parseXml(xml).querySelectorAll(`action[application="${app}"]`)].map(
    (action) => action.getAttribute('data') ?? '',
  )

/** The same: what it sets, by variable. */
const enters = (...call: [snapshot: ReturnType<typeof tenant>, call?: Call]) =>
  new Map(
    actions(call[0], 'set', call[1]).map((each) => [
      each.slice(0, each.indexOf('=')),
      each.slice(each.indexOf('=') + 1),
    ]),
  )

const RECORDER = 'trunkline_recorder'
const RECORDS =
  'record_session ${cond(${regex(${uuid_buglist(${uuid})}|session_record)} == false ? ${storage_dir}/trunkline-calls/tenant/${uuid}.wav)}'

test('an agent’s phone records the call by what its caller says, if its extension records, and continues what it has', () => {
  const snapshot = tenant()
  const contacts = [
    ...parseXml(callcenterConf(environmentOf(snapshot, MOMENT), '8000@acme.pbx.test')).querySelectorAll(
      'agent',
    ),
  ].map((agent) => agent.getAttribute('contact'))
  expect(contacts.map((contact) => contact?.includes(`execute_on_pre_bridge=\${${RECORDER}}`))).toEqual([
    true,
    false,
  ])
  expect(enters(snapshot).get(RECORDER)).toBe(RECORDS)
  expect(enters(tenant({ record: true })).get(RECORDER)).toBe('set trunkline_recorded=true')
  expect(contacts[0]).toContain(',RECORD_APPEND=${RECORD_APPEND},')
  expect(enters(snapshot).get('RECORD_APPEND')).toBe(
    '${file_exists(${storage_dir}/trunkline-calls/tenant/${uuid}.wav)}',
  )
})

test('a call that is recorded is from when an agent answers it, not while its caller waits', () => {
  const recorded = tenant({ record: true })
  expect(actions(recorded, 'record_session')).toEqual([])
  expect(enters(recorded).get('execute_on_pre_bridge')).toBe(RECORDS)
  expect(enters(recorded).has('record_path')).toBe(false)
  expect(enters(tenant()).has('execute_on_pre_bridge')).toBe(false)
})

test('a caller who holds an agent plays their own music, and the agent the queue’s', () => {
  const said = enters(tenant())
  expect(said.get('hold_music')).toContain(aRecording('own').file_id)
  expect(said.get('_nolocal_hold_music')).toContain(aRecording('queue').file_id)
  expect(said.get('cc_export_vars')?.split(',')).toContain('_nolocal_hold_music')
})

test('a caller who withholds the number has one of their own in the queue, and is anonymous to its agents', () => {
  const withheld = callFromOutside('')
  expect(actions(tenant(), 'callcenter', withheld)).toEqual([
    '%[caller_id_number=anonymous-${uuid}]8000@acme.pbx.test',
  ])
  expect(enters(tenant(), withheld).get('effective_caller_id_number')).toBe('anonymous')
  expect(actions(tenant(), 'callcenter', callFromOutside('+12075550123'))).toEqual(['8000@acme.pbx.test'])
  expect(enters(tenant(), callFromOutside('+12075550123')).get('effective_caller_id_number')).toBe(
    '+12075550123',
  )
})

test.each([
  [false, 'Available'],
  [true, 'On Break'],
])('an agent who signs in by phone (on do not disturb: %s) is %s to the queues', (do_not_disturb, status) => {
  const snapshot = snapshotOf({
    extensions: [anExtension('1001', { do_not_disturb })],
    call_center_agents: [anAgent('e1001', { status: 'Logged Out' })],
    feature_codes: [aFeatureCode('agent_sign_in', '*22')],
  })
  const { xml, change } = dialplan(environmentOf(snapshot, MOMENT), {
    'Caller-Context': snapshot.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'place', place: { at: 'dialed', digits: '*22' } }),
    variable_trunkline_call: callVariable(callFromPhone(anExtension('1001')), snapshot.tenant.id),
  })
  expect(change?.effect).toMatchObject({ does: 'sign in', enabled: true })
  expect(dataOf(xml, 'set')).toContain(
    `trunkline_done=\${callcenter_config(agent set status a-e1001 '${status}')}`,
  )
})

test('an announcement ends as an agent answers, and is not heard at the place after the queue', () => {
  const announced = tenant({ announce_recording_id: 'r-queue', timeout_destination_id: 'e1003' })
  const sound = `/sounds/${aRecording('queue').file_id}.wav`
  expect(enters(announced).get('execute_on_pre_bridge_announcement')).toBe(`stop_displace_session ${sound}`)
  expect(actions(tenant(), 'unset')).toContain('execute_on_pre_bridge_announcement')
  const { xml } = dialplan(environmentOf(announced, MOMENT), {
    'Caller-Context': announced.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'waited', place: { at: 'destination', id: 'q8000' } }),
    variable_trunkline_call: callVariable(callFromPhone(desk), announced.tenant.id),
    variable_cc_cancel_reason: 'TIMEOUT',
  })
  expect(dataOf(xml, 'stop_displace_session')).toEqual([sound])
  expect(dataOf(xml, 'unset')).toContain('execute_on_pre_bridge_announcement')
})

test('a caller begins at a queue’s top, wherever a queue before it was', () => {
  expect(actions(tenant(), 'unset')).toEqual(
    expect.arrayContaining(['cc_last_agent_tier_position', 'cc_last_agent_tier_level']),
  )
})
