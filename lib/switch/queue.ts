import { createHash } from 'node:crypto'
import { indexOf } from '../telephony/routing/snapshot-index'
import type { Next, QueueStep } from '../telephony/routing/step'
import { callcenterConf, queueName } from './configuration/callcenter'
import { type Action, act, ask, type Draft, play, record, set, soundOf, unset } from './draft'
import { type SwitchRequest, variableOf } from './request'

/** Channel variables in which the switch says what it holds of a queue: the configuration that it has loaded, and its tiers. */
const QUEUE_LOADED = 'trunkline_queue_loaded'
const QUEUE_TIERS = 'trunkline_queue_tiers'
/** Where the switch keeps which configuration of a queue it has loaded (mod_hash). */
const REALM = 'trunkline_queues'

/** A caller comes to a queue. mod_callcenter learns nothing of a queue by itself, so the switch is asked what it holds of it. */
export function enterQueue(draft: Draft, step: QueueStep): Action[] {
  const name = nameOf(draft, step)
  return [
    act('set', `${QUEUE_LOADED}=\${hash(select/${REALM}/${name})}`),
    act('set', `${QUEUE_TIERS}=\${callcenter_config(queue list tiers ${name})}`),
    ask(draft, { asks: 'readied', place: step.place }),
  ]
}

/** The queue is made what it is here, with its agents, if the switch holds it otherwise; then the caller waits. */
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
  const wanted = createHash('sha256').update(callcenterConf(draft.surroundings, name)).digest('base64url')
  const loaded = variableOf(request, QUEUE_LOADED)
  if (loaded === wanted) return []
  const config = (command: string) => act('set', `trunkline_done=\${callcenter_config(${command})}`)
  return [
    ...agentsOn(variableOf(request, QUEUE_TIERS))
      .filter((id) => !step.members.some(({ agent }) => agent.id === id))
      .map((id) => config(`tier del ${name} ${id}`)),
    // A queue that is loaded twice would be kept twice.
    config(`queue ${loaded === '' ? 'load' : 'reload'} ${name}`),
    act('hash', `insert/${REALM}/${name}/${wanted}`),
  ]
}

/** The agents in an answer to `queue list tiers`: `queue|agent|state|level|position`, a line each. */
function agentsOn(listed: string): string[] {
  return listed.split(/\r?\n/).flatMap((line) => /^[^|]+\|([0-9a-f-]{36})\|/.exec(line)?.[1] ?? [])
}

function nameOf({ surroundings }: Draft, { reason }: QueueStep): string {
  const { number } = indexOf(surroundings.snapshot).row('call_center_queues', reason.record.id) ?? {}
  return queueName(number ?? '', surroundings.snapshot.tenant.domain)
}

function wait(draft: Draft, step: QueueStep, name: string): Action[] {
  const music = soundOf(draft, step.holdMusicId)
  return [
    act('answer'),
    ...play(draft, step.greetingId),
    ...record(draft, step.record),
    set('effective_caller_id_name', step.callerId.name),
    set('effective_caller_id_number', step.callerId.number),
    set('cc_outbound_cid_name_prefix', step.call.carried.namePrefixes.join('')),
    ...(step.distinctiveRing
      ? [set('alert_info', step.distinctiveRing), set('cc_export_vars', 'alert_info,domain_name,domain_uuid')]
      : [set('cc_export_vars', 'domain_name,domain_uuid')]),
    music === undefined ? unset('cc_moh_override') : set('cc_moh_override', music),
    step.exitKey === null ? unset('cc_exit_keys') : set('cc_exit_keys', step.exitKey),
    unset('cc_cancel_reason'),
    set('hangup_after_bridge', true),
    act('callcenter', name),
    ask(draft, { asks: 'waited', place: step.place }),
  ]
}

/** Where a call goes whose wait is over, by mod_callcenter's cc_cancel_reason; undefined when an agent took it and it ends. */
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
