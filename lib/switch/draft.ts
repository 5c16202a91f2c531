import type { Call } from '../telephony/routing/place'
import { followed } from '../telephony/routing/scene'
import type { Cap, Next, Step } from '../telephony/routing/step'
import { callVariable } from './carried'
import { pathVariable, type Told, toldMore } from './path'
import { packed, plain } from './plain'
import { extensionOf, type Question } from './question'
import { type Surroundings, soundPathOf } from './surroundings'

export interface Action {
  app: string
  data: string
}

/** An answer that is being drawn up. */
export interface Draft {
  surroundings: Surroundings
  step: Step
  /** The call as it came to the place: what a later question about this place begins with. */
  before: Call
  path: readonly Told[]
}

export const act = (app: string, data = ''): Action => ({ app, data })
/** Sets a channel variable; the value is text that somebody may have typed. */
export const set = (name: string, value: string | number | boolean): Action =>
  act('set', `${name}=${plain(String(value))}`)
export const unset = (name: string): Action => act('unset', name)

export const domainOf = ({ surroundings }: Draft) => surroundings.snapshot.tenant.domain
export const tenantOf = ({ surroundings }: Draft) => surroundings.snapshot.tenant.id

/** Asks on: the next answer decides what follows. */
export function ask(draft: Draft, question: Question): Action {
  return act('transfer', `${extensionOf(question)} XML ${domainOf(draft)}`)
}

/** The way to the next place, or the end of the call. What the call carries, and why, goes along. */
export function go(draft: Draft, next: Next): Action[] {
  const { step, path, surroundings } = draft
  if (next.place.at === 'end') {
    const told = toldMore(path, surroundings.moment, next.reason, next.place.because)
    return [set('trunkline_path', pathVariable(told)), act('hangup', next.place.cause)]
  }
  return [
    set('trunkline_call', callVariable(followed(step, next), tenantOf(draft))),
    set('trunkline_because', packed(next.reason)),
    ask(draft, { asks: 'place', place: next.place }),
  ]
}

/** What counts the calls by a record, in a realm of its own for each tenant, and where a call too many goes. */
export function counted(realm: string, { on, calls }: Cap, full: string): string {
  return `hash ${realm} ${on.table}.${on.id} ${calls} ${full}`
}

/** Limits that are checked before a step. A call keeps its place in them as it goes on. */
export function limits(draft: Draft): Action[] {
  const listed = draft.step.limits.map((limit) => {
    const full = extensionOf({ asks: 'place', place: limit.full.place })
    return act('limit', counted(tenantOf(draft), limit, `${full} XML ${domainOf(draft)}`))
  })
  return listed.length > 0 ? [set('limit_ignore_transfer', true), ...listed] : []
}

/** A recording's file on the switch; undefined for none. */
export function soundOf({ surroundings }: Draft, recordingId: string | null): string | undefined {
  return soundPathOf(surroundings, recordingId)
}

export function play(draft: Draft, recordingId: string | null): Action[] {
  const path = soundOf(draft, recordingId)
  return path === undefined ? [] : [act('playback', path)]
}

/** Where recordings wait for the agent, in the switch's storage_dir. FreeSWITCH makes the folder. */
export const CALLS_FOLDER = 'trunkline-calls'

/** The folder of a tenant's recordings, as FreeSWITCH expands it. */
export const recordingsFolder = (tenant: string) => `\${storage_dir}/${CALLS_FOLDER}/${tenant}`

/** Records the call from the moment it is answered. The file is named by the channel, and by nothing that somebody can choose. */
export function record(draft: Draft, records: boolean): Action[] {
  if (!records) return []
  const folder = recordingsFolder(tenantOf(draft))
  return [
    act('set', `record_path=${folder}`),
    act('set', `record_name=\${uuid}.wav`),
    set('media_bug_answer_req', true),
    set('recording_follow_transfer', true),
    act('record_session', `${folder}/\${uuid}.wav`),
  ]
}

/** The language of the switch's own prompts. */
export function spoken(language: string): Action {
  return set('default_language', language.split('-')[0] ?? 'en')
}
