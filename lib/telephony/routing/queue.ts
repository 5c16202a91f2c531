import { statusAt } from '../agent-hours'
import { type AgentStatus, byTier, type QueueStrategy } from '../next-agent'
import { scheduleOf } from './choice'
import { recordedIfAnswered, recordsInbound } from './leg'
import {
  callersHoldMusic,
  ending,
  holdMusic,
  type Scene,
  shownCaller,
  stepOf,
  toDestination,
  withPrefix,
} from './scene'
import type { Row } from './snapshot'
import { refOf, type SnapshotIndex } from './snapshot-index'
import type { Next, QueueMember, Step } from './step'

/** A caller waits in a queue for an agent (mod_callcenter), until the maximum wait is over or they press the exit key. */
export function waitInQueue(scene: Scene, queue: Row<'call_center_queues'>): Step {
  const record = refOf('call_center_queues', queue)
  const members = membersOf(scene, queue)
  const prefix = withPrefix(scene, queue.caller_id_name_prefix, record)
  const { carried } = scene.call
  const music = holdMusic(scene, queue.hold_music_recording_id, carried.holdMusicId)
  const call = { ...scene.call, carried: { ...carried, ...prefix.set } }
  const over = (reason: Next['reason'], pressed?: true): Next => ({
    ...toDestination(
      queue.timeout_destination_id,
      reason,
      ending('NORMAL_CLEARING', { why: 'queue hangs up', record }),
    ),
    ...(pressed ? { pressed } : {}),
  })
  const records = carried.record || queue.record
  return stepOf(scene, 'queue', {
    strategy: queue.strategy as QueueStrategy,
    members,
    tierRulesApply: queue.tier_rules_apply,
    tierRuleWait: queue.tier_rule_wait,
    greetingId: queue.greeting_recording_id,
    holdMusicId: music.id,
    callersHoldMusicId: callersHoldMusic(scene).id,
    announce: queue.announce_recording_id
      ? { recordingId: queue.announce_recording_id, interval: queue.announce_interval }
      : null,
    record: records,
    callerId: shownCaller(scene, call),
    distinctiveRing: carried.distinctiveRing,
    maxWait: queue.max_wait_time,
    maxWaitWithoutAgent: queue.max_wait_time_with_no_agent,
    keepPlace: queue.discard_abandoned_after,
    exitKey: queue.exit_key,
    then: {
      timeout: over({ why: 'queue timeout', record, seconds: queue.max_wait_time }),
      withoutAgent: over({
        why: 'queue without agents',
        record,
        seconds: queue.max_wait_time_with_no_agent,
      }),
      exitKey: queue.exit_key ? over({ why: 'queue exit key', record, key: queue.exit_key }, true) : null,
    },
    reason: { why: 'queue waits', record, strategy: queue.strategy, agents: members.length },
    notes: [
      ...prefix.notes,
      ...(queue.record && !carried.record ? [{ why: 'recorded', record } as const] : []),
      ...members.flatMap(({ records: byAgent, agent, extension }) =>
        byAgent && !records ? [recordedIfAnswered(agent, extension.label)] : [],
      ),
      ...music.notes,
    ],
    set: { ...prefix.set, record: records },
  })
}

function membersOf({ index, moment }: Scene, queue: Row<'call_center_queues'>): QueueMember[] {
  const members = index.rows('call_center_tiers', 'queue_id', queue.id).flatMap((tier): QueueMember[] => {
    const agent = index.row('call_center_agents', tier.agent_id)
    const extension = index.row('extensions', agent?.extension_id ?? null)
    if (!agent || !extension) return []
    const owner = refOf('extensions', extension)
    return [
      {
        agent: refOf('call_center_agents', agent),
        extension: {
          id: extension.id,
          number: extension.extension,
          label: owner.label,
        },
        level: tier.level,
        position: tier.position,
        status: agentStatusAt(index, agent, moment),
        records: recordsInbound(extension),
        // Whoever has a call is busy. mod_callcenter itself knows only of those that it has made.
        caps: [{ on: owner, calls: 1 }],
        reachable: takesQueueCalls(extension),
        callTimeout: agent.call_timeout,
        maxNoAnswer: agent.max_no_answer,
        wrapUpTime: agent.wrap_up_time,
        rejectDelay: agent.reject_delay_time,
        busyDelay: agent.busy_delay_time,
        noAnswerDelay: agent.no_answer_delay_time,
      },
    ]
  })
  const tierOf = ({ agent: { id }, level, position }: QueueMember) => ({ id, level, position })
  return members.sort((a, b) => byTier(tierOf(a), tierOf(b)))
}

/** Whether an agent's extension takes calls from queues. */
export const takesQueueCalls = (extension: Row<'extensions'>): boolean =>
  extension.enabled && !extension.suspended && !extension.do_not_disturb

/** An agent's status at an instant: by their hours, or as set since those last changed. */
export function agentStatusAt(
  index: SnapshotIndex,
  agent: Row<'call_center_agents'>,
  moment: number,
): AgentStatus {
  const hours = index.row('time_conditions', agent.time_condition_id)
  const status = agent.status as AgentStatus
  return hours?.enabled
    ? statusAt({ status, setAt: Date.parse(agent.status_changed_at) }, scheduleOf(index, hours), moment)
    : status
}
