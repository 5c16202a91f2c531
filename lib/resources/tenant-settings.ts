import { z } from 'zod'
import { PRODUCT_DEFAULTS } from '../telephony/tenant-settings'
import { inherited, inheritedText, ON_OFF, onOff, whole } from './inherited'
import { blankPhoneSettings, phoneFields, phoneShape } from './phone-fields'
import { type Choice, defineResource } from './resource'

export const COUNTRIES: readonly Choice[] = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
]
const LANGUAGES: readonly Choice[] = [
  { value: 'en-US', label: 'English (United States)' },
  { value: 'en-CA', label: 'English (Canada)' },
  { value: 'es-US', label: 'Spanish (United States)' },
  { value: 'fr-CA', label: 'French (Canada)' },
]
const isEmail = (line: string) => z.email().safeParse(line).success
const emails = z
  .array(z.string())
  .nullable()
  .transform((lines) => {
    const written = (lines ?? []).map((line) => line.trim()).filter(Boolean)
    return written.length > 0 ? written : null
  })
  // The complaint belongs to the field, which holds all of them.
  .refine((written) => (written ?? []).every(isEmail), 'Each line is one email address.')
  .refine((written) => (written ?? []).length <= 10, 'At most 10 addresses.')

const schema = z
  .object({
    country: z.enum(['US', 'CA']).nullable(),
    area_code: inheritedText(
      z.string().regex(/^[2-9][0-9]{2}$/, 'An area code has three digits and begins with 2 to 9.'),
    ),
    language: z.string().nullable(),
    outbound_did_id: z.uuid().nullable(),
    hold_music_recording_id: z.uuid().nullable(),
    extension_low: whole(10, 9_999_999),
    extension_high: whole(10, 9_999_999),
    recording_retention_days: whole(1, 3650),
    voicemail_enabled: onOff,
    voicemail_attach: onOff,
    voicemail_keep: onOff,
    did_limit: whole(0, 100_000),
    concurrent_call_limit: whole(1, 100_000),
    emergency_notification_emails: emails,
    ...phoneShape,
  })
  .superRefine(({ extension_low: low, extension_high: high }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (low === null && high === null) return
    if (low === null) return refuse('extension_low', 'A range has a beginning.')
    if (high === null) return refuse('extension_high', 'A range has an end.')
    if (low > high) return refuse('extension_high', 'A range does not end before it begins.')
    if (String(low).length !== String(high).length) {
      refuse('extension_high', 'Both have the same number of digits.')
    }
  })

/** What a tenant overrides of the product's settings; an empty value is inherited. */
export const tenantSettings = defineResource({
  table: 'tenant_settings',
  section: 'telephony',
  noun: 'settings',
  plural: 'settings',
  path: 'settings',
  schema,
  blank: () => ({
    country: null,
    area_code: null,
    language: null,
    outbound_did_id: null,
    hold_music_recording_id: null,
    extension_low: null,
    extension_high: null,
    recording_retention_days: null,
    voicemail_enabled: null,
    voicemail_attach: null,
    voicemail_keep: null,
    did_limit: null,
    concurrent_call_limit: null,
    emergency_notification_emails: null,
    ...blankPhoneSettings(),
  }),
  fields: [
    {
      name: 'country',
      label: 'Country',
      kind: 'select',
      options: COUNTRIES,
      placeholder: inherited('United States'),
      group: 'Place',
    },
    {
      name: 'area_code',
      label: 'Area code',
      kind: 'text',
      maxLength: 3,
      placeholder: inherited('none'),
      hint: 'Put before numbers that are dialled with seven digits.',
      group: 'Place',
    },
    {
      name: 'language',
      label: 'Language',
      kind: 'select',
      options: LANGUAGES,
      placeholder: inherited('English (United States)'),
      hint: 'Of prompts and voicemail greetings.',
      group: 'Place',
    },
    {
      name: 'outbound_did_id',
      label: 'Default outbound caller ID',
      kind: 'reference',
      to: { table: 'dids', columns: ['number', 'description'], noun: 'number' },
      placeholder: inherited('none'),
      hint: 'For extensions that have none of their own.',
      group: 'Calls',
    },
    {
      name: 'hold_music_recording_id',
      label: 'Hold music',
      kind: 'reference',
      to: { table: 'recordings', columns: ['name'], noun: 'recording' },
      placeholder: inherited("the product's"),
      group: 'Calls',
    },
    {
      name: 'extension_low',
      label: 'Extensions from',
      kind: 'number',
      placeholder: inherited(PRODUCT_DEFAULTS.extension_low),
      hint: 'New extensions are numbered from here.',
      group: 'Calls',
    },
    {
      name: 'extension_high',
      label: 'Extensions to',
      kind: 'number',
      placeholder: inherited(PRODUCT_DEFAULTS.extension_high),
      group: 'Calls',
    },
    {
      name: 'recording_retention_days',
      label: 'Keep call recordings',
      kind: 'number',
      min: 1,
      max: 3650,
      unit: 'days',
      placeholder: inherited(`${PRODUCT_DEFAULTS.recording_retention_days} days`),
      group: 'Calls',
    },
    {
      name: 'voicemail_enabled',
      label: 'Voicemail',
      kind: 'select',
      options: ON_OFF,
      placeholder: inherited('on'),
      group: 'Voicemail of new extensions',
    },
    {
      name: 'voicemail_attach',
      label: 'Attach the recording',
      kind: 'select',
      options: ON_OFF,
      placeholder: inherited('on'),
      group: 'Voicemail of new extensions',
    },
    {
      name: 'voicemail_keep',
      label: 'Keep after sending',
      kind: 'select',
      options: ON_OFF,
      placeholder: inherited('on'),
      group: 'Voicemail of new extensions',
    },
    {
      name: 'did_limit',
      label: 'Numbers',
      kind: 'number',
      min: 0,
      max: 100_000,
      placeholder: inherited('no limit'),
      group: 'Limits',
    },
    {
      name: 'concurrent_call_limit',
      label: 'Calls at a time',
      kind: 'number',
      min: 1,
      max: 100_000,
      placeholder: inherited('no limit'),
      group: 'Limits',
    },
    {
      name: 'emergency_notification_emails',
      label: 'Emergency notification emails',
      kind: 'list',
      placeholder: inherited('nobody'),
      hint: 'One a line. They are told as soon as somebody dials 911.',
      group: 'Emergency and provisioning',
    },
    ...phoneFields,
  ],
  columns: [],
  sort: { column: 'created_at' },
  label: () => '',
})
