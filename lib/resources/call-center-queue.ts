import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, destination, kept, number, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { callCenterTier, tier } from './call-center-tier'
import { callerIdPrefix, dialledNumber, enabled, recording, recordName } from './telephony-fields'

const STRATEGIES: readonly Choice[] = [
  { value: 'ring-all', label: 'Ring all', hint: 'All free agents ring at once.' },
  {
    value: 'longest-idle-agent',
    label: 'Longest idle agent',
    hint: 'The agent whose last call was offered the longest ago, level by level.',
  },
  {
    value: 'round-robin',
    label: 'Round robin',
    hint: 'The agent behind the one who was offered a call last.',
  },
  { value: 'top-down', label: 'Top down', hint: 'From the first position down, anew for every caller.' },
  {
    value: 'agent-with-least-talk-time',
    label: 'Least talk time',
    hint: 'The agent who has talked the least, level by level.',
  },
  {
    value: 'agent-with-fewest-calls',
    label: 'Fewest calls',
    hint: 'The agent who has answered the fewest calls, level by level.',
  },
  {
    value: 'sequentially-by-agent-order',
    label: 'By agent order',
    hint: 'By level and position, always from the start.',
  },
  { value: 'random', label: 'Random', hint: 'Any free agent of the first level that has one.' },
]

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#']

const waiting = { group: 'Waiting', bulk: true }
const heard = { group: 'What callers hear', bulk: true }
const levels = { group: 'Levels', bulk: true }
const seconds = { min: 0, max: 86_400, unit: 'seconds' }

/** A queue in which callers wait for an agent. */
export const callCenterQueue = defineResource({
  table: 'call_center_queues',
  view: 'call_center_queue_list',
  section: 'telephony',
  noun: 'queue',
  plural: 'queues',
  description: 'Callers wait in a queue until one of its agents is free.',
  path: 'routing/call-centers',
  fields: {
    name: recordName,
    number: dialledNumber,
    strategy: choice({ label: 'Strategy', options: STRATEGIES, start: 'longest-idle-agent', bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    record: toggle({ label: 'Record the calls', bulk: true }),
    enabled,
    max_wait_time: number({
      ...waiting,
      ...seconds,
      label: 'Longest wait',
      hint: 'Seconds; 0 lets callers wait without end.',
    }),
    max_wait_time_with_no_agent: number({
      ...waiting,
      ...seconds,
      label: 'Longest wait without agents',
      start: 90,
      hint: 'Seconds while nobody is logged in; 0 without end.',
    }),
    timeout_destination_id: destination({
      ...waiting,
      label: 'After the wait',
      hint: 'Without a destination the call is hung up.',
    }),
    exit_key: choice({
      ...waiting,
      label: 'Exit key',
      options: KEYS.map((key) => ({ value: key, label: key })),
      empty: null,
      hint: 'Whoever presses it goes where callers go after the wait.',
    }),
    discard_abandoned_after: number({
      ...waiting,
      ...seconds,
      label: 'Keep the place of who hangs up',
      start: 900,
      hint: 'Seconds in which a caller who calls again is where they were.',
    }),
    greeting_recording_id: recording('Greeting', heard),
    hold_music_recording_id: recording('Hold music', {
      ...heard,
      hint: 'None plays the tenant’s hold music.',
    }),
    announce_recording_id: recording('Announcement', heard),
    announce_interval: number({
      ...heard,
      label: 'Announced every',
      min: 5,
      max: 3600,
      unit: 'seconds',
      start: 30,
    }),
    tier_rules_apply: toggle({
      ...levels,
      label: 'Call higher levels later',
      hint: 'Otherwise all levels are called without a wait, the lowest first.',
    }),
    tier_rule_wait: number({
      ...levels,
      label: 'Wait a level',
      min: 0,
      max: 3600,
      unit: 'seconds',
      start: 30,
      hint: 'Seconds, times the level, that a caller waits before a level is called.',
    }),
    call_center_tiers: kept(z.array(tier), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'strategy', sortable: true },
    { id: 'agents', header: 'Agents', sortable: true },
    { id: 'timeout_destination_id', phone: 'hidden' },
    { id: 'enabled', sortable: true },
  ],
  search: 'Name or number',
  filters: [
    { name: 'strategy', label: 'Strategy', options: STRATEGIES },
    yesOrNo('enabled', 'Enabled', 'Enabled', 'Disabled'),
  ],
  sort: { column: 'name' },
  importKey: ['number'],
  children: [{ table: 'call_center_tiers', parent: 'queue_id', orderBy: 'position', file: callCenterTier }],
  isDestination: true,
  essentials: ['name', 'number'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`,
})
