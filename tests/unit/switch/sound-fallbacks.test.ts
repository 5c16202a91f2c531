import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFeatureCode,
  aGateway,
  aMember,
  aMenu,
  anExtension,
  anOutsideDestination,
  aPagedPhone,
  aPagingGroup,
  aParkLot,
  aRecording,
  aRingGroup,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const greeting = aRecording('greeting')
const outside = anOutsideDestination('+13035550142')
const snapshot = snapshotOf({
  recordings: [greeting],
  extensions: [anExtension('1001', { hold_music_recording_id: greeting.id })],
  feature_codes: [aFeatureCode('directed_pickup', '**'), aFeatureCode('group_pickup', '*8')],
  ring_groups: [aRingGroup('6000')],
  ring_group_members: [aMember('g6000', 1, 'e1001')],
  park_lots: [aParkLot('5900')],
  ivr_menus: [aMenu('7000', { greet_long_recording_id: greeting.id })],
  paging_groups: [aPagingGroup('6900')],
  paging_group_members: [aPagedPhone('w6900', 1, 'e1001')],
  destinations: [outside],
  gateways: [aGateway('one')],
  outbound_routes: [aRoute('national', { gateway_1_id: 'one' })],
})

/** What the switch does with a call at a place: its applications and their data. */
const actions = (id: string) =>
  executed({
    'Hunt-Destination-Number': extensionOf({ asks: 'place', place: { at: 'destination', id } }),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), snapshot.tenant.id),
  })

/** The same for what 1001 dials. */
const dialed = (digits: string) =>
  executed({
    'Hunt-Destination-Number': digits,
    variable_user_name: '1001',
    variable_domain_name: snapshot.tenant.domain,
  })

function executed(request: Record<string, string>): string[] {
  const { xml } = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': snapshot.tenant.domain,
    ...request,
  })
  return [...parseXml(xml).querySelectorAll('action')].map((each) =>
    `${each.getAttribute('application')} ${each.getAttribute('data') ?? ''}`.trim(),
  )
}

test('a menu reads digits also after a greeting that cannot be opened', () => {
  const [read] = actions('m7000').filter((each) => each.startsWith('play_and_get_digits'))
  expect(read).toContain(` file_string:///sounds/${greeting.file_id}.wav!silence_stream://100 `)
})

test('an answered caller who goes outside hears ringing, others what the far end sends', () => {
  const said = actions(outside.id)
  expect(said).toContain('set transfer_ringback=%(2000,4000,440,480)')
  expect(said.some((each) => each.startsWith('set ringback'))).toBe(false)
})

test('a page rings its phones for as long as they have to answer by themselves', () => {
  expect(actions('w6900').find((each) => each.includes('auto_outcall_prefix'))).toContain('leg_timeout=10')
})

test('a phone that picks up a call, or takes one from a space, plays its own music when it holds it', () => {
  for (const [digits, takes] of [
    ['**1001', 'intercept '],
    ['*8', 'intercept '],
    ['5901', 'valet_park '],
  ] as const) {
    const done = dialed(digits)
    const taken = done.findIndex((each) => each.startsWith(takes))
    expect(done.slice(0, taken)).toContain(`set hold_music=/sounds/${greeting.file_id}.wav`)
  }
})
