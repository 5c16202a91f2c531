import { spacesOf } from '../park-spaces'
import { recordsInbound } from './leg'
import type { Reason } from './reason'
import { callersHoldMusic, ending, holdMusic, promptLanguage, refuse, type Scene, stepOf } from './scene'
import type { Row } from './snapshot'
import { type Parking, refOf } from './snapshot-index'
import type { Next, Step } from './step'

/**
 * Parks a call in the dialed space (or picks up the call waiting there), or in the lot's first free space. After the lot's timeout,
 * an unclaimed call goes to the lot's destination, else back to the phone that parked it. If no such phone is known, the call
 * stays.
 */
export function park(scene: Scene, { id, place }: Parking, digits: string): Step {
  const lot = scene.index.row('park_lots', id)
  if (!lot?.enabled) {
    const record = lot ? refOf('park_lots', lot) : scene.index.tenant
    return refuse(scene, 'FACILITY_NOT_SUBSCRIBED', { why: 'disabled', record })
  }
  const record = refOf('park_lots', lot)
  const back = sentBack(scene, lot)
  const music = holdMusic(scene, lot.hold_music_recording_id, scene.call.carried.holdMusicId)
  const { language, notes } = promptLanguage(scene)
  const recording = recordingOf(scene, place)
  return stepOf(scene, 'feature', {
    feature: {
      does: 'park',
      lot: lot.number,
      place,
      places: spacesOf(lot),
      timeout: back && lot.timeout,
      holdMusicId: music.id,
      records: recording.records,
    },
    callersHoldMusicId: callersHoldMusic(scene).id,
    language,
    notes: [...recording.notes, ...music.notes, ...notes],
    reason: { why: 'call park', record, digits, place },
    then: back ?? ending('NORMAL_CLEARING', { why: 'feature done', record }),
    set: recording.set,
  })
}

/**
 * Whether a call is recorded: if it was before, if the phone that parks itself records all calls, and once the phone picks up the call
 * waiting in a space, which is an inbound call to it.
 */
function recordingOf({ index, call }: Scene, place: string | null) {
  const { record: already, divertedBy } = call.carried
  const phone = divertedBy === null ? index.row('extensions', call.extensionId) : undefined
  const makes = already || phone?.recording === 'all'
  const takes = !already && place !== null && phone !== undefined && recordsInbound(phone)
  const notes: Reason[] =
    phone && !already && (makes || takes) ? [{ why: 'recorded', record: refOf('extensions', phone) }] : []
  const records = takes ? ('once connected' as const) : makes ? ('at once' as const) : null
  return { records, notes, set: { record: makes } }
}

/** Where an unclaimed call goes; null for nowhere. */
function sentBack({ index, call }: Scene, lot: Row<'park_lots'>): Next | null {
  const record = refOf('park_lots', lot)
  const seconds = lot.timeout
  const id = lot.timeout_destination_id
  if (id !== null) {
    return { place: { at: 'destination', id }, reason: { why: 'parked too long', record, seconds } }
  }
  const parker = index.row('extensions', call.carried.divertedBy ?? call.extensionId)
  if (!parker) return null
  const { label } = refOf('extensions', parker)
  return {
    place: { at: 'destination', id: parker.id },
    reason: { why: 'back to who parked', record, seconds, parker: label },
    // Somebody parked the call by hand, so returning to their phone is not a loop.
    pressed: true,
  }
}
