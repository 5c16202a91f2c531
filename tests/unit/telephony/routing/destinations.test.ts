import { expect, test } from 'vitest'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { from, to, TUESDAY } from './routing-helpers'

const kinds = [
  'extensions',
  'ring_groups',
  'ivr_menus',
  'call_centers',
  'call_flows',
  'time_conditions',
  'conference_rooms',
  'paging_groups',
  'recordings',
  'voicemails',
]
const off = { enabled: false }
const TENANT = snapshotOf({
  extensions: [
    make.anExtension('1001', off),
    make.anExtension('1002', { suspended: true }),
    make.anExtension('1003', { voicemail_enabled: false }),
  ],
  ring_groups: [make.aRingGroup('6000', off)],
  ivr_menus: [make.aMenu('7000', off)],
  call_center_queues: [make.aQueue('8000', off)],
  call_flows: [make.aFlow('3000', off)],
  time_conditions: [make.aTimeCondition('5000', off)],
  conference_rooms: [make.aRoom('3500', off)],
  paging_groups: [make.aPagingGroup('4000', off)],
  feature_codes: [make.aFeatureCode('record', '*732', off)],
  destinations: [
    ...kinds.map((kind) => ({
      id: `lost-${kind}`,
      kind,
      record_id: 'gone',
      number: '6001',
      name: 'Gone',
      enabled: true,
    })),
    { id: 'nobodys', kind: 'voicemails', record_id: null, number: '6001', name: 'Gone', enabled: true },
    { id: 'no-code', kind: 'other', record_id: 'gone', number: '*1', name: 'Gone', enabled: true },
    ...[
      'transfer:1001 XML',
      'transfer:1001 XMLacme',
      'a transfer:1001 XML acme',
      'transfer:1001 XML acme.pbx.test',
    ].map((number, at) => ({
      id: `hand-${at}`,
      kind: 'unknown',
      record_id: null,
      number,
      name: '',
      enabled: true,
    })),
  ],
})

test.each<[id: string, said: string]>([
  ['e1001', 'UNALLOCATED_NUMBER: Extension 1001 Desk 1001 is disabled.'],
  ['e1002', 'SUBSCRIBER_ABSENT: Extension 1002 Desk 1002 is suspended.'],
  ['g6000', 'NORMAL_TEMPORARY_FAILURE: Ring group 6000 Group 6000 is disabled.'],
  ['m7000', 'NORMAL_TEMPORARY_FAILURE: IVR menu 7000 Menu 7000 is disabled.'],
  ['q8000', 'NORMAL_TEMPORARY_FAILURE: Queue 8000 Queue 8000 is disabled.'],
  ['f3000', 'NORMAL_TEMPORARY_FAILURE: Call flow 3000 Flow 3000 is disabled.'],
  ['t5000', 'NORMAL_TEMPORARY_FAILURE: Time condition 5000 Hours 5000 is disabled.'],
  ['n3500', 'NORMAL_TEMPORARY_FAILURE: Conference room 3500 Room 3500 is disabled.'],
  ['w4000', 'NORMAL_TEMPORARY_FAILURE: Paging group 4000 Page 4000 is disabled.'],
  ['c-record', 'FACILITY_NOT_SUBSCRIBED: Destination *732 record is disabled.'],
  [voicemailOf('e1001'), 'UNALLOCATED_NUMBER: Extension 1001 Desk 1001 is disabled.'],
  [voicemailOf('e1002'), 'SUBSCRIBER_ABSENT: Extension 1002 Desk 1002 is suspended.'],
  [voicemailOf('e1003'), 'NO_ANSWER: The voicemail of 1003 Desk 1003 is off.'],
  ['lost-extensions', 'UNALLOCATED_NUMBER: Destination 6001 Gone is disabled.'],
  ['lost-ring_groups', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-ivr_menus', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-call_centers', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-call_flows', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-time_conditions', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-conference_rooms', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-paging_groups', 'NORMAL_TEMPORARY_FAILURE: Destination 6001 Gone is disabled.'],
  ['lost-recordings', 'UNALLOCATED_NUMBER: Destination 6001 Gone is disabled.'],
  ['lost-voicemails', 'UNALLOCATED_NUMBER: The destination no longer exists.'],
  ['nobodys', 'UNALLOCATED_NUMBER: Destination 6001 Gone is disabled.'],
  ['no-code', 'FACILITY_NOT_SUBSCRIBED: Destination *1 Gone is disabled.'],
  ['hand-0', 'decide: The route “transfer:1001 XML” was set by hand.'],
  ['hand-1', 'NO_ROUTE_DESTINATION: The route “transfer:1001 XMLacme” was set by hand.'],
  ['hand-2', 'NO_ROUTE_DESTINATION: The route “a transfer:1001 XML acme” was set by hand.'],
  ['hand-3', 'decide: The route “transfer:1001 XML acme.pbx.test” was set by hand.'],
  ['gone', 'NO_ROUTE_DESTINATION: The destination no longer exists.'],
])('a call to %s, which is misconfigured, is explained', (id, said) => {
  const step = nextStep(TENANT, to(id), from(), TUESDAY)
  expect(`${step.kind === 'refuse' ? step.cause : step.kind}: ${reasonText(step.reason)}`).toBe(said)
})
