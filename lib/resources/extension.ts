import { z } from 'zod'
import type { Choice } from '../records/field'
import {
  choice,
  destination,
  inOrder,
  kept,
  number,
  reference,
  text,
  toggle,
} from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import { FORWARDINGS } from '../telephony/forwardings'
import { follower, followMeTarget, MOST_FOLLOWERS } from './follow-me-target'
import { DID } from './references'
import { recording } from './telephony-fields'

const RECORDED: readonly Choice[] = [
  { value: 'none', label: 'None' },
  { value: 'inbound', label: 'Inbound calls' },
  { value: 'outbound', label: 'Outbound calls' },
  { value: 'all', label: 'All calls' },
]
const TOLL_CLASSES: readonly Choice[] = [
  { value: 'internal', label: 'Internal only', hint: 'Extensions of the tenant and 911.' },
  { value: 'local', label: 'Local', hint: 'Local and toll-free numbers.' },
  { value: 'national', label: 'National', hint: 'All of the North American plan except premium numbers.' },
  { value: 'international', label: 'International', hint: 'Other countries too. Open to toll fraud.' },
]

const own = { group: 'Extension' }
const callerId = { group: 'Caller ID' }
const emergency = { group: 'Emergency calls', bulk: true }
const voicemail = { group: 'Voicemail', bulk: true }
const forwarding = { group: 'Forwarding' }
const calls = { group: 'Calls', bulk: true }
const on = (label: string) => toggle({ ...forwarding, label, bulk: true })
const to = (label: string) => destination({ ...forwarding, label })

/** An extension: a seat that has a number, phones, a voicemail and its own rules for calls. */
export const extension = defineResource({
  table: 'extensions',
  view: 'extension_list',
  section: 'telephony',
  noun: 'extension',
  plural: 'extensions',
  path: 'extensions',
  isDestination: true,
  fields: {
    extension: text({
      ...own,
      label: 'Number',
      max: 7,
      required: 'Enter a number.',
      rule: z
        .string()
        .regex(/^[0-9]{2,7}$/, 'An extension has 2 to 7 digits.')
        .refine((typed) => !EMERGENCY_NUMBERS.some((each) => each === typed), 'This is an emergency number.'),
    }),
    effective_caller_id_name: text({
      ...own,
      label: 'Caller ID name',
      max: 60,
      hint: 'Shown on phones inside; the first and last name unless set.',
    }),
    first_name: text({ ...own, label: 'First name', max: 60 }),
    last_name: text({ ...own, label: 'Last name', max: 60 }),
    description: text({ ...own, label: 'Description', max: 255, wide: true }),
    enabled: toggle({ ...own, label: 'Enabled', start: true, bulk: true }),
    listed_in_directory: toggle({ ...own, label: 'Listed in the directory', start: true, bulk: true }),
    outbound_did_id: reference({
      ...callerId,
      label: 'Outbound caller ID',
      to: DID,
      bulk: true,
      placeholder: "The tenant's",
      hint: 'What people outside see.',
    }),
    effective_caller_id_number: text({
      ...callerId,
      label: 'Internal caller ID number',
      max: 16,
      empty: null,
      rule: z.string().regex(/^\+?[0-9]{2,15}$/, 'A number has 2 to 15 digits, perhaps after a plus.'),
      hint: 'The extension itself unless set.',
    }),
    emergency_did_id: reference({
      ...emergency,
      label: 'Emergency caller ID',
      to: DID,
      hint: 'A number with E911: where a dispatcher sends help and calls back.',
    }),
    location: text({
      ...emergency,
      label: 'Location',
      max: 128,
      hint: 'Floor or room, as a dispatcher is told it.',
    }),
    voicemail_enabled: toggle({ ...voicemail, label: 'Voicemail', start: true }),
    voicemail_email: text({
      group: 'Voicemail',
      label: 'Send messages to',
      max: 254,
      empty: null,
      rule: z.email('Enter a valid email address.'),
    }),
    voicemail_attach: toggle({ ...voicemail, label: 'Attach the recording', start: true }),
    voicemail_keep: toggle({ ...voicemail, label: 'Keep after sending', start: true }),
    do_not_disturb: on('Do not disturb'),
    forward_all_enabled: on('Forward always'),
    forward_all_destination_id: to('Forward always to'),
    forward_busy_enabled: on('Forward when busy'),
    forward_busy_destination_id: to('Forward when busy to'),
    forward_no_answer_enabled: on('Forward without an answer'),
    forward_no_answer_destination_id: to('Forward without an answer to'),
    forward_not_registered_enabled: on('Forward when not registered'),
    forward_not_registered_destination_id: to('Forward when not registered to'),
    follow_me_enabled: toggle({ group: 'Follow me', label: 'Follow me', bulk: true }),
    call_timeout: number({ ...calls, label: 'Rings for', min: 5, max: 600, unit: 'seconds', start: 30 }),
    concurrent_limit: number({ ...calls, label: 'Calls at a time', min: 1, max: 100, start: 5 }),
    recording: choice({ ...calls, label: 'Recording', options: RECORDED, start: 'none' }),
    toll_class: choice({ ...calls, label: 'May call', options: TOLL_CLASSES, start: 'national' }),
    hold_music_recording_id: recording('Hold music', { ...calls, placeholder: "The tenant's" }),
    extension_follow_me: kept(inOrder(follower, MOST_FOLLOWERS), []),
  },
  rules: (form) =>
    form
      .superRefine((values, context) => {
        for (const { name } of FORWARDINGS) {
          if (!values[`forward_${name}_enabled`] || values[`forward_${name}_destination_id`]) continue
          const path = [`forward_${name}_destination_id`]
          context.addIssue({ code: 'custom', path, message: 'Choose where these calls go.' })
        }
      })
      // The caller ID name is the first and last name unless it is given.
      .transform(({ effective_caller_id_name: given, ...values }) => ({
        ...values,
        effective_caller_id_name: given || `${values.first_name} ${values.last_name}`.trim().slice(0, 60),
      })),
  columns: [
    { id: 'extension', header: 'Number', sortable: true, phone: 'primary' },
    { id: 'effective_caller_id_name', header: 'Name', sortable: true },
    { id: 'outbound_number', header: 'Outbound caller ID', sortable: true, phone: 'secondary' },
    { id: 'has_emergency_did', header: 'E911', phone: 'secondary' },
    { id: 'devices', header: 'Devices', numeric: true, phone: 'secondary' },
    { id: 'voicemail_enabled', header: 'Voicemail', phone: 'hidden' },
    { id: 'calls', header: 'Calls', phone: 'secondary' },
    { id: 'enabled', header: 'Status' },
  ],
  search: 'Number, name or location',
  filters: [
    {
      name: 'standing',
      label: 'Status',
      options: [
        { value: 'enabled', label: 'Enabled' },
        { value: 'suspended', label: 'Suspended' },
        { value: 'disabled', label: 'Disabled' },
      ],
    },
    yesOrNo('has_emergency_did', 'E911', 'Confirmed', 'None, or not confirmed'),
    yesOrNo('voicemail_enabled', 'Voicemail', 'On', 'Off'),
    yesOrNo('diverted', 'Calls', 'Diverted or silent', 'Ring'),
  ],
  sort: { column: 'extension' },
  importKey: ['extension'],
  children: [
    { table: 'extension_follow_me', parent: 'extension_id', orderBy: 'position', file: followMeTarget },
  ],
  essentials: ['extension', 'effective_caller_id_name'],
  unique: ['extension'],
  label: ({ extension: number, effective_caller_id_name: owner }) => `${number} ${owner}`.trim(),
})
