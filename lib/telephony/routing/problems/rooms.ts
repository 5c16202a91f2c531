import { refOf } from '../snapshot-index'
import { type Checked, type Problem, problem } from './problem'

/** Conference rooms in which callers would wait forever. */
export function roomProblems(at: Checked): Problem[] {
  return at.snapshot.conference_rooms
    .filter(
      ({ id, enabled, waits_for_moderator: waits }) =>
        enabled && waits && !at.index.hasSecret(id, 'moderator_pin'),
    )
    .map((room) => {
      const record = refOf('conference_rooms', room)
      const text = `Callers in ${record.label} wait for a moderator, but it has no moderators’ PIN: nobody can be one.`
      return problem(at, 'error', 'room-without-moderator', record, text, '', {
        label: 'Let callers in without a moderator',
        table: 'conference_rooms',
        id: room.id,
        was: { waits_for_moderator: true },
        set: { waits_for_moderator: false },
      })
    })
}
