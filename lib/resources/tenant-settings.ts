import {
  choice,
  choices,
  field,
  group,
  matching,
  number,
  reference,
  refusing,
  text,
} from '../records/field-builders'
import { defineResource } from '../records/resource'
import { TENANT_SETTINGS as LIMITS } from '../supabase/constraints'
import { PRODUCT_DEFAULTS } from '../telephony/tenant-settings'
import { addresses, emails, inheriting, onOff } from './inherited'
import { recordOf } from './kinds'
import { PHONE_INHERITED, phoneEntries } from './phone-fields'
import { KEEP_HINT, recording } from './telephony-fields'

export const COUNTRIES = choices(LIMITS.country.choices, { US: 'United States', CA: 'Canada' })

const LANGUAGES = choices(['en-US', 'en-CA', 'es-US', 'fr-CA'], {
  'en-US': 'English (United States)',
  'en-CA': 'English (Canada)',
  'es-US': 'Spanish (United States)',
  'fr-CA': 'French (Canada)',
})

const range = { min: 10, max: 9_999_999, empty: null } as const
const limit = { empty: null, placeholder: 'no limit' } as const

/** A tenant's overrides of the product's settings; an empty value is null, and inherited. */
export const tenantSettings = defineResource({
  table: 'tenant_settings',
  section: 'telephony',
  noun: 'settings',
  plural: 'settings',
  fields: inheriting(
    {
      ...group('Location', {
        country: choice({ options: COUNTRIES, empty: null }),
        area_code: text({
          maxLength: 3,
          keyboard: 'numeric',
          empty: null,
          rule: matching(/^[2-9][0-9]{2}$/, 'Enter three digits that begin with 2 to 9.'),
          hint: 'Added to numbers dialed with seven digits.',
        }),
        language: choice({
          options: LANGUAGES,
          empty: null,
          hint: 'For mailboxes and the directory, if installed on the switch. Other prompts are in English.',
        }),
      }),
      ...group('Calls', {
        outbound_did_id: reference({
          label: 'Default outbound caller ID',
          to: recordOf('dids'),
          hint: 'For extensions without their own. Without either, calls are anonymous.',
        }),
        hold_music_recording_id: recording('Hold music', { placeholder: 'the product’s' }),
        extension_low: number({
          ...range,
          label: 'First extension',
          hint: 'New extensions are numbered from here.',
        }),
        extension_high: number({ ...range, label: 'Last extension' }),
        recording_retention_days: number({
          ...LIMITS.recording_retention_days,
          label: 'Keep recordings, voicemail and faxes',
          empty: null,
          unit: 'days',
          hint: 'Older ones are deleted, including messages that nobody has heard.',
        }),
      }),
      ...group('Voicemail of new extensions', {
        voicemail_enabled: onOff({ label: 'Voicemail' }),
        voicemail_attach: onOff({ label: 'Attach the recording' }),
        voicemail_keep: onOff({ label: 'Keep after sending', hint: KEEP_HINT }),
      }),
      ...group('Limits', {
        did_limit: number({ ...limit, ...LIMITS.did_limit, label: 'Numbers' }),
        concurrent_call_limit: number({
          ...limit,
          ...LIMITS.concurrent_call_limit,
          label: 'Concurrent calls',
          hint: 'On each switch.',
        }),
      }),
      emergency_notification_emails: field(
        {
          kind: 'list',
          placeholder: 'nobody',
          hint: 'One per line. They are notified as soon as someone dials 911.',
          group: 'Emergency and provisioning',
        },
        emails,
        null,
      ),
      registration_addresses: field(
        {
          label: 'Phones register from',
          kind: 'list',
          placeholder: 'anywhere',
          hint: 'IPv4 addresses or networks, one per line. Phones elsewhere can neither register nor call, not even 911.',
          group: 'Phones',
        },
        addresses.refine(
          (written) => !(written ?? []).some((line) => line.includes(':')),
          'Phones register over IPv4: enter IPv4 addresses.',
        ),
        null,
      ),
      ...phoneEntries,
    },
    { ...PRODUCT_DEFAULTS, ...PHONE_INHERITED },
  ),
  rules: (form) =>
    form.superRefine(({ extension_low: low, extension_high: high }, context) => {
      const refuse = refusing(context)
      if (low === null && high === null) return
      if (low === null) return refuse('extension_low', 'Enter the first extension too.')
      if (high === null) return refuse('extension_high', 'Enter the last extension too.')
      if (low > high) return refuse('extension_high', 'The last extension comes before the first.')
      if (String(low).length !== String(high).length) {
        refuse('extension_high', 'Both need the same number of digits.')
      }
    }),
  sort: { column: 'created_at' },
  label: () => '',
})
