import type { Given, Row } from './given'

export function aRingGroup(number: string, given: Given<'ring_groups'> = {}): Row<'ring_groups'> {
  return {
    id: `g${number}`,
    number,
    name: `Group ${number}`,
    strategy: 'simultaneous',
    call_timeout: 30,
    timeout_destination_id: null,
    greeting_recording_id: null,
    ringback: 'us_ring',
    caller_id_name_prefix: '',
    missed_call_email: '',
    follow_forwarding: false,
    enabled: true,
    ...given,
  }
}

export function aMember(
  groupId: string,
  position: number,
  who: string,
  given: Given<'ring_group_members'> = {},
): Row<'ring_group_members'> {
  const outside = who.startsWith('+')
  return {
    id: `${groupId}-${position}`,
    ring_group_id: groupId,
    position,
    extension_id: outside ? null : who,
    external_number: outside ? who : null,
    delay: 0,
    timeout: 30,
    confirm: false,
    enabled: true,
    ...given,
  }
}

export function aQueue(number: string, given: Given<'call_center_queues'> = {}): Row<'call_center_queues'> {
  return {
    id: `q${number}`,
    number,
    name: `Queue ${number}`,
    strategy: 'longest-idle-agent',
    greeting_recording_id: null,
    hold_music_recording_id: null,
    record: false,
    max_wait_time: 0,
    max_wait_time_with_no_agent: 90,
    tier_rules_apply: false,
    tier_rule_wait: 30,
    discard_abandoned_after: 900,
    announce_recording_id: null,
    announce_interval: 30,
    caller_id_name_prefix: '',
    exit_key: null,
    timeout_destination_id: null,
    enabled: true,
    ...given,
  }
}

export function anAgent(
  extensionId: string,
  given: Given<'call_center_agents'> = {},
): Row<'call_center_agents'> {
  return {
    id: `a-${extensionId}`,
    name: `Agent ${extensionId}`,
    extension_id: extensionId,
    status: 'Available',
    status_changed_at: '2026-01-05T12:00:00.000Z',
    time_condition_id: null,
    call_timeout: 20,
    max_no_answer: 3,
    wrap_up_time: 10,
    reject_delay_time: 10,
    busy_delay_time: 60,
    no_answer_delay_time: 30,
    ...given,
  }
}

export function aTier(
  queueId: string,
  agentId: string,
  given: Given<'call_center_tiers'> = {},
): Row<'call_center_tiers'> {
  return {
    id: `${queueId}-${agentId}`,
    queue_id: queueId,
    agent_id: agentId,
    level: 1,
    position: 1,
    ...given,
  }
}
