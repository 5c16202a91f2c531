import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aMember, anExtension, aRecording, aRingGroup } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const music = aRecording('waltz')
const ringbackOf = (ringback: string, hold_music_recording_id: string | null = null) => {
  const snapshot = snapshotOf({
    extensions: [anExtension('1001')],
    recordings: [music],
    ring_groups: [aRingGroup('6000', { ringback })],
    ring_group_members: [aMember('g6000', 1, 'e1001')],
    settings: { hold_music_recording_id },
  })
  const { domain, id } = snapshot.tenant
  const { xml } = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': domain,
    'Caller-Destination-Number': extensionOf({ asks: 'place', place: { at: 'destination', id: 'g6000' } }),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), id),
  })
  return /"ringback=([^"]*)"/.exec(xml)?.[1]
}

test('callers of a ring group hear its tone, or the hold music: the tenant’s, else the product’s', () => {
  expect(ringbackOf('silence')).toBe('silence')
  expect(ringbackOf('us_ring', music.id)).toBe('%(2000,4000,440,480)')
  expect(ringbackOf('hold_music', music.id)).toContain(music.file_id)
  expect(ringbackOf('hold_music')).toBe('local_stream://default')
})
