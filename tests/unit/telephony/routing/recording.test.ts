import { describe, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf, type Question } from '@/lib/switch/question'
import type { Call, Place } from '@/lib/telephony/routing/place'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { carrying } from '@/lib/telephony/routing/scene'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFeatureCode,
  aMember,
  anExtension,
  aNumber,
  aPagedPhone,
  aPagingGroup,
  aParkLot,
  aQueue,
  aRingGroup,
  aRoom,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from '../../switch/assumed-network'
import { dialing, from, fromPhone, to, toNumber, TUESDAY, walk } from './routing-helpers'

/** A tenant whose number, extension 1001 and room record as given. */
const tenant = ({ recording = 'none', number = false, room = false } = {}) =>
  snapshotOf({
    extensions: [anExtension('1001', { recording }), anExtension('1002')],
    dids: [aNumber('+12075550100', { destination_id: 'n3500', record: number })],
    conference_rooms: [aRoom('3500', { record: room })],
    paging_groups: [aPagingGroup('6900', { two_way: true })],
    paging_group_members: [aPagedPhone('w6900', 1, 'e1002')],
    ring_groups: [aRingGroup('6000')],
    ring_group_members: [aMember('g6000', 1, 'e1001')],
    park_lots: [aParkLot('5900')],
    call_center_queues: [aQueue('8000')],
    feature_codes: [
      aFeatureCode('group_pickup', '*8'),
      aFeatureCode('directed_pickup', '**'),
      aFeatureCode('park', '*59'),
    ],
  })

/** What a path says about recording. */
const told = (snapshot: ReturnType<typeof tenant>, place: Place, call: Call) =>
  walk(snapshot, place, {}, call)
    .stages.flatMap(({ step }) => step.notes)
    .filter(({ why }) => why === 'recorded')
    .map(reasonText)

/** What the switch does when it asks about a call. */
function actionsFor(snapshot: ReturnType<typeof tenant>, question: Question, call: Call): string[] {
  const { xml } = dialplan(environmentOf(snapshot, TUESDAY), {
    'Caller-Context': 'acme.pbx.test',
    'Hunt-Destination-Number': extensionOf(question),
    variable_trunkline_call: callVariable(call, 'tenant'),
  })
  return [...parseXml(xml).querySelectorAll('action')].map(
    (each) => `${each.getAttribute('application')} ${each.getAttribute('data') ?? ''}`,
  )
}

/** The action by which the switch records a call that arrives at a place; undefined if it does not. */
const records = (snapshot: ReturnType<typeof tenant>, place: Place, call: Call) =>
  actionsFor(snapshot, { asks: 'place', place }, call).find((action) => action.includes('record_session '))

const RECORDING = '${storage_dir}/trunkline-calls/tenant/${uuid}.wav'
const AT_ONCE = `record_session \${cond(\${regex(\${uuid_buglist(\${uuid})}|session_record)} == false ? ${RECORDING})}`
const FILE_EXISTS = `\${file_exists(${RECORDING})}`
const CONTINUED = `set RECORD_APPEND=${FILE_EXISTS}`
const ONCE_CONNECTED = `set execute_on_pre_bridge=${AT_ONCE}`
/** The call that waits in the space, else the phone's own. Expanded when it is executed. */
const UNPARKED = "${cond('${valet_lot_extension}' == '' ? ${bridge_uuid} : ${uuid})}"
const ONCE_UNPARKED = `set execute_on_pre_bridge=${AT_ONCE.replaceAll('${uuid}', UNPARKED).replaceAll('$', '\\\\\\$')}`
const recorded = (call: Call) => carrying(call, { record: true })

describe('a call that is recorded', () => {
  test('stays recorded in a conference room', () => {
    expect(told(tenant({ number: true }), toNumber(), from())).toHaveLength(1)
    expect(records(tenant(), to('n3500'), recorded(from()))).toBe(AT_ONCE)
    expect(records(tenant(), to('n3500'), from())).toBeUndefined()
  })

  test('is recorded by the room if that records', () => {
    expect(records(tenant({ room: true }), to('n3500'), recorded(from()))).toBeUndefined()
  })

  test('is no longer recorded where it leaves a message', () => {
    const place = { at: 'voicemail', extensionId: 'e1001' } as const
    const actions = actionsFor(tenant(), { asks: 'place', place }, recorded(from()))
    const [stopped, answered, message] = ['stop_record_session all', 'answer', 'voicemail'].map((action) =>
      actions.findIndex((each) => each.startsWith(action)),
    )
    expect([stopped, answered, message]).not.toContain(-1)
    expect(stopped).toBeLessThan(Number(answered))
  })

  test('continues its recording where it is taken out of a mailbox, and is named again after one that was discarded', () => {
    const actions = actionsFor(tenant(), { asks: 'place', place: to('e1002') }, recorded(from()))
    const before = actions.slice(0, actions.indexOf(AT_ONCE))
    expect(before).toEqual(expect.arrayContaining([CONTINUED, 'unset RECORD_DISCARDED']))
  })

  test('continues its recording where an agent of a queue takes it', () => {
    const actions = actionsFor(tenant(), { asks: 'readied', place: to('q8000') }, recorded(from()))
    expect(actions).toEqual(expect.arrayContaining([CONTINUED, ONCE_CONNECTED]))
  })

  test('continues its recording by a phone of a group that records, whoever recorded it before', () => {
    const rung = actionsFor(tenant({ recording: 'all' }), { asks: 'place', place: to('g6000') }, from())
    const [bridge = ''] = rung.filter((action) => action.startsWith('bridge '))
    expect(bridge).toContain(`execute_on_pre_bridge='${AT_ONCE}',RECORD_APPEND='${FILE_EXISTS}',`)
  })

  test('stays recorded while it pages phones', () => {
    expect(records(tenant(), to('w6900'), recorded(fromPhone('1001')))).toBe(AT_ONCE)
    expect(records(tenant(), to('w6900'), fromPhone('1001'))).toBeUndefined()
  })

  test('stays recorded in a park lot', () => {
    const parked = carrying(from(), { record: true, divertedBy: 'e1002' })
    expect(records(tenant(), dialing('5901'), parked)).toBe(AT_ONCE)
  })
})

describe.each([
  ['*8', 'from its group', ONCE_CONNECTED],
  ['**1002', 'from another phone', ONCE_CONNECTED],
  ['5901', 'from a park lot', ONCE_UNPARKED],
])('by dialing %s, an extension picks up a call %s, which', (code, _where, action) => {
  test.each(['inbound', 'all'])('is recorded from then on if the extension records %s calls', (recording) => {
    const snapshot = tenant({ recording })
    expect(told(snapshot, dialing(code), fromPhone('1001'))).toContain(
      'The call is recorded, as extension 1001 Desk 1001 says.',
    )
    expect(records(snapshot, dialing(code), fromPhone('1001'))).toBe(action)
  })

  test.each(['outbound', 'none'])('is not recorded if the extension records %s calls', (recording) => {
    expect(told(tenant({ recording }), dialing(code), fromPhone('1001'))).toEqual([])
    expect(records(tenant({ recording }), dialing(code), fromPhone('1001'))).toBeUndefined()
  })
})

describe('a phone that parks', () => {
  test('itself is recorded if its extension records all calls, not if it records inbound calls', () => {
    expect(records(tenant({ recording: 'all' }), dialing('*59'), fromPhone('1001'))).toBe(AT_ONCE)
    expect(records(tenant({ recording: 'inbound' }), dialing('*59'), fromPhone('1001'))).toBeUndefined()
  })

  test('itself in an empty space goes on without what would have recorded a call that waited there', () => {
    const snapshot = tenant({ recording: 'inbound' })
    const [dialed, phone] = [dialing('5901'), fromPhone('1001')]
    const prepared = actionsFor(snapshot, { asks: 'place', place: dialed }, phone).flatMap(
      (action) => /^set (execute_on_pre_bridge|RECORD_\w+)=/.exec(action)?.[1] ?? [],
    )
    expect(prepared).toHaveLength(3)
    const actions = actionsFor(snapshot, { asks: 'parked', place: dialed, by: 'e1001' }, phone)
    expect(actions.slice(0, actions.indexOf('transfer destination.e1001 XML acme.pbx.test'))).toEqual(
      expect.arrayContaining(prepared.map((name) => `unset ${name}`)),
    )
  })

  test('another one’s call does not pick it up', () => {
    const parked = carrying(fromPhone('1001'), { divertedBy: 'e1002' })
    expect(records(tenant({ recording: 'inbound' }), dialing('5901'), parked)).toBeUndefined()
  })
})
