import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, field, number, reference, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { PRODUCT_DEFAULTS } from '../telephony/tenant-settings'
import { inherited, onOff } from './inherited'
import { phoneEntries } from './phone-fields'
import { DID, RECORDING } from './references'

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

const place = { group: 'Place' }
const calls = { group: 'Calls' }
const range = { ...calls, min: 10, max: 9_999_999, empty: null } as const
const voicemail = { group: 'Voicemail of new extensions' }
const limit = { group: 'Limits', max: 100_000, empty: null, placeholder: inherited('no limit') } as const

/** What a tenant overrides of the product's settings; an empty value is null, and inherited. */
export const tenantSettings = defineResource({
  table: 'tenant_settings',
  section: 'telephony',
  noun: 'settings',
  plural: 'settings',
  path: 'settings',
  fields: {
    country: choice({
      ...place,
      label: 'Country',
      options: COUNTRIES,
      empty: null,
      placeholder: inherited('United States'),
    }),
    area_code: text({
      ...place,
      label: 'Area code',
      max: 3,
      empty: null,
      rule: z.string().regex(/^[2-9][0-9]{2}$/, 'An area code has three digits and begins with 2 to 9.'),
      placeholder: inherited('none'),
      hint: 'Put before numbers that are dialled with seven digits.',
    }),
    language: choice({
      ...place,
      label: 'Language',
      options: LANGUAGES,
      empty: null,
      placeholder: inherited('English (United States)'),
      hint: 'Of prompts and voicemail greetings.',
    }),
    outbound_did_id: reference({
      ...calls,
      label: 'Default outbound caller ID',
      to: DID,
      placeholder: inherited('none'),
      hint: 'For extensions that have none of their own.',
    }),
    hold_music_recording_id: reference({
      ...calls,
      label: 'Hold music',
      to: RECORDING,
      placeholder: inherited("the product's"),
    }),
    extension_low: number({
      ...range,
      label: 'Extensions from',
      placeholder: inherited(PRODUCT_DEFAULTS.extension_low),
      hint: 'New extensions are numbered from here.',
    }),
    extension_high: number({
      ...range,
      label: 'Extensions to',
      placeholder: inherited(PRODUCT_DEFAULTS.extension_high),
    }),
    recording_retention_days: number({
      ...calls,
      label: 'Keep call recordings',
      min: 1,
      max: 3650,
      empty: null,
      unit: 'days',
      placeholder: inherited(`${PRODUCT_DEFAULTS.recording_retention_days} days`),
    }),
    voicemail_enabled: onOff({ ...voicemail, label: 'Voicemail' }, 'on'),
    voicemail_attach: onOff({ ...voicemail, label: 'Attach the recording' }, 'on'),
    voicemail_keep: onOff({ ...voicemail, label: 'Keep after sending' }, 'on'),
    did_limit: number({ ...limit, label: 'Numbers', min: 0 }),
    concurrent_call_limit: number({ ...limit, label: 'Calls at a time', min: 1 }),
    emergency_notification_emails: field(
      {
        label: 'Emergency notification emails',
        kind: 'list',
        placeholder: inherited('nobody'),
        hint: 'One a line. They are told as soon as somebody dials 911.',
        group: 'Emergency and provisioning',
      },
      emails,
      null,
    ),
    ...phoneEntries,
  },
  rules: (form) =>
    form.superRefine(({ extension_low: low, extension_high: high }, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (low === null && high === null) return
      if (low === null) return refuse('extension_low', 'A range has a beginning.')
      if (high === null) return refuse('extension_high', 'A range has an end.')
      if (low > high) return refuse('extension_high', 'A range does not end before it begins.')
      if (String(low).length !== String(high).length) {
        refuse('extension_high', 'Both have the same number of digits.')
      }
    }),
  columns: [],
  sort: { column: 'created_at' },
  label: () => '',
})
