import { z } from 'zod'
import {
  choice,
  choices,
  day,
  group,
  inOrder,
  kept,
  matching,
  number,
  reference,
  text,
  toggle,
} from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { EXTENSIONS as LIMITS } from '../supabase/constraints'
import { callerIdName } from '../telephony/extension-name'
import { extensionNumber } from '../telephony/plan-number'
import { withoutSeparators, withPlus } from '../validation/phone'
import { EMAIL } from './email-field'
import { follower, followMeTarget, MAX_FOLLOW_ME_TARGETS } from './follow-me-target'
import { forwarding, forwardsSomewhere } from './forwarding'
import { recordOf } from './kinds'
import { enabled, KEEP_HINT, recording } from './telephony-fields'

const RECORDED = choices(LIMITS.recording.choices, {
  inbound: 'Inbound calls',
  outbound: 'Outbound calls',
  all: 'All calls',
})
const TOLL_CLASSES = choices(LIMITS.toll_class.choices, {
  internal: { label: 'Internal only', hint: 'The tenant’s extensions and 911.' },
  local: { hint: 'Local and toll-free numbers.' },
  national: { hint: 'All US and Canadian numbers except premium numbers.' },
  international: { hint: 'Other countries too. Exposed to toll fraud.' },
})
const internalNumber = z
  .string()
  .transform((typed) => withPlus(withoutSeparators(typed)))
  .pipe(matching(/^\+?[0-9]{2,15}$/, 'Enter 2 to 15 digits, with or without a leading plus.'))
const did = recordOf('dids')

/** A greeting for certain hours needs a time condition, and vice versa. */
function greetsByTime(
  values: Record<
    | 'greeting_time_condition_id'
    | 'closed_greeting_recording_id'
    | 'away_greeting_recording_id'
    | 'away_until',
    string | null
  >,
  context: z.RefinementCtx,
): void {
  for (const [one, other, wanted] of [
    ['closed_greeting_recording_id', 'greeting_time_condition_id', 'Choose the hours.'],
    ['greeting_time_condition_id', 'closed_greeting_recording_id', 'Choose what callers hear when closed.'],
    ['away_greeting_recording_id', 'away_until', 'Choose the last day.'],
    ['away_until', 'away_greeting_recording_id', 'Choose what callers hear meanwhile.'],
  ] as const) {
    if (values[one] && !values[other]) context.addIssue({ code: 'custom', path: [other], message: wanted })
  }
}

/** An extension: a seat with a number, phones, voicemail and its own call handling. */
export const extension = defineResource({
  table: 'extensions',
  view: 'extension_list',
  section: 'telephony',
  noun: 'extension',
  fields: {
    ...group('Extension', {
      extension: text({
        label: 'Number',
        maxLength: 7,
        keyboard: 'numeric',
        required: 'Enter a number.',
        rule: extensionNumber,
      }),
      effective_caller_id_name: text({
        ...LIMITS.effective_caller_id_name,
        label: 'Caller ID name',
        hint: 'Shown on internal calls. Leave empty to use the first and last name.',
      }),
      first_name: text(LIMITS.first_name),
      last_name: text(LIMITS.last_name),
      description: text({ ...LIMITS.description, wide: true }),
      enabled,
      listed_in_directory: toggle({ start: true, bulk: true }),
    }),
    ...group('Caller ID', {
      outbound_did_id: reference({
        label: 'Outbound caller ID',
        to: did,
        bulk: true,
        placeholder: 'The tenant’s',
        hint: 'Shown on external calls.',
      }),
      effective_caller_id_number: text({
        label: 'Internal caller ID number',
        maxLength: 30,
        keyboard: 'tel',
        empty: null,
        rule: internalNumber,
        hint: 'Leave empty to use the extension number.',
      }),
    }),
    ...group(
      'Emergency calls',
      {
        emergency_did_id: reference({
          label: 'Emergency caller ID',
          to: did,
          hint: 'A number with E911. Help goes to its address, and dispatchers call it back.',
        }),
        location: text({ ...LIMITS.location, hint: 'The floor or room that dispatchers are given.' }),
      },
      { bulk: true },
    ),
    ...group('Voicemail', {
      voicemail_enabled: toggle({ label: 'Voicemail', start: true, bulk: true }),
      voicemail_email: text({ ...EMAIL, label: 'Send messages to', empty: null }),
      voicemail_attach: toggle({ label: 'Attach the recording', start: true, bulk: true }),
      voicemail_keep: toggle({ label: 'Keep after sending', start: true, bulk: true, hint: KEEP_HINT }),
      greeting_recording_id: recording('Greeting', {
        placeholder: 'The switch’s',
        hint: 'Can also be recorded by phone: 5, then 1 in the mailbox’s menu.',
      }),
      greeting_time_condition_id: reference({
        label: 'Hours',
        to: recordOf('time_conditions'),
        placeholder: 'Always open',
        hint: 'While these are closed, callers hear the greeting for closed hours.',
      }),
      closed_greeting_recording_id: recording('Greeting when closed'),
      away_greeting_recording_id: recording('Greeting while away', {
        hint: 'Played instead of the others through the last day away.',
      }),
      away_until: day({ label: 'Away until', hint: 'The last day.' }),
    }),
    ...forwarding,
    follow_me_enabled: toggle({ group: 'Follow me', label: 'Follow me', bulk: true }),
    ...group(
      'Calls',
      {
        call_timeout: number({ ...LIMITS.call_timeout, label: 'Ring timeout', unit: 'seconds', start: 30 }),
        concurrent_limit: number({ ...LIMITS.concurrent_limit, label: 'Concurrent calls', start: 5 }),
        recording: choice({
          options: RECORDED,
          start: 'none',
          hint: 'Inbound calls include those that it forwards, answers in a group or queue, or picks up.',
        }),
        toll_class: choice({ options: TOLL_CLASSES, start: 'national' }),
        hold_music_recording_id: recording('Hold music', { placeholder: 'The tenant’s' }),
      },
      { bulk: true },
    ),
    extension_follow_me: kept(inOrder(follower, MAX_FOLLOW_ME_TARGETS), []),
  },
  rules: (form) =>
    form
      .superRefine(forwardsSomewhere)
      .superRefine(greetsByTime)
      .transform(({ effective_caller_id_name: given, ...values }) => ({
        ...values,
        effective_caller_id_name: given || callerIdName(values),
      })),
  columns: [
    { id: 'extension', sortable: true, code: true, phone: 'primary' },
    { id: 'effective_caller_id_name', header: 'Name', sortable: true, phone: 'primary' },
    { id: 'outbound_number', header: 'Outbound caller ID', sortable: true, phone: 'secondary' },
    { id: 'has_emergency_did', header: 'E911', phone: 'secondary' },
    { id: 'devices', numeric: true, phone: 'secondary' },
    { id: 'is_registered', header: 'Phone', phone: 'primary' },
    { id: 'voicemail_enabled', phone: 'hidden' },
    { id: 'calls', phone: 'secondary' },
    { id: 'enabled' },
  ],
  search: 'Number, name, location',
  filters: [
    { name: 'standing', label: 'Status', options: choices(['enabled', 'suspended', 'disabled']) },
    yesOrNo('has_emergency_did', 'E911', 'Confirmed', 'None, or not confirmed'),
    yesOrNo('voicemail_enabled', 'Voicemail', 'On', 'Off'),
    yesOrNo('is_registered', 'Phone', 'Registered', 'Not registered'),
    yesOrNo('diverted', 'Calls', 'Forwarded or silent', 'Ring'),
  ],
  sort: { column: 'extension' },
  importKey: ['extension'],
  children: [
    { table: 'extension_follow_me', parent: 'extension_id', orderBy: 'position', file: followMeTarget },
  ],
  essentials: ['extension', 'effective_caller_id_name'],
  label: ({ extension: number, effective_caller_id_name: owner }) => `${number} ${owner}`.trim(),
})
