import { createHash } from 'node:crypto'
import { nextStep } from '../../telephony/routing/next-step'
import { ANY_CALLER } from '../../telephony/routing/place'
import type { QueueMember, QueueStep } from '../../telephony/routing/step'
import { agentSettings, switchStatus } from '../queue-members'
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
  const { domain } = surroundings.snapshot.tenant
  const step = queueStep(surroundings, name)
  if (!step) return NOT_FOUND
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

/** The queue that mod_callcenter knows by a name; undefined for what is no queue of the tenant, or is off. */
export function queueStep({ snapshot, moment }: Surroundings, name: string): QueueStep | undefined {
  const queue = snapshot.call_center_queues.find(
    ({ number }) => queueName(number, snapshot.tenant.domain) === name,
  )
  const place = { at: 'destination', id: queue?.id ?? '' } as const
  const step = queue && nextStep(snapshot, place, ANY_CALLER, moment)
  return step?.kind === 'queue' ? step : undefined
}

/** Stands for a queue as a switch is to hold it: its own settings, and its agents after a dot. */
export function queueMark(
  surroundings: Surroundings,
  step: QueueStep,
): { settings: string; members: string } {
  const { domain } = surroundings.snapshot.tenant
  const members = step.members.map((member) => [
    member.agent.id,
    member.level,
    member.position,
    switchStatus(member),
    agentSettings(member, domain),
  ])
  return { settings: digestOf(queueParams(surroundings, step)), members: digestOf(members) }
}

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

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

function agentOf(member: QueueMember, domain: string): Element {
  const settings = Object.entries(agentSettings(member, domain))
  return element('agent', {
    name: member.agent.id,
    type: 'callback',
    status: switchStatus(member),
    ...Object.fromEntries(settings.map(([name, value]) => [name.replaceAll('_', '-'), value])),
  })
}
