import type { FEATURES } from '../../supabase/constraints'
import { DIALED_TABLES, FORWARDABLE_KINDS } from '../../supabase/record-tables'
import { type CallFlowState, effectiveState, otherState } from '../call-flow'
import { codeWithDigits, TAKES_DIGITS } from '../dialed-codes'
import { calledNumber, dialedDigits } from '../dialed-number'
import { toOwnNumber } from './arrive'
import { blocked } from './block'
import { recordsInbound } from './leg'
import { wayOut } from './outside'
import { park } from './park'
import type { Cause } from './place'
import { agentStatusAt } from './queue'
import type { Reason } from './reason'
import { callersHoldMusic, decide, ending, promptLanguage, refuse, type Scene, stepOf } from './scene'
import type { Row } from './snapshot'
import { inService, refOf, type SnapshotIndex } from './snapshot-index'
import type { Feature, Step } from './step'

/** `*99` plus a number is that extension's voicemail; feature codes cannot start with it (a check of feature_codes). */
const VOICEMAIL = /^\*99([0-9]{2,7})$/

/** What a dialed code is: an extension's voicemail, a call flow, or a feature with what was dialed after its code. */
type Dialed =
  | { is: 'voicemail'; row: Row<'extensions'> }
  | { is: 'flow'; row: Row<'call_flows'> }
  | { is: 'feature'; row: Row<'feature_codes'>; argument: string }

/**
 * Which code was dialed: `*99` with an extension, then a code that matches exactly, then the longest that takes digits. Undefined
 * if none matches.
 */
export function codeDialed(index: SnapshotIndex, digits: string): Dialed | undefined {
  const box = VOICEMAIL.exec(digits)?.[1]
  const owner = box === undefined ? undefined : index.rows('extensions', 'extension', box)[0]
  if (owner) return { is: 'voicemail', row: owner }
  const flow = index.rows('call_flows', 'feature_code', digits)[0]
  if (flow) return { is: 'flow', row: flow }
  const exact = index.rows('feature_codes', 'code', digits)[0]
  if (exact) return { is: 'feature', row: exact, argument: '' }
  const prefix = codeWithDigits(
    TAKES_DIGITS.flatMap((feature) => index.rows('feature_codes', 'feature', feature)),
    digits,
  )
  return prefix && { is: 'feature', row: prefix, argument: digits.slice(prefix.code.length) }
}

/** The step for a dialed code: leave a message, switch a call flow, or a feature. Undefined if no code matches. */
export function dialedFeature(
  scene: Scene,
  digits: string,
  phone: Row<'extensions'> | undefined,
): Step | undefined {
  const dialed = codeDialed(scene.index, digits)
  switch (dialed?.is) {
    case 'voicemail': {
      const { row } = dialed
      const reason = { why: 'feature code', record: refOf('extensions', row), code: digits } as const
      return decide(scene, { place: { at: 'voicemail', extensionId: row.id }, reason })
    }
    case 'flow':
      return switchFlow(scene, dialed.row, phone)
    case 'feature':
      return featureStep(scene, dialed.row, dialed.argument, phone)
    default:
      return undefined
  }
}

/** Runs a feature for a phone, if any; `argument` is what was dialed after the code. */
export function featureStep(
  scene: Scene,
  code: Row<'feature_codes'>,
  argument: string,
  phone: Row<'extensions'> | undefined,
): Step {
  const record = refOf('feature_codes', code)
  if (!code.enabled) {
    return refuse(scene, 'FACILITY_NOT_SUBSCRIBED', { why: 'feature off', record, code: code.code })
  }
  if (code.feature === 'park') {
    const [first] = scene.index.rows('park_lots', 'enabled', true).toSorted(byNumber)
    if (first) return park(scene, { id: first.id, place: null }, code.code)
  }
  const barred = code.feature === 'call_forward' && phone ? forwardRefused(scene, argument, phone) : undefined
  if (barred) return refuse(scene, barred.cause, barred.reason)
  const feature = featureOf(scene, code, argument, phone)
  if (!feature) {
    return refuse(scene, 'FACILITY_NOT_SUBSCRIBED', { why: 'feature off', record, code: code.code })
  }
  const recorded: Reason[] =
    phone && feature.does === 'pick up' && feature.records
      ? [{ why: 'recorded', record: refOf('extensions', phone) }]
      : []
  return stepOfFeature(scene, feature, record, code.code, recorded)
}

/**
 * A feature's effect for an extension; null if it needs one and there is none, or if the database would refuse the change
 * (dial_feature).
 */
function featureOf(
  scene: Scene,
  code: Row<'feature_codes'>,
  argument: string,
  phone: Row<'extensions'> | undefined,
): Feature | null {
  const { index, moment } = scene
  const feature = code.feature as (typeof FEATURES)[number]
  switch (feature) {
    case 'check_voicemail':
      return { does: 'mailbox', extensionId: null }
    case 'company_directory':
      return {
        does: 'directory',
        entries: index
          .rows('extensions', 'listed_in_directory', true)
          .filter(({ enabled, suspended }) => enabled && !suspended)
          .map((listed) => ({
            extension: listed.extension,
            first: listed.first_name,
            last: listed.last_name,
            name: listed.effective_caller_id_name,
          })),
      }
    case 'record':
      return { does: 'record a greeting' }
    case 'park':
      return null
  }
  if (!phone) return null
  switch (feature) {
    case 'own_voicemail':
      return { does: 'mailbox', extensionId: phone.id }
    case 'directed_pickup': {
      const other = index.rows('extensions', 'extension', argument)[0]
      return other ? { does: 'pick up', ringing: [other.id], records: recordsInbound(phone) } : null
    }
    case 'agent_sign_in': {
      const agents = index.rows('call_center_agents', 'extension_id', phone.id)
      if (agents.length === 0) return null
      const enabled = agents.every((agent) => agentStatusAt(index, agent, moment) === 'Logged Out')
      return { does: 'sign in', agentIds: agents.map(({ id }) => id), enabled }
    }
    case 'agent_break': {
      const working = index
        .rows('call_center_agents', 'extension_id', phone.id)
        .map((agent) => ({ id: agent.id, status: agentStatusAt(index, agent, moment) }))
        .filter(({ status }) => status !== 'Logged Out')
      if (working.length === 0) return null
      const enabled = working.some(({ status }) => status !== 'On Break')
      return { does: 'break', agentIds: working.map(({ id }) => id), enabled }
    }
    case 'call_forward': {
      const enabled = argument !== '' || !phone.forward_all_enabled
      const to = argument === '' ? null : forwardTarget(scene, argument, phone)
      if (to === undefined || (enabled && to === null && phone.forward_all_destination_id === null))
        return null
      return { does: 'forward', extensionId: phone.id, to, enabled }
    }
    case 'do_not_disturb':
      return { does: 'do not disturb', extensionId: phone.id, enabled: !phone.do_not_disturb }
    case 'follow_me': {
      const enabled = !phone.follow_me_enabled
      if (enabled && index.rows('extension_follow_me', 'extension_id', phone.id).length === 0) return null
      return { does: 'follow me', extensionId: phone.id, enabled }
    }
    case 'group_pickup':
      return {
        does: 'pick up',
        ringing: index
          .rows('ring_group_members', 'extension_id', phone.id)
          .map(({ ring_group_id }) => ring_group_id)
          .sort(),
        records: recordsInbound(phone),
      }
  }
}

/** Where a phone's calls go by what was dialed after the code: another's number or an outside one; undefined if they cannot go there. */
function forwardTarget(scene: Scene, argument: string, phone: Row<'extensions'>): string | undefined {
  const { index } = scene
  const digits = dialedDigits(argument)
  if (digits === undefined) return undefined
  const target = index.internal(digits)
  if (!target) return outsideNumber(scene, digits, phone)
  const kinds: readonly string[] = FORWARDABLE_KINDS
  return target.id !== phone.id &&
    kinds.includes(DIALED_TABLES[target.table].kind) &&
    inService(index, target)
    ? digits
    : undefined
}

/** The outside number, E.164, that dialed digits are, or that a route makes of them, such as by taking off a leading 9. */
function outsideNumber(scene: Scene, digits: string, phone: Row<'extensions'>): string | undefined {
  const number = calledNumber(digits, scene.index.setting('area_code').value ?? undefined)
  if (number.startsWith('+')) return number
  const exit = wayOut(scene, digits, phone, false)
  return 'number' in exit && exit.number.startsWith('+') ? exit.number : undefined
}

/** Why calls that the phone forwards could not leave to what was dialed after the code; undefined if they can, or stay in the tenant. */
function forwardRefused(
  scene: Scene,
  argument: string,
  phone: Row<'extensions'>,
): { cause: Cause; reason: Reason } | undefined {
  const { index } = scene
  const digits = dialedDigits(argument)
  if (digits === undefined || index.internal(digits)) return undefined
  const number = outsideNumber(scene, digits, phone)
  if (number === undefined || toOwnNumber(scene, number)) return undefined
  const block = blocked(scene, 'outbound', number, phone.id)
  if (block) return { cause: 'CALL_REJECTED', reason: block.reason }
  const exit = wayOut(scene, number, phone, false)
  return 'cause' in exit ? exit : undefined
}

function byNumber(one: { number: string }, other: { number: string }): number {
  return Number(one.number) - Number(other.number)
}

/** A call flow's code toggles it and plays the new state's sound. Only the tenant's phones may do so. */
function switchFlow(scene: Scene, flow: Row<'call_flows'>, phone: Row<'extensions'> | undefined): Step {
  const record = refOf('call_flows', flow)
  if (!phone || !flow.enabled) {
    return refuse(scene, 'FACILITY_NOT_SUBSCRIBED', { why: 'feature off', record, code: flow.feature_code })
  }
  const stored = { state: flow.state as CallFlowState, reverts_at: flow.reverts_at }
  const to = otherState(effectiveState(stored, new Date(scene.moment)))
  const soundId = to === 'normal' ? flow.normal_recording_id : flow.alternate_recording_id
  const asksPin = scene.index.hasSecret(flow.id, 'pin')
  return stepOfFeature(
    scene,
    { does: 'switch a flow', flowId: flow.id, to, soundId, asksPin },
    record,
    flow.feature_code,
  )
}

function stepOfFeature(
  scene: Scene,
  feature: Feature,
  record: ReturnType<typeof refOf>,
  code: string,
  more: readonly Reason[] = [],
): Step {
  const { language, notes } = promptLanguage(scene)
  return stepOf(scene, 'feature', {
    feature,
    callersHoldMusicId: callersHoldMusic(scene).id,
    language,
    notes: [...more, ...notes],
    reason: { why: 'feature code', record, code },
    then: ending('NORMAL_CLEARING', { why: 'feature done', record }),
  })
}
