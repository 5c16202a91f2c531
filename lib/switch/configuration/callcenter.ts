import { createHash } from 'node:crypto'
import { nextStep } from '../../telephony/routing/next-step'
import { ANY_CALLER } from '../../telephony/routing/place'
import type { QueueMember, QueueStep } from '../../telephony/routing/step'
import { type CallEnvironment, PRODUCT_MUSIC, soundPathOf } from '../environment'
import { agentSettings, switchStatus } from '../queue-members'
import { type Element, element, named, NOT_FOUND } from '../xml'
import { configuration, settings } from './document'
import { nameInSwitch } from './name'

/**
 * callcenter.conf for the queue in CC-Queue, with the current state of its agents. Without a queue, only the settings: queues are
 * loaded when the first caller arrives. "Not found" for an unknown or disabled queue.
 */
export function callcenterConf(environment: CallEnvironment, name: string): string {
  const step = queueStep(environment, name)
  if (!step) return NOT_FOUND
  return configuration('callcenter.conf', [
    element('settings'),
    element('queues', {}, [element('queue', { name }, queueParams(environment, step))]),
    element(
      'agents',
      {},
      step.members.map((member) => agentOf(member, environment.snapshot.tenant)),
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

/** The queue behind a name in mod_callcenter; undefined if it is unknown or disabled. */
export function queueStep({ snapshot, moment }: CallEnvironment, name: string): QueueStep | undefined {
  const queue = snapshot.call_center_queues.find(
    ({ number }) => nameInSwitch(number, snapshot.tenant.domain) === name,
  )
  const place = { at: 'destination', id: queue?.id ?? '' } as const
  const step = queue && nextStep(snapshot, place, ANY_CALLER, moment)
  return step?.kind === 'queue' ? step : undefined
}

/** A hash of a queue's configuration: its own settings, then a dot, then its agents'. */
export function queueMark(
  environment: CallEnvironment,
  step: QueueStep,
): { settings: string; members: string } {
  const members = step.members.map((member) => [
    member.agent.id,
    member.level,
    member.position,
    switchStatus(member),
    agentSettings(member, environment.snapshot.tenant),
  ])
  return { settings: digestOf(queueParams(environment, step)), members: digestOf(members) }
}

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

/** callcenter.conf as requested at startup: the module knows no queues until one is called. */
export const CALLCENTER_SETTINGS = configuration('callcenter.conf', [settings({})])

function queueParams(environment: CallEnvironment, step: QueueStep): Element[] {
  const announce = step.announce && soundPathOf(environment, step.announce.recordingId)
  return named('param', {
    strategy: step.strategy,
    'moh-sound': soundPathOf(environment, step.holdMusicId) ?? PRODUCT_MUSIC,
    'announce-sound': announce ?? undefined,
    'announce-frequency': announce ? step.announce?.interval : undefined,
    'time-base-score': 'queue',
    'max-wait-time': step.maxWait,
    // The two settings add up. Without the second, nobody waits once there has been no agent for the first.
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

function agentOf(member: QueueMember, tenant: CallEnvironment['snapshot']['tenant']): Element {
  const settings = Object.entries(agentSettings(member, tenant))
  return element('agent', {
    name: member.agent.id,
    type: 'callback',
    status: switchStatus(member),
    ...Object.fromEntries(settings.map(([name, value]) => [name.replaceAll('_', '-'), value])),
  })
}
