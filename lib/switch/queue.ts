import { indexOf } from '../telephony/routing/snapshot-index'
import type { Next, QueueStep } from '../telephony/routing/step'
import { DONE, PARTNER, PARTNERS_CHANNEL, QUEUE_LOADED, QUEUE_TIERS } from './channel-variables'
import { queueMark } from './configuration/callcenter'
import { nameInSwitch } from './configuration/name'
import {
  act,
  type Action,
  agentsRecorder,
  ask,
  type Draft,
  go,
  HANGS_UP,
  play,
  playedOnHold,
  recordOnceConnected,
  set,
  soundOf,
  unset,
} from './draft'
import { ANONYMOUS, exported } from './leg-variables'
import { memberChanges, tiersIn } from './queue-members'
import { type SwitchRequest, variableOf } from './request'

/** What agents play to the caller on hold. */
const AGENTS_MUSIC = exported('hold_music')
/** The extension whose phone can transfer an agent and pays for it, and that phone's channel. */
const AGENTS_PARTNER = exported(PARTNER)
const AGENTS_PARTNERS_CHANNEL = exported(PARTNERS_CHANNEL)
/** The caller's variables that the agents' channels get. */
const EXPORTED = [
  'alert_info',
  'domain_name',
  'domain_uuid',
  AGENTS_MUSIC,
  AGENTS_PARTNER,
  AGENTS_PARTNERS_CHANNEL,
]
/** The mod_hash realm that stores which configuration of a queue is loaded. */
export const REALM = 'trunkline_queues'

/**
 * Ends the queue's announcement as an agent is connected: mod_callcenter plays it by switch_ivr_displace_session, which silences both
 * directions until the file ends. FreeSWITCH runs each variable that begins with "execute_on_pre_bridge".
 */
const ENDS_ANNOUNCEMENT = 'execute_on_pre_bridge_announcement'

/**
 * Numbers of their own, only for mod_callcenter, for callers who withhold theirs: it gives a returning caller's place to whoever has the same
 * number.
 */
const EACH_ANONYMOUS = `%[caller_id_number=${ANONYMOUS}-\${uuid}]`

/** A caller arrives at a queue. mod_callcenter does not update queues by itself, so the switch is first asked for its state. */
export function enterQueue(draft: Draft, step: QueueStep): Action[] {
  const name = nameOf(draft, step)
  return [
    act('set', `${QUEUE_LOADED}=\${hash(select/${REALM}/${name})}`),
    act('set', `${QUEUE_TIERS}=\${callcenter_config(queue list tiers ${name})}`),
    ask(draft, { asks: 'readied', place: step.place }),
  ]
}

/** Updates the queue and its agents on the switch where they differ, then lets the caller wait. */
export function queue(draft: Draft, step: QueueStep, request: SwitchRequest): Action[] {
  return [
    ...renewed(draft, step, request),
    unset(QUEUE_LOADED),
    unset(QUEUE_TIERS),
    ...wait(draft, step, nameOf(draft, step)),
  ]
}

function renewed(draft: Draft, step: QueueStep, request: SwitchRequest): Action[] {
  const name = nameOf(draft, step)
  const loaded = variableOf(request, QUEUE_LOADED)
  const { settings, members } = queueMark(draft.environment, step)
  if (loaded === `${settings}.${members}`) return []
  const held = { tiers: tiersIn(variableOf(request, QUEUE_TIERS)), agents: new Map() }
  const changes = memberChanges(name, step.members, draft.environment.snapshot.tenant, held)
  const commands =
    loaded.split('.')[0] === settings
      ? changes
      : // Loading a queue twice would keep it twice.
        [
          ...changes.filter((change) => change.startsWith('tier del')),
          `queue ${loaded === '' ? 'load' : 'reload'} ${name}`,
        ]
  return [
    ...commands.map((command) =>
      // What an agent's contact refers to is expanded for each caller, not now.
      act('set', `${DONE}=\${callcenter_config(${command.replaceAll('$', '\\$')})}`),
    ),
    act('hash', `insert/${REALM}/${name}/${settings}.${members}`),
  ]
}

function nameOf({ environment }: Draft, { reason }: QueueStep): string {
  const { number } = indexOf(environment.snapshot).row('call_center_queues', reason.record.id) ?? {}
  return nameInSwitch(number ?? '', environment.snapshot.tenant.domain)
}

function wait(draft: Draft, step: QueueStep, name: string): Action[] {
  const music = soundOf(draft, step.holdMusicId)
  const announcement = announcementOf(draft, step)
  return [
    act('answer'),
    ...play(draft, step.greetingId),
    ...(step.record ? recordOnceConnected(draft) : []),
    ...agentsRecorder(draft, step.record),
    set('effective_caller_id_name', step.callerId.name),
    set('effective_caller_id_number', step.callerId.number || ANONYMOUS),
    ...(step.distinctiveRing ? [set('alert_info', step.distinctiveRing)] : [unset('alert_info')]),
    ...playedOnHold(draft, step.callersHoldMusicId),
    music === undefined ? unset(AGENTS_MUSIC) : set(AGENTS_MUSIC, music),
    ...agentsPartner(draft),
    set('cc_export_vars', EXPORTED.join(',')),
    music === undefined ? unset('cc_moh_override') : set('cc_moh_override', music),
    step.exitKey === null ? unset('cc_exit_keys') : set('cc_exit_keys', step.exitKey),
    unset('cc_cancel_reason'),
    // Where a queue before this one was: top down, mod_callcenter would go on behind it.
    unset('cc_last_agent_tier_position'),
    unset('cc_last_agent_tier_level'),
    announcement === undefined
      ? unset(ENDS_ANNOUNCEMENT)
      : set(ENDS_ANNOUNCEMENT, `stop_displace_session ${announcement}`),
    HANGS_UP,
    act('callcenter', `${step.callerId.number === '' ? EACH_ANONYMOUS : ''}${name}`),
    ask(draft, { asks: 'waited', place: step.place }),
  ]
}

function announcementOf(draft: Draft, { announce }: QueueStep): string | undefined {
  return announce ? soundOf(draft, announce.recordingId) : undefined
}

/** A caller leaves a queue for another place, where its announcement, which may have just begun, is not to be heard. */
export function leaveQueue(draft: Draft, step: QueueStep, next: Next): Action[] {
  const announcement = announcementOf(draft, step)
  return [
    ...(announcement === undefined ? [] : [act('stop_displace_session', announcement)]),
    unset(ENDS_ANNOUNCEMENT),
    ...go(draft, next),
  ]
}

/** The extension that called, if one did, can transfer its agent. */
function agentsPartner({ before: { extensionId } }: Draft): Action[] {
  if (extensionId === null) return [unset(AGENTS_PARTNER), unset(AGENTS_PARTNERS_CHANNEL)]
  return [set(AGENTS_PARTNER, extensionId), act('set', `${AGENTS_PARTNERS_CHANNEL}=\${uuid}`)]
}

/** Where a call goes after its wait, by mod_callcenter's cc_cancel_reason; undefined if an agent answered and the call is over. */
export function afterWaiting({ then }: QueueStep, reason: string): Next | undefined {
  switch (reason) {
    case 'TIMEOUT':
      return then.timeout
    case 'NO_AGENT_TIMEOUT':
      return then.withoutAgent
    case 'EXIT_WITH_KEY':
      return then.exitKey ?? undefined
    default:
      return undefined
  }
}
