import type { Next, QueueStep } from '../telephony/routing/step'
import { type Action, act, ask, type Draft, domainOf, play, record, set, soundOf, unset } from './draft'

/** A queue as mod_callcenter knows it. */
export const queueName = (number: string, domain: string) => `${number}@${domain}`

/** A caller waits in a queue. The queue itself is configured by callcenter.conf. */
export function queue(draft: Draft, step: QueueStep, number: string): Action[] {
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
    act('callcenter', queueName(number, domainOf(draft))),
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
