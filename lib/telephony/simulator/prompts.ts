import type { RING_GROUPS } from '../../supabase/constraints'
import { formatDuration } from '../../validation/duration'
import { shownNumber } from '../../validation/phone'
import type { Cause } from '../routing/place'
import type { Row, TenantSnapshot } from '../routing/snapshot'
import { indexOf, type SnapshotIndex } from '../routing/snapshot-index'
import type { Announcement, Step } from '../routing/step'

/** What people on a call notice during a step. */
export interface Heard {
  /** Its kind: `Greeting`, `Ringing`, `The phones show`. */
  what: string
  text: string
  /** The recording that plays; null for the switch's own sounds. */
  recording: Row<'recordings'> | null
}

const RINGBACKS: Readonly<Record<string, string>> = {
  us_ring: 'as in North America',
  uk_ring: 'as in the United Kingdom',
  eu_ring: 'as in continental Europe',
} satisfies Record<Exclude<(typeof RING_GROUPS.ringback.choices)[number], 'hold_music' | 'silence'>, string>

const ENTRANCES: Readonly<Record<Announcement, string>> = {
  nothing: 'nothing as the caller comes and goes',
  tone: 'a tone as the caller comes and goes',
  name: 'the caller’s name as they come and go',
}

const REFUSALS: { readonly [Each in Cause]?: string } = {
  NORMAL_CLEARING: 'Nothing more: the call is hung up.',
  NO_ANSWER: 'Nothing more: the call is hung up.',
  USER_BUSY: 'A busy tone.',
}

/** What the caller hears and the phones show during a step, in order. */
export function promptsIn(snapshot: TenantSnapshot, step: Step): Heard[] {
  const index = indexOf(snapshot)
  const played = (what: string, id: string | null, more = '') => playedIn(index, what, id, more)
  switch (step.kind) {
    case 'ring':
      return [
        ...played('Greeting', step.greetingId),
        step.ringback === 'hold_music'
          ? waiting(index, step.holdMusicId)
          : step.ringback === 'silence'
            ? own('The caller hears', 'silence while it rings')
            : own('Ringing', RINGBACKS[step.ringback] ?? 'as usual'),
        ...shownOnPhones(step),
      ]
    case 'menu': {
      const { greetLongId, greetShortId } = step
      return [
        ...played('Greeting', greetLongId),
        ...(greetShortId === greetLongId ? [] : played('Later greetings', greetShortId)),
        ...played('After wrong digits', step.invalidSoundId),
        ...played('Before it gives up', step.exitSoundId),
      ]
    }
    case 'queue':
      return [
        ...played('Greeting', step.greetingId),
        waiting(index, step.holdMusicId),
        ...(step.announce
          ? played(
              'Announcement',
              step.announce.recordingId,
              `, every ${formatDuration(step.announce.interval)}`,
            )
          : []),
        ...shownOnPhones(step),
      ]
    case 'play':
      return played('Recording', step.recordingId)
    case 'voicemail':
      return step.greetingId === null
        ? [own('Greeting', `of the voicemail of ${step.number}, then a tone`)]
        : played('Greeting', step.greetingId, ', then a tone')
    case 'conference':
      return [
        ...played('Greeting', step.greetingId),
        ...(step.pins.participant || step.pins.moderator
          ? [own('The caller hears', 'a prompt for the PIN')]
          : []),
        ...(step.announces === 'name' ? [own('The caller hears', 'a prompt to say their name')] : []),
        waiting(index, step.holdMusicId),
        own('The others hear', ENTRANCES[step.announces]),
      ]
    case 'fax':
      return [own('The caller hears', 'the tones of a fax machine')]
    case 'page':
      return [own('The phones show', callerIn(step.callerId) || 'no number')]
    case 'outside':
      return [
        ...(step.way.asksPin ? [own('The caller hears', 'a prompt for the PIN of the route')] : []),
        own('The other side sees', callerIn(step.way.callerId) || 'the number that the gateway sends'),
      ]
    case 'feature':
      return step.feature.does === 'park'
        ? [waiting(index, step.feature.holdMusicId)]
        : [own('The caller hears', 'a prompt')]
    case 'refuse':
      return [own('The caller hears', REFUSALS[step.cause] ?? 'A tone that the call cannot be completed.')]
    case 'decide':
      return []
  }
}

function own(what: string, text: string): Heard {
  return { what, text, recording: null }
}

function playedIn(index: SnapshotIndex, what: string, id: string | null, more: string): Heard[] {
  const recording = index.row('recordings', id)
  return recording ? [{ what, text: recording.name + more, recording }] : []
}

function waiting(index: SnapshotIndex, id: string | null): Heard {
  const [music] = playedIn(index, 'Hold music', id, '')
  return music ?? own('Hold music', 'of the switch')
}

/** Only the tenant's phones show a name; distinctive ring depends on the called number. */
function shownOnPhones(step: {
  callerId: { number: string; name: string }
  distinctiveRing: string
}): Heard[] {
  const { callerId, distinctiveRing } = step
  return [
    own('The phones show', callerIn(callerId) || 'no number'),
    ...(distinctiveRing ? [own('The phones ring', `with ${distinctiveRing}`)] : []),
  ]
}

function callerIn({ number, name }: { number: string | null; name: string }): string {
  const shown = number === 'any' ? 'the caller’s number' : number ? shownNumber(number) : ''
  return [name, name === shown ? '' : shown].filter(Boolean).join(', ')
}
