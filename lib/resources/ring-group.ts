import { choice, choices, destination, inOrder, kept, number, text, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { RING_GROUPS as LIMITS } from '../supabase/constraints'
import { EMAIL } from './email-field'
import { member, ringGroupMember } from './ring-group-member'
import { callerIdPrefix, dialedNumber, enabled, numbered, recording, recordName } from './telephony-fields'

const STRATEGIES = choices(LIMITS.strategy.choices, {
  simultaneous: { hint: 'All phones ring at once, up to 127; whoever answers first takes the call.' },
  sequence: {
    hint: 'One phone after another, in the order of the members. Busy phones are skipped at once.',
  },
  random: { hint: 'One phone after another, in random order for every call.' },
  rollover: { hint: 'The same as Sequence.' },
  enterprise: { hint: 'The same as Simultaneous.' },
})

const RINGBACKS = choices(LIMITS.ringback.choices, {
  us_ring: 'Ringing, North America',
  uk_ring: 'Ringing, United Kingdom',
  eu_ring: 'Ringing, continental Europe',
})

/** A number that rings several phones. */
export const ringGroup = defineResource({
  ...numbered,
  table: 'ring_groups',
  view: 'ring_group_list',
  noun: 'ring group',
  description: 'Groups of extensions and external numbers that ring together or in turn.',
  fields: {
    name: recordName,
    number: dialedNumber,
    strategy: choice({ options: STRATEGIES, start: 'simultaneous', bulk: true }),
    call_timeout: number({
      ...LIMITS.call_timeout,
      unit: 'seconds',
      start: 30,
      bulk: true,
      hint: 'Seconds until the group gives up, whoever is ringing.',
    }),
    timeout_destination_id: destination({
      label: 'If no one answers',
      bulk: true,
      hint: 'Without a destination, the call ends.',
    }),
    greeting_recording_id: recording('Greeting', { bulk: true }),
    ringback: choice({ options: RINGBACKS, start: 'us_ring', bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    missed_call_email: text({
      ...EMAIL,
      placeholder: 'name@company.example',
      hint: 'Gets an email for every missed call.',
    }),
    follow_forwarding: toggle({
      label: 'Follow members’ forwarding',
      bulk: true,
      hint: 'Otherwise a forwarded phone still rings.',
    }),
    enabled,
    ring_group_members: kept(inOrder(member), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'strategy', sortable: true },
    { id: 'members', sortable: true },
    { id: 'timeout_destination_id', phone: 'hidden' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['strategy', 'enabled'],
  sort: { column: 'name' },
  children: [
    { table: 'ring_group_members', parent: 'ring_group_id', orderBy: 'position', file: ringGroupMember },
  ],
})
