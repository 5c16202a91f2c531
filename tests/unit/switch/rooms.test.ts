import { describe, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import type { RoomRole } from '@/lib/switch/conference'
import { conferenceConf } from '@/lib/switch/configuration/conference'
import { dialplan, pinAsked } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { NOT_FOUND } from '@/lib/switch/xml'
import { callFromOutside } from '@/lib/telephony/routing/place'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aRecording, aRoom } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const NOW = Date.UTC(2026, 2, 3, 15)
const PLACE = { at: 'destination', id: 'n3500' } as const
const roomOf = (room: Partial<Row<'conference_rooms'>> = {}, ...pins: string[]) =>
  snapshotOf({
    recordings: [aRecording('Jazz')],
    secrets: pins.map((field) => ({ owner_table: 'conference_rooms', owner_id: 'n3500', field })),
    conference_rooms: [aRoom('3500', room)],
  })

/** The applications in the answer to a call in the room, or after entered digits. */
function actions(
  snapshot: ReturnType<typeof roomOf>,
  entered?: { digits: string; role?: RoomRole; failures?: number },
): string[] {
  const question = entered
    ? ({ asks: 'pin', place: PLACE, failures: entered.failures ?? 0 } as const)
    : ({ asks: 'place', place: PLACE } as const)
  const request = {
    'Caller-Context': 'acme.pbx.test',
    'Hunt-Destination-Number': extensionOf(question),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), 'tenant'),
    variable_trunkline_pin: entered?.digits ?? '',
  }
  const { xml } = dialplan({ ...environmentOf(snapshot, NOW), roleIn: () => entered?.role ?? null }, request)
  return [...parseXml(xml).querySelectorAll('action')].map((each) =>
    `${each.getAttribute('application')} ${each.getAttribute('data') ?? ''}`.trim(),
  )
}

const JOINED = 'conference 3500@acme.pbx.test@room'
const asksAgain = (said: readonly string[]) => said.some((each) => each.startsWith('play_and_get_digits'))

describe('a caller to a conference room', () => {
  test('joins as a participant if there is no PIN', () => {
    expect(actions(roomOf())).toContain(JOINED)
  })

  test('is asked for the PIN, and joins in the role of the PIN entered', () => {
    const room = roomOf({}, 'pin', 'moderator_pin')
    expect(asksAgain(actions(room))).toBe(true)
    expect(actions(room)).not.toContain(JOINED)
    expect(actions(room, { digits: '7306', role: 'participant' })).toContain(JOINED)
    expect(actions(room, { digits: '9182', role: 'moderator' })).toContain(`${JOINED}+flags{moderator}`)
  })

  test('is asked three times, then rejected', () => {
    const room = roomOf({}, 'pin')
    expect(asksAgain(actions(room, { digits: '1', failures: 1 }))).toBe(true)
    expect(asksAgain(actions(room, { digits: '' }))).toBe(true)
    expect(actions(room, { digits: '1', failures: 2 }).at(-1)).toBe('hangup CALL_REJECTED')
  })

  test('joins as a participant without a PIN, or after three wrong ones, if only moderators have one', () => {
    const room = roomOf({}, 'moderator_pin')
    expect(actions(room, { digits: '' })).toContain(JOINED)
    expect(asksAgain(actions(room, { digits: '1' }))).toBe(true)
    expect(actions(room, { digits: '1', failures: 2 })).toContain(JOINED)
  })

  test('is identified to the PIN check by the switch’s variables, not by what was entered', () => {
    const request = {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': extensionOf({ asks: 'pin', place: PLACE, failures: 0 }),
      variable_trunkline_call: callVariable(callFromOutside('+12075550199'), 'tenant'),
      variable_trunkline_pin: '7306',
    }
    expect(pinAsked(roomOf({}, 'pin'), request, NOW)).toEqual({
      table: 'conference_rooms',
      id: 'n3500',
      dialer: null,
      number: '+12075550199',
      digits: '7306',
    })
  })

  test('counts against the room’s member limit before being asked for a PIN', () => {
    expect(actions(roomOf({ max_members: 5 }, 'pin')).find((each) => each.startsWith('limit '))).toContain(
      'conference_rooms.n3500 5 ',
    )
  })

  test('records their name if it is announced, in a file deleted with the call', () => {
    const said = actions(roomOf({ announces: 'name' }))
    const file = '${temp_dir}/trunkline-name-${uuid}.wav'
    expect(said).toContain(`record ${file} 5 200 2`)
    expect(said).toContain(`set conference_enter_sound=file_string://${file}!conference/conf-has_joined.wav`)
    expect(said).toContain(`set conference_exit_sound=file_string://${file}!conference/conf-has_left.wav`)
    expect(said).toContain(`set api_hangup_hook=system /bin/rm -f ${file}`)
    expect(actions(roomOf()).join()).not.toContain('trunkline-name')
  })
})

describe('conference.conf', () => {
  const NAME = '3500@acme.pbx.test'
  const params = (snapshot: ReturnType<typeof roomOf>, profile = 'room') =>
    Object.fromEntries(
      [
        ...parseXml(conferenceConf(environmentOf(snapshot, NOW), NAME)).querySelectorAll(
          `profile[name=${profile}] > param`,
        ),
      ].map((each) => [each.getAttribute('name'), each.getAttribute('value')]),
    )

  test('has the settings of a configured room', () => {
    expect(
      params(roomOf({ waits_for_moderator: true, record: true, hold_music_recording_id: 'r-Jazz' })),
    ).toMatchObject({
      'conference-flags': 'wait-mod',
      'auto-record': '${storage_dir}/trunkline-calls/tenant/${uuid}.wav',
      'moh-sound': '/sounds/file-Jazz.wav',
      'enter-sound': 'tone_stream://%(200,0,500,600,700)',
    })
  })

  test('records a room that a recorded call opens from its second caller on, and empties no recording of a call', () => {
    const file = '${storage_dir}/trunkline-calls/tenant/${uuid}'
    const recorded = roomOf({ record: true })
    expect(actions(recorded)).toContain(
      `conference 3500@acme.pbx.test@\${cond(\${file_exists(${file}.wav)} == true ? room-of-recorded : room)}`,
    )
    expect(params(recorded, 'room-of-recorded')).toEqual({
      ...params(recorded),
      'auto-record': `${file}\${cond(\${file_exists(${file}.wav)} == true ? -room)}.wav`,
      'min-required-recording-participants': '2',
    })
  })

  test('has no flags and no recording for a plain room, and plays the switch’s music', () => {
    const plain = params(roomOf({ announces: 'nothing' }))
    expect(plain['moh-sound']).toBe('local_stream://default')
    for (const name of ['conference-flags', 'auto-record', 'enter-sound', 'exit-sound'])
      expect(plain).not.toHaveProperty(name)
  })

  test.each([
    ['an unknown room number', '3501@acme.pbx.test'],
    ['another domain', '3500@rival.pbx.test'],
  ])('is not found for %s', (_what, name) => {
    expect(conferenceConf(environmentOf(roomOf(), NOW), name)).toBe(NOT_FOUND)
  })

  test('is not found for a disabled room', () => {
    expect(conferenceConf(environmentOf(roomOf({ enabled: false }), NOW), NAME)).toBe(NOT_FOUND)
  })
})
