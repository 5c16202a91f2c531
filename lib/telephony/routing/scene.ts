import { shownNumber } from '../../validation/phone'
import { type Call, type Carried, type Cause, type Place, placeKey } from './place'
import type { Reason } from './reason'
import type { RecordRef } from './record'
import { refOf, type SnapshotIndex } from './snapshot-index'
import type { DecideStep, Limit, Next, RefuseStep, Step } from './step'

/** A question to the engine, passed between its parts. */
export interface Scene {
  index: SnapshotIndex
  place: Place
  call: Call
  /** Milliseconds since 1970. */
  moment: number
}

/** The part of a step that each module fills in; stepOf adds the rest. */
type StepFields<Kind extends Step['kind']> = Omit<
  Extract<Step, { kind: Kind }>,
  'kind' | 'place' | 'call' | 'notes' | 'limits'
> & { notes?: readonly Reason[]; limits?: readonly Limit[]; set?: Partial<Carried> }

/** Builds a step at the scene's place. `set` is the state the call carries from here on. */
export function stepOf<Kind extends Step['kind']>(
  scene: Scene,
  kind: Kind,
  { set, notes = [], limits = [], ...fields }: StepFields<Kind>,
): Extract<Step, { kind: Kind }> {
  const call = set ? carrying(scene.call, set) : scene.call
  return { kind, place: scene.place, call, notes, limits, ...fields } as unknown as Extract<
    Step,
    { kind: Kind }
  >
}

/** The call with some of what it carries changed. */
export function carrying(call: Call, set: Partial<Carried>): Call {
  return { ...call, carried: { ...call.carried, ...set } }
}

/** The step that ends a call with a cause. */
export function refuse(
  scene: Scene,
  cause: Cause,
  reason: Reason,
  notes: readonly Reason[] = [],
): RefuseStep {
  return stepOf(scene, 'refuse', { cause, reason, notes })
}

/** A decision for one place; `more` contains alternatives, limits and carried state. */
export function decide(
  scene: Scene,
  chosen: Next,
  more: Partial<Omit<StepFields<'decide'>, 'chosen' | 'reason'>> = {},
): DecideStep {
  return stepOf(scene, 'decide', { chosen, reason: chosen.reason, others: [], ...more })
}

/** Goes to a destination; without one, the call ends for the second reason. */
export function toDestination(id: string | null, reason: Reason, otherwise: Next): Next {
  return id === null ? otherwise : { place: { at: 'destination', id }, reason }
}

/** What comes next when a call ends: the end itself, with its cause and the reason. */
export function ending(cause: Cause, because: Reason): Next {
  return { place: { at: 'end', cause, because }, reason: because }
}

/**
 * The call as it arrives at the next place. The extension that diverted the call pays for the number it diverted to, not for
 * numbers that staff configured further along.
 */
export function followed(step: Step, next: Next): Call {
  const { carried } = step.call
  const visited = next.pressed ? [] : carried.visited
  return carrying(step.call, { divertedBy: null, ...next.set, visited })
}

/** The call with one more place visited. */
export function arrivedAt(call: Call, place: Place): Call {
  const { visited, hops } = call.carried
  return carrying(call, { visited: [...visited, placeKey(place)], hops: hops + 1 })
}

/** Appends a prefix for the caller's name, unless the call has it already. */
export function withPrefix(
  { call }: Scene,
  prefix: string,
  record: RecordRef,
): { set: Partial<Carried>; notes: Reason[] } {
  const { namePrefixes } = call.carried
  if (prefix === '' || namePrefixes.includes(prefix)) return { set: {}, notes: [] }
  return {
    set: { namePrefixes: [...namePrefixes, prefix] },
    notes: [{ why: 'name prefix', record, prefix }],
  }
}

/** The caller ID shown on the tenant's phones. */
export function shownCaller(scene: Scene, call: Call): { number: string; name: string } {
  const extension = scene.index.row('extensions', call.extensionId)
  const number = extension ? (extension.effective_caller_id_number ?? extension.extension) : call.number
  const name = extension ? nameOf(extension) : call.name
  const prefix = call.carried.namePrefixes.join('')
  return { number, name: prefix + (name || (prefix ? shownNumber(number) : '')) }
}

function nameOf(extension: { effective_caller_id_name: string; first_name: string; last_name: string }) {
  return extension.effective_caller_id_name || `${extension.first_name} ${extension.last_name}`.trim()
}

/** The hold music: the nearest one set, else the tenant's; null for the product default. */
export function holdMusic(
  { index }: Scene,
  ...nearest: (string | null)[]
): { id: string | null; notes: Reason[] } {
  const id = nearest.find((each) => each !== null) ?? index.setting('hold_music_recording_id').value
  const recording = index.row('recordings', id)
  if (!recording) return { id, notes: [] }
  const record = refOf('recordings', recording)
  return { id, notes: [{ why: 'hold music', record, recording: record.label }] }
}

/** What the called parties hear while the caller has them on hold: the calling extension's music, else as in holdMusic. */
export function callersHoldMusic(scene: Scene): ReturnType<typeof holdMusic> {
  const { extensionId, carried } = scene.call
  const own = scene.index.row('extensions', extensionId)?.hold_music_recording_id ?? null
  return holdMusic(scene, own, carried.holdMusicId)
}

/** The language of prompts, with a note if it is not the product default. */
export function promptLanguage({ index }: Scene): { language: string; notes: Reason[] } {
  const { value, inherited } = index.setting('language')
  const language = value ?? 'en-US'
  const record: RecordRef = { table: 'tenant_settings', id: index.tenant.id, label: '' }
  return { language, notes: inherited ? [] : [{ why: 'other language', record, language }] }
}
