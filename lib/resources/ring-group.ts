import { z } from 'zod'
import { RING_STRATEGIES } from '../telephony/ring-timeline'
import { type Choice, defineResource, yesOrNo } from './resource'
import { member, ringGroupMember } from './ring-group-member'
import { callerIdPrefix, dialledNumber, inOrder, recordName, seconds } from './telephony-rules'

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
  section: 'telephony',
  noun: 'ring group',
  plural: 'ring groups',
  description: 'Groups of extensions and outside numbers that ring together or in turn.',
  path: 'ring-groups',
  schema: z.object({
    name: recordName,
    number: dialledNumber,
    strategy: z.enum(RING_STRATEGIES),
    call_timeout: seconds(1, 600),
    timeout_destination_id: z.string().nullable(),
    greeting_recording_id: z.string().nullable(),
    ringback: z.string(),
    caller_id_name_prefix: callerIdPrefix,
    follow_forwarding: z.boolean(),
    missed_call_email: z.union([z.literal(''), z.email('Give one email address.')]),
    enabled: z.boolean(),
    ring_group_members: inOrder(member),
  }),
  blank: () => ({
    name: '',
    number: '',
    strategy: 'simultaneous',
    call_timeout: 30,
    timeout_destination_id: null,
    greeting_recording_id: null,
    ringback: 'us_ring',
    caller_id_name_prefix: '',
    follow_forwarding: false,
    missed_call_email: '',
    enabled: true,
    ring_group_members: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    { name: 'number', label: 'Number', kind: 'text', maxLength: 7, required: true },
    { name: 'strategy', label: 'Strategy', kind: 'select', options: STRATEGIES, required: true, bulk: true },
    {
      name: 'call_timeout',
      label: 'Call timeout',
      kind: 'number',
      min: 1,
      max: 600,
      unit: 'seconds',
      required: true,
      bulk: true,
      hint: 'Seconds until the group gives up, whoever is ringing.',
    },
    {
      name: 'timeout_destination_id',
      label: 'When nobody answers',
      kind: 'destination',
      bulk: true,
      hint: 'Without a destination the call is hung up.',
    },
    {
      name: 'greeting_recording_id',
      label: 'Greeting',
      kind: 'reference',
      to: { table: 'recordings', columns: ['name'], noun: 'recording' },
      bulk: true,
    },
    {
      name: 'ringback',
      label: 'Callers hear',
      kind: 'select',
      options: RINGBACKS,
      required: true,
      bulk: true,
    },
    {
      name: 'caller_id_name_prefix',
      label: 'Caller ID prefix',
      kind: 'text',
      maxLength: 20,
      bulk: true,
      hint: 'Stands before the caller’s name on the phones.',
    },
    {
      name: 'missed_call_email',
      label: 'Missed calls to',
      kind: 'text',
      maxLength: 254,
      placeholder: 'name@company.example',
      hint: 'An email for every call that nobody took.',
    },
    {
      name: 'follow_forwarding',
      label: 'Follow the members’ forwarding',
      kind: 'switch',
      bulk: true,
      hint: 'Otherwise a forwarded phone rings where it stands.',
    },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
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
