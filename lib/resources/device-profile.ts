import { z } from 'zod'
import type { Typed } from '../records/field'
import { choice, field, kept, text, toggle } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { keyRows } from '../telephony/provisioning/key-rows'
import { REFUSAL_TEXT, settingRefusal } from '../telephony/provisioning/refused-settings'
import { SETTING_NAME } from '../telephony/provisioning/text'
import { PROVISIONED_VENDORS } from '../telephony/provisioning/vendors'
import { phoneEntries } from './phone-fields'

/** A setting in the form of its profile. */
export const setting = {
  id: kept(z.string(), ''),
  name: field(
    { label: 'Setting', kind: 'text', maxLength: 128 },
    z
      .string()
      .regex(SETTING_NAME, 'A setting is named by letters, digits, dots, hyphens and underscores.')
      .superRefine((name, context) => {
        const refusal = settingRefusal(name)
        if (refusal) context.addIssue({ code: 'custom', message: REFUSAL_TEXT[refusal] })
      }),
    '',
  ),
  value: field(
    { label: 'Value', kind: 'text', maxLength: 1000 },
    z.string().max(1000, 'A setting’s value has at most 1,000 characters.'),
    '',
  ),
  enabled: toggle({ label: 'Enabled', start: true }),
}

/** A setting as it is typed. */
export type TypedSetting = Typed<typeof setting>

const settings = z
  .array(formOf(setting))
  .refine(
    (rows) => new Set(rows.map(({ name }) => name)).size === rows.length,
    'Two settings have the same name.',
  )

const vendors = PROVISIONED_VENDORS.map((name) => ({ value: name, label: name }))

/** What phones of one maker share: their keys and settings. */
export const deviceProfile = defineResource({
  table: 'device_profiles',
  view: 'device_profile_rows',
  section: 'telephony',
  noun: 'device profile',
  plural: 'device profiles',
  path: 'device-profiles',
  description: 'Keys and settings that phones of one maker share.',
  fields: {
    name: text({ label: 'Name', max: 75, required: 'Name the profile.' }),
    vendor: choice({
      label: 'Vendor',
      options: vendors,
      start: 'Yealink',
      required: 'Choose the phones’ maker.',
    }),
    model: text({ label: 'Model', max: 64, start: 'T54W' }),
    description: text({ label: 'Description', max: 255, bulk: true }),
    ...phoneEntries,
    device_profile_keys: kept(keyRows, []),
    device_profile_settings: kept(settings, []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'vendor', header: 'Vendor and model', sortable: true, phone: 'secondary' },
    { id: 'key_count', header: 'Keys', numeric: true },
    { id: 'setting_count', header: 'Settings', numeric: true },
    { id: 'device_count', header: 'Devices', numeric: true, sortable: true },
    { id: 'description', header: 'Description', phone: 'hidden' },
  ],
  search: 'Name, model or description',
  filters: [{ name: 'vendor', label: 'Vendor', options: vendors }],
  sort: { column: 'name' },
  unique: ['name'],
  children: [
    { table: 'device_profile_keys', parent: 'profile_id', orderBy: 'position' },
    { table: 'device_profile_settings', parent: 'profile_id', orderBy: 'name' },
  ],
  label: ({ name }) => name,
})
