import { z } from 'zod'
import { choice, choices, destination, group, kept, number, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CALL_CENTER_QUEUES as LIMITS } from '../supabase/constraints'
import { callCenterTier, tier } from './call-center-tier'
import { callerIdPrefix, dialedNumber, enabled, numbered, recording, recordName } from './telephony-fields'

const STRATEGIES = choices(LIMITS.strategy.choices, {
  'ring-all': { hint: 'Rings all available agents at once.' },
  'longest-idle-agent': { hint: 'Rings the agent whose last call ended longest ago, tier by tier.' },
  'round-robin': { hint: 'Rings the agent after the one called last.' },
  'top-down': { hint: 'Goes down from the first position for every caller, then starts over.' },
  'agent-with-least-talk-time': {
    label: 'Least talk time',
    hint: 'By talk time since becoming available, tier by tier.',
  },
  'agent-with-fewest-calls': {
    label: 'Fewest calls',
    hint: 'By calls answered since becoming available, tier by tier.',
  },
  'sequentially-by-agent-order': {
    label: 'By agent order',
    hint: 'By tier and position, always from the start.',
  },
  random: { hint: 'Any available agent of the first tier that has one.' },
})

const EXIT_KEYS = choices([...'1234567890*#'])

/** A queue in which callers wait for an agent. */
export const callCenterQueue = defineResource({
  ...numbered,
  table: 'call_center_queues',
  view: 'call_center_queue_list',
  noun: 'queue',
  description: 'Callers wait in a queue until one of its agents is available.',
  fields: {
    name: recordName,
    number: dialedNumber,
    strategy: choice({ options: STRATEGIES, start: 'longest-idle-agent', bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    record: toggle({ label: 'Record calls', bulk: true }),
    enabled,
    ...group(
      'Waiting',
      {
        max_wait_time: number({
          ...LIMITS.max_wait_time,
          unit: 'seconds',
          label: 'Maximum wait',
          hint: 'Seconds; 0 for no limit. An agent whose phone rings by then may still answer.',
        }),
        max_wait_time_with_no_agent: number({
          ...LIMITS.max_wait_time_with_no_agent,
          unit: 'seconds',
          label: 'Maximum wait with no agents',
          start: 90,
          hint: 'Seconds while no agent is signed in; 0 for no limit.',
        }),
        timeout_destination_id: destination({
          label: 'Timeout destination',
          hint: 'Without a destination, the call ends.',
        }),
        exit_key: choice({
          options: EXIT_KEYS,
          empty: null,
          hint: 'Callers press it to go to the timeout destination.',
        }),
        service_level_seconds: number({
          ...LIMITS.service_level_seconds,
          unit: 'seconds',
          label: 'Service level',
          start: 20,
          hint: 'Seconds within which a call counts as answered in time.',
        }),
        discard_abandoned_after: number({
          ...LIMITS.discard_abandoned_after,
          unit: 'seconds',
          label: 'Resume position within',
          start: 900,
          hint: 'Seconds after hanging up in which a returning caller gets their place back, if their number is known.',
        }),
      },
      { bulk: true },
    ),
    ...group(
      'Audio',
      {
        greeting_recording_id: recording('Greeting'),
        hold_music_recording_id: recording('Hold music', {
          hint: 'Leave empty for the tenant’s hold music.',
        }),
        announce_recording_id: recording('Announcement'),
        announce_interval: number({ ...LIMITS.announce_interval, unit: 'seconds', start: 30 }),
      },
      { bulk: true },
    ),
    ...group(
      'Tiers',
      {
        tier_rules_apply: toggle({
          label: 'Apply tier rules',
          hint: 'Otherwise all tiers are called without a wait, the lowest first.',
        }),
        tier_rule_wait: number({
          ...LIMITS.tier_rule_wait,
          unit: 'seconds',
          label: 'Wait per tier level',
          start: 30,
          hint: 'Seconds per level before a tier is called.',
        }),
      },
      { bulk: true },
    ),
    call_center_tiers: kept(z.array(tier), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'strategy', sortable: true },
    { id: 'agents', sortable: true },
    { id: 'timeout_destination_id', phone: 'hidden' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['strategy', 'enabled'],
  sort: { column: 'name' },
  children: [{ table: 'call_center_tiers', parent: 'queue_id', orderBy: 'position', file: callCenterTier }],
})
