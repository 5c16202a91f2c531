import { shownNumber } from '../../validation/phone'
import { type RingStrategy, ringTimeline } from '../ring-timeline'
import {
  extensionLeg,
  type LegTarget,
  numberLeg,
  placed,
  type PlannedLeg,
  recordedBy,
  recordsInbound,
  silenceOf,
} from './leg'
import type { Reason, Silence } from './reason'
import type { RecordRef } from './record'
import {
  callersHoldMusic,
  decide,
  ending,
  holdMusic,
  type Scene,
  shownCaller,
  stepOf,
  toDestination,
  withPrefix,
} from './scene'
import type { Row } from './snapshot'
import { inPosition, refOf } from './snapshot-index'
import type { Next, Step } from './step'

/** A ring group rings its members by its strategy (ringTimeline), then sends the call to its timeout destination. */
export function ringGroup(scene: Scene, group: Row<'ring_groups'>): Step {
  const { index } = scene
  const record = refOf('ring_groups', group)
  const members = onceEach(
    record,
    inPosition(index.rows('ring_group_members', 'ring_group_id', group.id)).map((member) =>
      memberLeg(scene, group, member),
    ),
  )
  const ringing = members.flatMap((member) => ('leg' in member ? [member.leg] : []))
  const planned = group.strategy === 'random' ? drawn(ringing, scene.call.draw) : ringing
  const silent = members.flatMap((member) => ('silent' in member ? [member.silent] : []))
  const strategy = group.strategy as RingStrategy
  const timeline = ringTimeline(
    strategy,
    group.call_timeout,
    planned.map(({ delay, timeout }, at) => ({ id: String(at), delay, timeout, rings: true })),
  )
  const legs = placed(planned, timeline.rings)
  const late = timeline.tooLate.flatMap((at): Reason[] => {
    const member = planned[Number(at)]?.target.label
    return member ? [{ why: 'member does not ring', record, member, because: 'too late' }] : []
  })
  const prefix = withPrefix(scene, group.caller_id_name_prefix, record)
  const mail: Reason[] = group.missed_call_email
    ? [{ why: 'missed call mail', record, email: group.missed_call_email }]
    : []
  const notes = [...prefix.notes, ...silent, ...late, ...recordedBy(legs, scene), ...mail]

  if (legs.length === 0) {
    const next = afterwards(group, record, { why: 'group has nobody', record })
    return decide(scene, next, { notes, set: prefix.set })
  }
  const next = afterwards(group, record, { why: 'group gives up', record, seconds: timeline.end })
  const { carried } = scene.call
  const music = holdMusic(scene, carried.holdMusicId)
  const call = { ...scene.call, carried: { ...carried, ...prefix.set } }
  return stepOf(scene, 'ring', {
    legs,
    strategy,
    timeout: timeline.end,
    greetingId: group.greeting_recording_id,
    ringback: group.ringback,
    holdMusicId: music.id,
    callersHoldMusicId: callersHoldMusic(scene).id,
    callerId: shownCaller(scene, call),
    distinctiveRing: carried.distinctiveRing,
    record: carried.record,
    reason: { why: 'group rings', record, strategy, phones: legs.length, seconds: timeline.end },
    notes: [...notes, ...(group.ringback === 'hold_music' ? music.notes : [])],
    then: { busy: next, unanswered: next, unregistered: next },
    set: prefix.set,
  })
}

/** The legs in a pseudorandom order, stable for each call. */
function drawn(legs: readonly PlannedLeg[], draw: number): readonly PlannedLeg[] {
  if (draw === 0) return legs
  return legs.toSorted((a, b) => mixed(a.by.id, draw) - mixed(b.by.id, draw))
}

/** FNV-1a of an id with MurmurHash3's finalizer, which spreads similar ids. */
function mixed(id: string, seed: number): number {
  let hash = Math.imul(seed, 2654435761)
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function afterwards(group: Row<'ring_groups'>, record: RecordRef, reason: Reason): Next {
  return toDestination(
    group.timeout_destination_id,
    reason,
    ending('NO_ANSWER', { why: 'group hangs up', record }),
  )
}

/** A member's leg, or why it does not ring. */
type Member = { leg: PlannedLeg } | { silent: Reason }

/** Of members that reach the same phone, such as an extension and a number that leads to it, only the first rings. */
function onceEach(record: RecordRef, members: readonly Member[]): Member[] {
  const reached = new Set<string>()
  return members.map((member) => {
    if ('silent' in member) return member
    const { target, by } = member.leg
    const phone = target.kind === 'extension' ? target.id : target.number
    if (reached.has(phone)) {
      return { silent: { why: 'member does not ring', record, member: by.label, because: 'rings already' } }
    }
    reached.add(phone)
    return member
  })
}

function memberLeg(scene: Scene, group: Row<'ring_groups'>, member: Row<'ring_group_members'>): Member {
  const { index } = scene
  const record = refOf('ring_groups', group)
  const extension = index.row('extensions', member.extension_id)
  const name = extension ? refOf('extensions', extension).label : shownNumber(member.external_number ?? '')
  const by: RecordRef = { table: 'ring_group_members', id: member.id, label: name }
  const found = member.enabled
    ? extension
      ? phoneOf(scene, extension, group.follow_forwarding, by)
      : numberLeg(scene, member.external_number ?? '', null, by)
    : ({ because: 'off' } as const)
  if ('because' in found) return { silent: { why: 'member does not ring', record, member: name, ...found } }
  const { delay, timeout, confirm } = member
  const reason = { why: 'member rings', record, member: name, after: delay, seconds: timeout } as const
  return { leg: { ...found, delay, timeout, confirm, reason } }
}

/** A member's phone, or its forwarding target if the group follows forwarding; or why it does not ring. */
function phoneOf(
  scene: Scene,
  extension: Row<'extensions'>,
  follows: boolean,
  by: RecordRef,
): LegTarget | Silence {
  const forwards = follows && extension.forward_all_enabled
  const silence = silenceOf(scene, extension, forwards)
  if (silence) return silence
  if (!forwards) return extensionLeg(scene, extension, by)
  const leg = forwardedLeg(scene, extension, by)
  return 'because' in leg ? leg : { ...leg, records: leg.records || recordsInbound(extension) }
}

function forwardedLeg(scene: Scene, extension: Row<'extensions'>, by: RecordRef): LegTarget | Silence {
  const destination = scene.index.row('destinations', extension.forward_all_destination_id)
  if (destination?.kind === 'external') return numberLeg(scene, destination.number, extension, by)
  const other =
    destination?.kind === 'extensions' ? scene.index.row('extensions', destination.record_id) : undefined
  const silence = other && silenceOf(scene, other)
  return other && !silence ? extensionLeg(scene, other, by) : { ...silence, because: 'forwarded elsewhere' }
}
