import { z } from 'zod'
import { keyRows } from '../telephony/provisioning/key-rows'
import { REFUSAL_TEXT, settingRefusal } from '../telephony/provisioning/refused-settings'
import { SETTING_NAME } from '../telephony/provisioning/text'
import { PROVISIONED_VENDORS } from '../telephony/provisioning/vendors'
import { blankPhoneSettings, phoneFields, phoneShape } from './phone-fields'
import { defineResource } from './resource'

const settings = z
  .array(
    z.object({
      id: z.string(),
      name: z
        .string()
        .regex(SETTING_NAME, 'A setting is named by letters, digits, dots, hyphens and underscores.')
        .superRefine((name, context) => {
          const refusal = settingRefusal(name)
          if (refusal) context.addIssue({ code: 'custom', message: REFUSAL_TEXT[refusal] })
        }),
      value: z.string().max(1000, 'A setting’s value has at most 1,000 characters.'),
      enabled: z.boolean(),
    }),
  )
  .refine(
    (rows) => new Set(rows.map(({ name }) => name)).size === rows.length,
    'Two settings have the same name.',
  )

const vendors = PROVISIONED_VENDORS.map((name) => ({ value: name, label: name }))

/** What phones of one maker share: their keys and settings. */
export const deviceProfile = defineResource({
  table: 'device_profiles',
  section: 'telephony',
  noun: 'device profile',
  plural: 'device profiles',
  path: 'device-profiles',
  description: 'Keys and settings that phones of one maker share.',
  schema: z.object({
    name: z.string().trim().min(1, 'Name the profile.').max(75),
    vendor: z.string({ error: 'Choose the phones’ maker.' }).min(1, 'Choose the phones’ maker.'),
    model: z.string().trim().max(64),
    description: z.string().trim().max(255),
    ...phoneShape,
    device_profile_keys: keyRows,
    device_profile_settings: settings,
  }),
  blank: () => ({
    name: '',
    vendor: 'Yealink',
    model: 'T54W',
    description: '',
    ...blankPhoneSettings(),
    device_profile_keys: [],
    device_profile_settings: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    { name: 'vendor', label: 'Vendor', kind: 'select', options: vendors, required: true },
    { name: 'model', label: 'Model', kind: 'text', maxLength: 64 },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255, bulk: true },
    ...phoneFields,
  ],
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
