import { type Call, callFromOutside, type Cause } from '../telephony/routing/place'
import type { Reason } from '../telephony/routing/reason'
import { followed } from '../telephony/routing/scene'
import type { Cap, Next, Step } from '../telephony/routing/step'
import { callVariable } from './call-state'
import {
  AGENTS_RECORDER,
  BECAUSE,
  CALL,
  PARTNER,
  PARTNERS_CHANNEL,
  PATH,
  RECORDED,
} from './channel-variables'
import { type CallEnvironment, soundPathOf } from './environment'
import { encodeValue, plain } from './escape'
import { quoted } from './leg-variables'
import { extendPath, type PathStep, pathVariable } from './path'
import { extensionOf, type Question } from './question'

export interface Action {
  app: string
  data: string
}

/** An answer under construction. */
export interface Draft {
  environment: CallEnvironment
  step: Step
  /** The call as it arrived at the place: later requests about this place start from it. */
  before: Call
  path: readonly PathStep[]
  /** Whether the call was answered before. */
  answered: boolean
}

/** Runs a dialplan application. `data` is written as it is: text of users goes through {@link set}. */
export const act = (app: string, data = ''): Action => ({ app, data })

/** Variables of the legs of a call from a phone, by which only this phone can transfer them at its expense. */
export const partnersLegs = ({ before: { extensionId } }: Draft) =>
  extensionId === null ? {} : { [PARTNER]: extensionId, [PARTNERS_CHANNEL]: quoted('${uuid}') }

/** Variables of such a leg to an outside number: once it is transferred, it is a call from there. */
export const outsidePartnersLeg = (draft: Draft, number: string) =>
  draft.before.extensionId === null
    ? {}
    : {
        force_transfer_context: domainOf(draft),
        [CALL]: callVariable(callFromOutside(number), tenantOf(draft)),
      }

/** Sets a channel variable to possibly user-entered text. */
export const set = (name: string, value: string | number | boolean): Action =>
  act('set', `${name}=${plain(String(value))}`)
/** Removes a channel variable. */
export const unset = (name: string): Action => act('unset', name)

/**
 * Ends the channel once the party that it was connected to hangs up. Without it, whoever was connected by parking or pickup goes on with the
 * applications that are left (uuid_bridge_on_soft_execute in FreeSWITCH's switch_ivr_bridge.c).
 */
export const HANGS_UP = set('hangup_after_bridge', true)

/** The caller ID that phones show and mailboxes keep with a message; what is empty is the call's own. */
export const callerShown = ({ number, name }: { number: string; name: string }): Action[] => [
  set('effective_caller_id_name', name),
  set('effective_caller_id_number', number),
]

/** The SIP domain of the call's tenant. */
export const domainOf = ({ environment }: Draft) => environment.snapshot.tenant.domain
/** The id of the call's tenant. */
export const tenantOf = ({ environment }: Draft) => environment.snapshot.tenant.id

/** Transfers to a follow-up request, whose answer decides what happens next. */
export function ask(draft: Draft, question: Question): Action {
  return act('transfer', `${extensionOf(question)} XML ${domainOf(draft)}`)
}

/** The busy tone of North America (ITU-T E.180), for six seconds. */
export const BUSY_TONE = 'tone_stream://%(500,500,480,620);loops=6'

/** Ends the call. Once it is answered, only the switch can tell the caller that the other side is busy. */
export function hangUp({ answered }: Draft, cause: Cause, because: Reason): Action[] {
  const hangup = act('hangup', cause)
  if (because.why === 'blocked' && because.action === 'hangup') return [act('answer'), hangup]
  return answered && cause === 'USER_BUSY' ? [act('playback', BUSY_TONE), hangup] : [hangup]
}

/** Transfers to the next place, or ends the call, along with the call's state and the reason. */
export function go(draft: Draft, next: Next): Action[] {
  const { step, path, environment } = draft
  if (next.place.at === 'end') {
    const extended = extendPath(path, environment.moment, next.reason, next.place.because)
    return [set(PATH, pathVariable(extended)), ...hangUp(draft, next.place.cause, next.place.because)]
  }
  return [
    set(CALL, callVariable(followed(step, next), tenantOf(draft))),
    set(BECAUSE, encodeValue(next.reason)),
    ask(draft, { asks: 'place', place: next.place }),
  ]
}

/** Where a record's calls are counted, in a separate realm per tenant. */
export const counter = (realm: string, { on }: Cap) => `hash ${realm} ${on.table}.${on.id}`

/** The limit action for a record, with the transfer target when it is exceeded. */
export function counted(realm: string, cap: Cap, full: string): string {
  return `${counter(realm, cap)} ${cap.calls === Infinity ? '-' : cap.calls} ${full}`
}

/** Limits checked before a step. A call keeps its slots as it continues. */
export function limits(draft: Draft): Action[] {
  const listed = draft.step.limits.map((limit) => {
    const full = extensionOf({ asks: 'place', place: limit.full.place })
    return act('limit', counted(tenantOf(draft), limit, `${full} XML ${domainOf(draft)}`))
  })
  return listed.length > 0 ? [set('limit_ignore_transfer', true), ...listed] : []
}

/** A recording's file on the switch; undefined for none. */
export function soundOf({ environment }: Draft, recordingId: string | null): string | undefined {
  return soundPathOf(environment, recordingId)
}

/** One sound after the other (mod_dptools' file_string), without those that cannot be opened. */
export const fileString = (...paths: readonly string[]) => `file_string://${paths.join('!')}`

/** What the channel plays to the other party when it puts them on hold. FreeSWITCH looks at the channel that holds. */
export function playedOnHold(draft: Draft, recordingId: string | null): Action[] {
  const music = soundOf(draft, recordingId)
  return [music === undefined ? unset('hold_music') : set('hold_music', music)]
}

/** Plays a recording to the caller; nothing if there is none to play. */
export function play(draft: Draft, recordingId: string | null): Action[] {
  const path = soundOf(draft, recordingId)
  return path === undefined ? [] : [act('playback', path)]
}

/** Directory for recordings awaiting the agent, in the switch's storage_dir. FreeSWITCH creates it. */
export const CALLS_FOLDER = 'trunkline-calls'

/** Directory of a tenant's recordings, expanded by FreeSWITCH. */
export const recordingsFolder = (tenant: string) => `\${storage_dir}/${CALLS_FOLDER}/${tenant}`

/**
 * Sets AGENTS_RECORDER. mod_callcenter expands an agent's contact on the caller's channel, also for whether the agent's phone continues
 * what another one has recorded before it transferred the caller.
 */
export const agentsRecorder = (draft: Draft, records: boolean): Action[] =>
  records
    ? [set(AGENTS_RECORDER, `set ${RECORDED}=true`)]
    : [continuing(draft), act('set', `${AGENTS_RECORDER}=${recorder(draft)}`)]

/** The file of a call's recording. FreeSWITCH expands it on the channel of the caller, by which the recording is delivered. */
export const recordingOf = (tenant: string) => `${recordingsFolder(tenant)}/\${uuid}.wav`

/**
 * A file for `record_session`; none, which records nothing, while a recording of the call goes on. FreeSWITCH does not find one that has
 * followed a transfer by its file (switch_core_media_bug_transfer_callback), and two would overwrite each other.
 */
const unlessRecorded = (call: string, file: string) =>
  `\${cond(\${regex(\${uuid_buglist(${call})}|session_record)} == false ? ${file})}`

/** Records a call, or goes on with its recording. */
const recorder = (draft: Draft) => `record_session ${unlessRecorded('${uuid}', recordingOf(tenantOf(draft)))}`

/**
 * Whether a call has been recorded before: by a phone that has transferred it since, or until a mailbox stopped it. What records it now
 * continues that file, which FreeSWITCH would otherwise empty. A call without one gets no such file, since FreeSWITCH does not discard an
 * empty one that it continues (switch_ivr_async.c).
 */
export const isContinued = (draft: Draft) => `\${file_exists(${recordingOf(tenantOf(draft))})}`

/** Variables of a leg that records the call once it is connected: after its confirmation, not when it answers. */
export const recordedLeg = (draft: Draft) => ({
  execute_on_pre_bridge: quoted(recorder(draft)),
  RECORD_APPEND: quoted(isContinued(draft)),
  recording_follow_transfer: true,
})

const continuing = (draft: Draft): Action => act('set', `RECORD_APPEND=${isContinued(draft)}`)

/** Records the call once it is answered. The file is named after the channel, never after user input. */
export function record(draft: Draft, records: boolean): Action[] {
  if (!records) return []
  const folder = recordingsFolder(tenantOf(draft))
  return [
    act('set', `record_path=${folder}`),
    act('set', `record_name=\${uuid}.wav`),
    set('media_bug_answer_req', true),
    set('recording_follow_transfer', true),
    continuing(draft),
    // That an earlier recording was empty says nothing of this one.
    unset('RECORD_DISCARDED'),
    act('record_session', unlessRecorded('${uuid}', recordingOf(tenantOf(draft)))),
  ]
}

/** Records the call from when it is connected with another one, not what is played until then. */
export function recordOnceConnected(draft: Draft): Action[] {
  return [
    set('recording_follow_transfer', true),
    continuing(draft),
    act('set', `execute_on_pre_bridge=${recorder(draft)}`),
  ]
}

/**
 * The same, of a phone that dials a parking space. If a call waits there, the switch reports that call, and the phone's only as a part of
 * it (mod_json_cdr), so the recording is named after that call, and continues one that it has. mod_valet_parking sets valet_lot_extension
 * of a call that waits. Both the dialplan and `set` expand values; this one is expanded when it is executed.
 */
export function recordOnceUnparked(draft: Draft): Action[] {
  const call = "${cond('${valet_lot_extension}' == '' ? ${bridge_uuid} : ${uuid})}"
  const file = `${recordingsFolder(tenantOf(draft))}/${call}.wav`
  return [
    unset('valet_lot_extension'),
    set('RECORD_CHECK_BRIDGE', true),
    set('RECORD_APPEND', true),
    set('recording_follow_transfer', true),
    act(
      'set',
      `execute_on_pre_bridge=record_session ${unlessRecorded(call, file).replaceAll('$', '\\\\\\$')}`,
    ),
  ]
}

/** Undoes that for a call that leaves a lot. A phone that found the space empty and was parked in it has its own call from then on. */
export const notUnparked = (): Action[] =>
  ['execute_on_pre_bridge', 'RECORD_APPEND', 'RECORD_CHECK_BRIDGE'].map(unset)

/** Language of the switch's own prompts. */
export function spoken(language: string): Action {
  return set('default_language', language.split('-')[0] ?? 'en')
}
