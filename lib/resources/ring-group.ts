import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, destination, inOrder, kept, number, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { member, ringGroupMember } from './ring-group-member'
import { callerIdPrefix, dialledNumber, enabled, recording, recordName } from './telephony-fields'

const STRATEGIES: readonly Choice[] = [
  {
    value: 'simultaneous',
    label: 'Simultaneous',
    hint: 'All phones ring at once; whoever picks up first takes the call.',
  },
  { value: 'sequence', label: 'Sequence', hint: 'One phone after the other, in the order of the members.' },
  {
    value: 'random',
    label: 'Random',
    hint: 'One phone after the other, in an order drawn anew for every call.',
  },
  {
    value: 'rollover',
    label: 'Rollover',
    hint: 'One phone after the other, in the order of the members; a busy phone is skipped at once.',
  },
  {
    value: 'enterprise',
    label: 'Enterprise',
    hint: 'All phones ring at once, each as a call of its own: one that fails does not end the others.',
  },
]

const RINGBACKS: readonly Choice[] = [
  { value: 'us_ring', label: 'Ringing, North America' },
  { value: 'uk_ring', label: 'Ringing, United Kingdom' },
  { value: 'eu_ring', label: 'Ringing, continental Europe' },
  { value: 'hold_music', label: 'Hold music' },
  { value: 'silence', label: 'Silence' },
]

/** One number that rings several phones. */
export const ringGroup = defineResource({
  table: 'ring_groups',
  view: 'ring_group_list',
  section: 'telephony',
  noun: 'ring group',
  plural: 'ring groups',
  description: 'Groups of extensions and outside numbers that ring together or in turn.',
  path: 'ring-groups',
  fields: {
    name: recordName,
    number: dialledNumber,
    strategy: choice({ label: 'Strategy', options: STRATEGIES, start: 'simultaneous', bulk: true }),
    call_timeout: number({
      label: 'Call timeout',
      min: 1,
      max: 600,
      unit: 'seconds',
      start: 30,
      bulk: true,
      hint: 'Seconds until the group gives up, whoever is ringing.',
    }),
    timeout_destination_id: destination({
      label: 'When nobody answers',
      bulk: true,
      hint: 'Without a destination the call is hung up.',
    }),
    greeting_recording_id: recording('Greeting', { bulk: true }),
    ringback: choice({ label: 'Callers hear', options: RINGBACKS, start: 'us_ring', bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    missed_call_email: text({
      label: 'Missed calls to',
      max: 254,
      rule: z.email('Enter one email address.'),
      placeholder: 'name@company.example',
      hint: 'An email for every call that nobody took.',
    }),
    follow_forwarding: toggle({
      label: 'Follow the members’ forwarding',
      bulk: true,
      hint: 'Otherwise a forwarded phone rings where it stands.',
    }),
    enabled,
    ring_group_members: kept(inOrder(member), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'strategy', sortable: true },
    { id: 'members', header: 'Members', sortable: true },
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
  children: [
    { table: 'ring_group_members', parent: 'ring_group_id', orderBy: 'position', file: ringGroupMember },
  ],
  isDestination: true,
  essentials: ['name', 'number'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`,
})
