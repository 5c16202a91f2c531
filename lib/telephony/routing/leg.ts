import { shownNumber } from '../../validation/phone'
import { arrive, toOwnNumber } from './arrive'
import { blocked, blockedAt, isEmergencyCallBack } from './block'
import { decideByFlow, decideByTime } from './choice'
import { wayOut } from './outside'
import { type Place, placeKey } from './place'
import type { Reason, Silence } from './reason'
import type { RecordRef } from './record'
import { carrying, holdMusic, type Scene } from './scene'
import type { Row } from './snapshot'
import { refOf } from './snapshot-index'
import type { Leg, Step } from './step'

/** Whom a leg rings. */
export type LegTarget = Pick<Leg, 'by' | 'target' | 'caps' | 'holdMusicId' | 'records'>

/** A leg without its place on the timeline. */
export type PlannedLeg = Omit<Leg, 'start' | 'length'>

/** A leg to an extension's phones. The call back of a 911 dispatcher counts against no limit. */
export function extensionLeg(scene: Scene, extension: Row<'extensions'>, by: Leg['by']): LegTarget {
  const record = refOf('extensions', extension)
  return {
    by,
    target: { kind: 'extension', id: extension.id, number: extension.extension, label: record.label },
    caps: isEmergencyCallBack(scene) ? [] : [{ on: record, calls: extension.concurrent_limit }],
    holdMusicId: holdMusic(scene, extension.hold_music_recording_id, scene.call.carried.holdMusicId).id,
    records: recordsInbound(extension),
  }
}

/** A leg to a number, E.164, or why there is none. `payer` as in wayOut. */
export function numberLeg(
  scene: Scene,
  number: string,
  payer: Row<'extensions'> | null,
  by: Leg['by'],
): LegTarget | Silence {
  const reached = reachedBy(scene, number)
  if (reached === undefined) return { because: 'own number elsewhere' }
  if (typeof reached !== 'string') return silenceOf(scene, reached) ?? extensionLeg(scene, reached, by)
  const block = payer && blocked(scene, 'outbound', reached, payer.id)
  if (block) return { because: 'number blocked', blockedBy: block.reason.record }
  const paid = payer ? { ...scene, call: carrying(scene.call, { divertedBy: payer.id }) } : scene
  const exit = wayOut(paid, reached, payer, false)
  if ('cause' in exit) return { because: 'no route' }
  const { way } = exit
  return {
    by,
    target: { kind: 'outside', number: reached, label: shownNumber(reached), way },
    caps: way.caps,
    holdMusicId: null,
    records: false,
  }
}

/**
 * Whom a number rings: one of the tenant's own rings the extension or outside number that it leads to now, by its conditions and by
 * time conditions and call flows. Undefined if it leads to anything else, which cannot ring along with phones, or back to where the
 * call has been.
 */
function reachedBy(scene: Scene, number: string): Row<'extensions'> | string | undefined {
  const { index } = scene
  const passed = new Set(scene.call.carried.visited)
  let place: Place | undefined = toOwnNumber(scene, number)?.place
  if (!place) return number
  while (place && !passed.has(placeKey(place))) {
    passed.add(placeKey(place))
    if (place.at === 'number') {
      place = chosenBy(arrive(scene, place.number))
      continue
    }
    const destination = place.at === 'destination' ? index.row('destinations', place.id) : undefined
    switch (destination?.kind) {
      case 'extensions':
        return index.row('extensions', destination.record_id)
      case 'external': {
        const own = toOwnNumber(scene, destination.number)
        if (!own) return destination.number
        place = own.place
        break
      }
      case 'time_conditions': {
        const condition = index.row('time_conditions', destination.record_id)
        place = condition?.enabled ? chosenBy(decideByTime(scene, condition)) : undefined
        break
      }
      case 'call_flows': {
        const flow = index.row('call_flows', destination.record_id)
        place = flow?.enabled ? chosenBy(decideByFlow(scene, flow)) : undefined
        break
      }
      default:
        return undefined
    }
  }
  return undefined
}

const chosenBy = (step: Step) => (step.kind === 'decide' ? step.chosen.place : undefined)

/** Whether an extension records the calls to it. */
export function recordsInbound({ recording }: Row<'extensions'>): boolean {
  return recording === 'inbound' || recording === 'all'
}

/** Notes whose answer starts the recording, if nothing else records the call. */
export function recordedBy(legs: readonly Leg[], { call }: Scene): Reason[] {
  if (call.carried.record) return []
  return legs.flatMap(({ records, target, by }) => (records ? [recordedIfAnswered(by, target.label)] : []))
}

/** Why the call is recorded from a member's answer on. */
export function recordedIfAnswered(record: RecordRef, member: string): Reason {
  return { why: 'recorded if answered', record, member }
}

/** Whether an extension is out of service: it neither rings nor takes calls. */
export function isOutOfService({ enabled, suspended }: Row<'extensions'>): boolean {
  return !enabled || suspended
}

/** Why a phone does not ring along with others; undefined if it does. One that `forwards` the call does so on do not disturb, too. */
export function silenceOf(scene: Scene, extension: Row<'extensions'>, forwards = false): Silence | undefined {
  if (extension.id === scene.call.extensionId) return { because: 'is calling' }
  if (!extension.enabled) return { because: 'disabled' }
  if (extension.suspended) return { because: 'suspended' }
  if (extension.do_not_disturb && !forwards) return { because: 'do not disturb' }
  const block = blockedAt(scene, extension.id)
  return block && { because: 'caller blocked', blockedBy: block.reason.record }
}

/** The legs that ring according to a timeline, with their times; a ring's `id` is the leg's index. */
export function placed(
  planned: readonly PlannedLeg[],
  rings: readonly { id: string; start: number; end: number }[],
): Leg[] {
  return rings.flatMap(({ id, start, end }) => {
    const leg = planned[Number(id)]
    return leg ? [{ ...leg, start, length: end - start }] : []
  })
}
