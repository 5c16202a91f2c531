import { expect, test } from 'vitest'
import { branches, endsHere } from '@/lib/telephony/routing/branches'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { type Place, placeKey } from '@/lib/telephony/routing/place'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { HANG_UP, snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { dialing, from, fromPhone, to, TUESDAY } from './routing-helpers'

const away = { forward_busy_enabled: true, forward_busy_destination_id: 'g6000' }
const lost = { forward_not_registered_enabled: true, forward_not_registered_destination_id: 'g6000' }
const TENANT = snapshotOf({
  extensions: [
    make.anExtension('1001'),
    make.anExtension('1002', away),
    make.anExtension('1003', lost),
    make.anExtension('1004', { ...away, ...lost }),
    make.anExtension('1005', {
      forward_no_answer_enabled: true,
      forward_no_answer_destination_id: 'g6000',
    }),
  ],
  ring_groups: [make.aRingGroup('6000', { timeout_destination_id: 'e1001' })],
  ring_group_members: [make.aMember('g6000', 1, 'e1001')],
  call_center_queues: [make.aQueue('8000', { exit_key: '*', timeout_destination_id: 'e1001' })],
  conference_rooms: [make.aRoom('3500')],
  paging_groups: [make.aPagingGroup('4000')],
  fax_boxes: [make.aFaxBox('3700')],
  paging_group_members: [make.aPagedPhone('w4000', 1, 'e1001')],
  recordings: [make.aRecording('hello')],
  feature_codes: [make.aFeatureCode('record', '*732'), make.aFeatureCode('do_not_disturb', '*78')],
  park_lots: [
    make.aParkLot('5900', { timeout_destination_id: 'g6000' }),
    make.aParkLot('5950', { timeout: 0 }),
  ],
  outbound_routes: [make.aRoute('national')],
})
const ways = (place: Place) =>
  branches(TENANT, place, TUESDAY).map(
    ({ place: next, reason }) => `${placeKey(next)}: ${reasonText(reason)}`,
  )

test.each<[what: string, place: Place, ways: string[]]>([
  [
    'e1001',
    to('e1001'),
    [
      'voicemail e1001: 1001 Desk 1001 does not answer, so its voicemail takes the call.',
      'voicemail e1001: 1001 Desk 1001 is busy, so its voicemail takes the call.',
      'voicemail e1001: 1001 Desk 1001 has no phone registered, so its voicemail takes the call.',
    ],
  ],
  [
    'e1002',
    to('e1002'),
    [
      'voicemail e1002: 1002 Desk 1002 does not answer, so its voicemail takes the call.',
      'destination g6000: 1002 Desk 1002 forwards calls when it is busy.',
      'voicemail e1002: 1002 Desk 1002 has no phone registered, so its voicemail takes the call.',
    ],
  ],
  [
    'e1003',
    to('e1003'),
    [
      'voicemail e1003: 1003 Desk 1003 does not answer, so its voicemail takes the call.',
      'voicemail e1003: 1003 Desk 1003 is busy, so its voicemail takes the call.',
      'destination g6000: 1003 Desk 1003 forwards calls when it has no phone registered.',
    ],
  ],
  [
    'e1004',
    to('e1004'),
    [
      'voicemail e1004: 1004 Desk 1004 does not answer, so its voicemail takes the call.',
      'destination g6000: 1004 Desk 1004 forwards calls when it is busy.',
      'destination g6000: 1004 Desk 1004 forwards calls when it has no phone registered.',
    ],
  ],
  [
    'e1005',
    to('e1005'),
    [
      'destination g6000: 1005 Desk 1005 forwards calls when it does not answer.',
      'voicemail e1005: 1005 Desk 1005 is busy, so its voicemail takes the call.',
      'voicemail e1005: 1005 Desk 1005 has no phone registered, so its voicemail takes the call.',
    ],
  ],
  ['g6000', to('g6000'), ['destination e1001: Nobody in 6000 Group 6000 answers within 30 secs.']],
  [
    'q8000',
    to('q8000'),
    [
      'destination e1001: 8000 Queue 8000 lets callers wait without end.',
      'destination e1001: Nobody is signed in to 8000 Queue 8000 for 1 min 30 secs.',
      'destination e1001: The caller presses * to leave 8000 Queue 8000.',
    ],
  ],
  ['n3500', to('n3500'), ['end NORMAL_CLEARING: The conference in 3500 Room 3500 is over for the caller.']],
  [
    'w4000',
    to('w4000'),
    ['end NORMAL_CLEARING: The caller speaks from 1 phone of 4000 Page 4000, which answers by itself.'],
  ],
  ['x3700', to('x3700'), ['end NORMAL_CLEARING: The fax call to 3700 Fax 3700 is over.']],
  ['r-hello', to('r-hello'), ['end NORMAL_CLEARING: hello plays for 3 secs.']],
  ['c-record', to('c-record'), ['end NORMAL_CLEARING: *732 record is done, and the call ends.']],
  [
    'voicemail-e1001',
    to(voicemailOf('e1001')),
    ['end NORMAL_CLEARING: The caller leaves a message for 1001 Desk 1001.'],
  ],
  ['hangup', to(HANG_UP), []],
  [
    '5900',
    dialing('5900'),
    ['destination g6000: Nobody picks up the call parked at 5900 Lot 5900 within 3 mins.'],
  ],
  ['5950', dialing('5950'), ['end NORMAL_CLEARING: 5950 Lot 5950 is done, and the call ends.']],
])('lists the branches from %s', (_, place, expected) => {
  expect(ways(place)).toEqual(expected)
})

test('a step that handles the call ends it, except for parking with a timeout', () => {
  const isEnd = (place: Place, call = from()) => endsHere(nextStep(TENANT, place, call, TUESDAY))
  const phone = fromPhone('1001')
  expect({
    voicemail: isEnd(to(voicemailOf('e1001'))),
    recording: isEnd(to('r-hello')),
    room: isEnd(to('n3500')),
    page: isEnd(to('w4000')),
    fax: isEnd(to('x3700')),
    feature: isEnd(dialing('*78'), phone),
    parked: isEnd(dialing('5900'), phone),
    parkedForever: isEnd(dialing('5950')),
    outside: isEnd(dialing('2075550142'), phone),
    group: isEnd(to('g6000')),
    queue: isEnd(to('q8000')),
    hangUp: isEnd(to(HANG_UP)),
  }).toEqual({
    voicemail: true,
    recording: true,
    room: true,
    page: true,
    fax: true,
    feature: true,
    parked: false,
    parkedForever: true,
    outside: false,
    group: false,
    queue: false,
    hangUp: false,
  })
})
