import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aGateway,
  aMenu,
  anExtension,
  anOutsideDestination,
  aPagedPhone,
  aPagingGroup,
  aRecording,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const greeting = aRecording('greeting')
const outside = anOutsideDestination('+13035550142')
const snapshot = snapshotOf({
  recordings: [greeting],
  extensions: [anExtension('1001')],
  ivr_menus: [aMenu('7000', { greet_long_recording_id: greeting.id })],
  paging_groups: [aPagingGroup('6900')],
  paging_group_members: [aPagedPhone('w6900', 1, 'e1001')],
  destinations: [outside],
  gateways: [aGateway('one')],
  outbound_routes: [aRoute('national', { gateway_1_id: 'one' })],
})

/** What the switch does with a call at a place: its applications and their data. */
function actions(id: string): string[] {
  const { xml } = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': snapshot.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'place', place: { at: 'destination', id } }),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), snapshot.tenant.id),
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
