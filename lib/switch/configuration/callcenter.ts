import { nextStep } from '../../telephony/routing/next-step'
import { ANY_CALLER } from '../../telephony/routing/place'
import type { QueueMember, QueueStep } from '../../telephony/routing/step'
import { plain } from '../plain'
import { type Surroundings, soundPathOf } from '../surroundings'
import { type Element, element, NOT_FOUND, named } from '../xml'
import { configuration, settings } from './document'

/** A queue as mod_callcenter knows it. */
export const queueName = (number: string, domain: string) => `${number}@${domain}`

/** `8000@acme.example`: the domain that a queue's name ends with; undefined for no such name. */
export function domainOfQueue(name: string): string | undefined {
  return /^[0-9]+@([^@]+)$/.exec(name)?.[1]
}

/**
 * callcenter.conf for the queue that mod_callcenter asks for by CC-Queue, with its agents as they are now. Without a queue the
 * settings alone: queues are loaded when a caller comes to them. "Not found" for what is no queue of the tenant, or is off.
 */
export function callcenterConf(surroundings: Surroundings, name: string): string {
  const { snapshot, moment } = surroundings
  const { domain } = snapshot.tenant
  const queue = snapshot.call_center_queues.find(({ number }) => queueName(number, domain) === name)
  const place = { at: 'destination', id: queue?.id ?? '' } as const
  const step = queue && nextStep(snapshot, place, ANY_CALLER, moment)
  if (step?.kind !== 'queue') return NOT_FOUND
  return configuration('callcenter.conf', [
    element('settings'),
    element('queues', {}, [element('queue', { name }, queueParams(surroundings, step))]),
    element(
      'agents',
      {},
      step.members.map((member) => agentOf(member, domain)),
    ),
    element(
      'tiers',
      {},
      step.members.map(({ agent, level, position }) =>
        element('tier', { agent: agent.id, queue: name, level, position }),
      ),
    ),
  ])
}

/** callcenter.conf as the module asks for it when it starts: it knows no queue until one is called. */
export const CALLCENTER_SETTINGS = configuration('callcenter.conf', [settings({})])

function queueParams(surroundings: Surroundings, step: QueueStep): Element[] {
  const announce = step.announce && soundPathOf(surroundings, step.announce.recordingId)
  return named('param', {
    strategy: step.strategy,
    'moh-sound': soundPathOf(surroundings, step.holdMusicId) ?? 'local_stream://default',
    'announce-sound': announce ?? undefined,
    'announce-frequency': announce ? step.announce?.interval : undefined,
    'time-base-score': 'queue',
    'max-wait-time': step.maxWait,
    // Whoever comes waits for the sum of the two. Without the second, nobody waits where there has been no agent for the first.
    'max-wait-time-with-no-agent': step.maxWaitWithoutAgent && Math.max(1, step.maxWaitWithoutAgent - 1),
    'max-wait-time-with-no-agent-time-reached': 1,
    'tier-rules-apply': step.tierRulesApply,
    'tier-rule-wait-second': step.tierRuleWait,
    'tier-rule-wait-multiply-level': true,
    'tier-rule-no-agent-no-wait': true,
    'discard-abandoned-after': step.keepPlace,
    'abandoned-resume-allowed': step.keepPlace > 0,
  })
}

/** Who cannot take calls counts as present on their level, and is passed by: as if on a break. */
function agentOf(member: QueueMember, domain: string): Element {
  const { agent, extension, status, reachable } = member
  return element('agent', {
    name: agent.id,
    type: 'callback',
    contact: `[leg_timeout=${member.callTimeout},domain_name=${plain(domain)}]user/${extension.number}@${domain}`,
    status: status === 'Available' && !reachable ? 'On Break' : status,
    'max-no-answer': member.maxNoAnswer,
    'wrap-up-time': member.wrapUpTime,
    'reject-delay-time': member.rejectDelay,
    'busy-delay-time': member.busyDelay,
    'no-answer-delay-time': member.noAnswerDelay,
  })
}
