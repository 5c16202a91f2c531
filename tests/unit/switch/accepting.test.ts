import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aMember, anExtension, aRingGroup } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

/** How the switch rings a group's two members for 20 and 30 seconds, the first of whom is asked to accept: bridges and their timeouts. */
function rung(strategy: string, members = 2) {
  const snapshot = snapshotOf({
    extensions: ['1001', '1002'].map((number) => anExtension(number)),
    ring_groups: [aRingGroup('6000', { strategy, call_timeout: 60 })],
    ring_group_members: [
      aMember('g6000', 1, 'e1001', { timeout: 20, confirm: true }),
      aMember('g6000', 2, 'e1002', { timeout: 30 }),
    ].slice(0, members),
  })
  const { domain, id } = snapshot.tenant
  const { xml } = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'place', place: { at: 'destination', id: 'g6000' } }),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), id),
  })
  const data = [...parseXml(xml).querySelectorAll('action')].map((each) => each.getAttribute('data') ?? '')
  return {
    timeouts: data.flatMap((each) => /^call_timeout=(\d+)$/.exec(each)?.[1] ?? []),
    legs: data.flatMap((each) =>
      [...each.matchAll(/\[(leg_timeout=[^\]]*),dialed_user=(\d+)/g)].map(([, own = '', number]) => [
        number,
        own.split(',').filter((one) => /^(?:leg_timeout|group_confirm_)/.test(one)),
      ]),
    ),
  }
}

/** The member who is asked, and the one who is not. */
const asked = [
  '1001',
  [
    'leg_timeout=20',
    'group_confirm_key=1',
    'group_confirm_file=ivr/ivr-to_accept_press_one.wav',
    'group_confirm_timeout=10',
  ],
]
const other = ['1002', ['leg_timeout=30']]

test('whoever answers, even at the end of the ring, has ten seconds to accept the call, and hears only of the key that does', () => {
  expect(rung('simultaneous')).toEqual({ timeouts: ['42'], legs: [asked, other] })
  expect(rung('sequence')).toEqual({ timeouts: ['32', '32'], legs: [asked, other] })
  expect(rung('simultaneous', 1)).toEqual({ timeouts: ['32'], legs: [asked] })
})
