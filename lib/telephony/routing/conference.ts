import { ending, holdMusic, promptLanguage, type Scene, stepOf } from './scene'
import type { Row } from './snapshot'
import { refOf } from './snapshot-index'
import type { Announcement, Step } from './step'

/**
 * A caller enters a conference room (mod_conference), after its PIN if it has one. With only a moderator PIN, callers who enter
 * none are participants. A recorded call is recorded by itself, except in a room whose recording has all calls in it.
 */
export function joinRoom(scene: Scene, room: Row<'conference_rooms'>): Step {
  const record = refOf('conference_rooms', room)
  const pins = {
    participant: scene.index.hasSecret(room.id, 'pin'),
    moderator: scene.index.hasSecret(room.id, 'moderator_pin'),
  }
  const { id: holdMusicId, notes: music } = holdMusic(scene, room.hold_music_recording_id)
  const { language, notes } = promptLanguage(scene)
  const calls = room.max_members
  return stepOf(scene, 'conference', {
    number: room.number,
    pins,
    waitsForModerator: room.waits_for_moderator,
    announces: room.announces as Announcement,
    record: room.record,
    recordsCall: scene.call.carried.record && !room.record,
    greetingId: room.greeting_recording_id,
    holdMusicId,
    language,
    limits: [{ on: record, calls, full: ending('USER_BUSY', { why: 'too many calls', record, calls }) }],
    reason: { why: 'room joined', record },
    notes: [
      ...(pins.participant ? [{ why: 'room asks for a PIN', record } as const] : []),
      ...(room.waits_for_moderator ? [{ why: 'room waits', record } as const] : []),
      ...(room.record ? [{ why: 'recorded', record } as const] : []),
      ...music,
      ...notes,
    ],
    then: ending('NORMAL_CLEARING', { why: 'room left', record }),
  })
}
