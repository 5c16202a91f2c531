import { ringTimeline } from '../ring-timeline'
import { blockedAt } from './block'
import {
  extensionLeg,
  numberLeg,
  placed,
  type PlannedLeg,
  recordedBy,
  recordsInbound,
  silenceOf,
} from './leg'
import type { Cause } from './place'
import { recordOf } from './place-label'
import type { Diversion, Reason } from './reason'
import { nounAndLabel } from './record'
import { callersHoldMusic, decide, ending, holdMusic, refuse, type Scene, shownCaller, stepOf } from './scene'
import type { Row } from './snapshot'
import { inPosition, refOf } from './snapshot-index'
import type { Leg, Next, Step } from './step'

const CAUSES: Readonly<Record<Diversion, Cause>> = {
  busy: 'USER_BUSY',
  'no answer': 'NO_ANSWER',
  'not registered': 'SUBSCRIBER_ABSENT',
}

/**
 * A call arrives at an extension: its own block rules, forward always, do not disturb, then its phone along with the follow-me
 * targets. If unanswered, the forwarding for that case, else voicemail, else the end. A call to an extension that records its calls
 * is recorded wherever it goes on.
 */
export function ringExtension(scene: Scene, extension: Row<'extensions'>): Step {
  const record = refOf('extensions', extension)
  if (!extension.enabled) return refuse(scene, 'UNALLOCATED_NUMBER', { why: 'disabled', record })
  if (extension.suspended) return refuse(scene, 'SUBSCRIBER_ABSENT', { why: 'suspended', record })
  const block = blockedAt(scene, extension.id)
  if (block) return decide(scene, block)
  const { carried } = scene.call
  const records = carried.record || recordsInbound(extension)
  const recorded: Reason[] = records && !carried.record ? [{ why: 'recorded', record }] : []
  const passedOn = { set: { record: records }, notes: recorded }
  const always = forwardAlways(extension)
  if (always) return decide(scene, always, passedOn)
  if (extension.do_not_disturb) {
    const next = { ...takenOver(extension, 'busy'), reason: { why: 'do not disturb', record } as const }
    return decide(scene, next, next.place.at === 'destination' ? passedOn : {})
  }

  const own: PlannedLeg = {
    ...extensionLeg(scene, extension, record),
    delay: 0,
    timeout: extension.call_timeout,
    confirm: false,
    reason: { why: 'extension rings', record, seconds: extension.call_timeout },
  }
  const followers = extension.follow_me_enabled ? followMe(scene, extension) : { legs: [], notes: [] }
  const legs = timed([own, ...followers.legs])
  const music = holdMusic(scene, extension.hold_music_recording_id, carried.holdMusicId)
  return stepOf(scene, 'ring', {
    legs,
    strategy: 'simultaneous',
    timeout: Math.max(...legs.map(({ start, length }) => start + length)),
    greetingId: null,
    ringback: 'us_ring',
    holdMusicId: music.id,
    callersHoldMusicId: callersHoldMusic(scene).id,
    callerId: shownCaller(scene, scene.call),
    distinctiveRing: carried.distinctiveRing,
    record: records,
    reason: own.reason,
    notes: [...followers.notes, ...(records ? [] : recordedBy(legs, scene)), ...recorded, ...music.notes],
    then: {
      busy: takenOver(extension, 'busy'),
      unanswered: takenOver(extension, 'no answer'),
      unregistered: takenOver(extension, 'not registered'),
    },
    set: { record: records },
  })
}

/** Where the extension forwards all calls; undefined if it does not. */
export function forwardAlways(extension: Row<'extensions'>): Next | undefined {
  const id = extension.forward_all_destination_id
  if (!extension.forward_all_enabled || id === null) return undefined
  const reason = { why: 'forwarded always', record: refOf('extensions', extension) } as const
  return { place: { at: 'destination', id }, reason, set: { divertedBy: extension.id } }
}

/** Where an unanswered call goes: the forwarding for the case, else voicemail, else nowhere. */
function takenOver(extension: Row<'extensions'>, when: Diversion): Next {
  const record = refOf('extensions', extension)
  const forwards = {
    busy: [extension.forward_busy_enabled, extension.forward_busy_destination_id],
    'no answer': [extension.forward_no_answer_enabled, extension.forward_no_answer_destination_id],
    'not registered': [
      extension.forward_not_registered_enabled,
      extension.forward_not_registered_destination_id,
    ],
  } as const
  const [enabled, id] = forwards[when]
  if (enabled && id !== null) {
    const reason = { why: 'forwarded', record, case: when } as const
    return { place: { at: 'destination', id }, reason, set: { divertedBy: extension.id } }
  }
  return extension.voicemail_enabled
    ? {
        place: { at: 'voicemail', extensionId: extension.id },
        reason: { why: 'voicemail takes over', record, case: when },
      }
    : ending(CAUSES[when], { why: 'nobody takes over', record, case: when })
}

/** The forwardings that calls to the extension can meet, as they are set. */
export function forwardings(extension: Row<'extensions'>): Next[] {
  const always = forwardAlways(extension)
  if (always) return [always]
  return (['busy', 'no answer', 'not registered'] as const)
    .map((when) => takenOver(extension, when))
    .filter(({ reason }) => reason.why === 'forwarded')
}

function followMe(scene: Scene, extension: Row<'extensions'>): { legs: PlannedLeg[]; notes: Reason[] } {
  const { index } = scene
  const legs: PlannedLeg[] = []
  const notes: Reason[] = []
  const record = refOf('extensions', extension)
  for (const follower of inPosition(index.rows('extension_follow_me', 'extension_id', extension.id))) {
    const destination = index.row('destinations', follower.target_destination_id)
    const target =
      destination?.kind === 'extensions' ? index.row('extensions', destination.record_id) : undefined
    const by = { table: 'extension_follow_me', id: follower.id, label: record.label } as const
    const leg =
      destination?.kind === 'external'
        ? numberLeg(scene, destination.number, extension, by)
        : target && (silenceOf(scene, target) ?? extensionLeg(scene, target, by))
    const name = destination ? nounAndLabel(recordOf(index, destination)) : 'A missing target'
    if (!leg || 'because' in leg) {
      notes.push({ why: 'follow me cannot ring', record, target: name, blockedBy: leg?.blockedBy })
      continue
    }
    const { delay, timeout, confirm } = follower
    const reason = {
      why: 'follow me rings',
      record,
      target: leg.target.label,
      after: delay,
      seconds: timeout,
    } as const
    legs.push({ ...leg, delay, timeout, confirm, reason })
  }
  return { legs, notes }
}

/** Legs that all ring at once, each for its own timeout. */
function timed(planned: readonly PlannedLeg[]): Leg[] {
  const end = Math.max(...planned.map(({ delay, timeout }) => delay + timeout))
  const members = planned.map(({ delay, timeout }, at) => ({ id: String(at), delay, timeout, rings: true }))
  return placed(planned, ringTimeline('simultaneous', end, members).rings)
}
