import { z } from 'zod'
import { choice, choices, field, kept, matching, text, toggle } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { DEVICE_PROFILE_SETTINGS, DEVICE_PROFILES as LIMITS } from '../supabase/constraints'
import { FORBIDDEN_REASON_TEXT, forbiddenSettingReason } from '../telephony/provisioning/forbidden-settings'
import { keyRows } from '../telephony/provisioning/key-rows'
import { SETTING_NAME } from '../telephony/provisioning/text'
import { PROVISIONED_VENDORS } from '../telephony/provisioning/vendors'
import { profilePhoneEntries } from './phone-fields'
import { recordName } from './telephony-fields'

const settingName = matching(SETTING_NAME, 'Use letters, digits, dots, hyphens and underscores.').superRefine(
  (name, context) => {
    const refusal = forbiddenSettingReason(name)
    if (refusal) context.addIssue({ code: 'custom', message: FORBIDDEN_REASON_TEXT[refusal] })
  },
)

export const setting = {
  id: kept(z.string(), ''),
  name: field({ label: 'Setting', kind: 'text', maxLength: 128 }, settingName, ''),
  value: field(
    { kind: 'text', ...DEVICE_PROFILE_SETTINGS.value },
    z.string().max(DEVICE_PROFILE_SETTINGS.value.maxLength, 'At most 1,000 characters.'),
    '',
  ),
  enabled: toggle({ start: true }),
}

const settingForm = formOf(setting)

/** A setting before validation. */
export type TypedSetting = z.input<typeof settingForm>

const settings = z
  .array(
    settingForm.superRefine(({ name, value }, context) => {
      if (forbiddenSettingReason(name, value) === 'server')
        context.addIssue({ code: 'custom', path: ['value'], message: FORBIDDEN_REASON_TEXT.server })
    }),
  )
  .refine(
    (rows) => new Set(rows.map(({ name }) => name)).size === rows.length,
    'Two settings have the same name.',
  )

/** Keys and settings that phones of one vendor share. */
export const deviceProfile = defineResource({
  table: 'device_profiles',
  view: 'device_profile_rows',
  section: 'telephony',
  noun: 'device profile',
  description: 'Keys and settings that phones of one vendor share.',
  fields: {
    name: recordName,
    vendor: choice({
      options: choices(PROVISIONED_VENDORS),
      start: 'Yealink',
      required: 'Choose the phones’ vendor.',
    }),
    model: text({ ...LIMITS.model, start: 'T54W' }),
    description: text({ ...LIMITS.description, bulk: true }),
    ...profilePhoneEntries(),
    device_profile_keys: kept(keyRows, []),
    device_profile_settings: kept(settings, []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'vendor', header: 'Vendor and model', sortable: true, phone: 'secondary' },
    { id: 'key_count', header: 'Keys', numeric: true },
    { id: 'setting_count', header: 'Settings', numeric: true },
    { id: 'device_count', header: 'Devices', numeric: true, sortable: true },
    { id: 'description', phone: 'hidden' },
  ],
  search: 'Name, model or description',
  filters: ['vendor'],
  sort: { column: 'name' },
  unique: ['name'],
  children: [
    { table: 'device_profile_keys', parent: 'profile_id', orderBy: 'position' },
    { table: 'device_profile_settings', parent: 'profile_id', orderBy: 'name' },
  ],
  label: ({ name }) => name,
})
