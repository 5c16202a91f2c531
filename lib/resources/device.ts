import { z } from 'zod'
import { keyName, keyRows } from '../telephony/provisioning/key-rows'
import { isProvisionedVendor, VENDORS } from '../telephony/provisioning/vendors'
import { formatDeviceMac, MAC_WANTED } from '../validation/mac'
import { deviceLine, line } from './device-line'
import { defineResource, yesOrNo } from './resource'

const lines = z
  .array(line)
  .refine(
    (rows) => new Set(rows.map(({ line: number }) => number)).size === rows.length,
    'Two lines have the same number.',
  )

const vendors = VENDORS.map((name) => ({
  value: name,
  label: isProvisionedVendor(name) ? name : `${name} (no configuration file)`,
}))

/** A phone: what it is, the lines it registers, the profile it follows and its own keys. */
export const device = defineResource({
  table: 'devices',
  section: 'telephony',
  noun: 'device',
  plural: 'devices',
  path: 'devices',
  description: 'Phones, the lines they register and the configuration that they fetch.',
  schema: z
    .object({
      mac: z.string().transform((value, context) => {
        const mac = formatDeviceMac(value)
        if (mac) return mac
        context.addIssue({ code: 'custom', message: MAC_WANTED })
        return z.NEVER
      }),
      label: z.string().trim().max(128),
      vendor: z
        .string()
        .nullish()
        .transform((value) => value ?? ''),
      model: z.string().trim().max(64),
      location: z.string().trim().max(128),
      serial_number: z.string().trim().max(64),
      profile_id: z.string().nullable(),
      enabled: z.boolean(),
      device_lines: lines,
      device_keys: keyRows,
    })
    .superRefine(({ device_lines: own, device_keys: keys }, context) => {
      const lamp = keys.find(
        ({ type, destination_id: watched }) =>
          type === 'blf' &&
          own.some(({ extension_id: extension }) => extension !== null && extension === watched),
      )
      if (lamp)
        context.addIssue({
          code: 'custom',
          path: ['device_keys'],
          message: `${keyName(lamp)}: a lamp cannot watch an extension of this phone.`,
        })
    }),
  blank: () => ({
    mac: '',
    label: '',
    vendor: '',
    model: '',
    profile_id: null,
    serial_number: '',
    location: '',
    enabled: true,
    device_lines: [],
    device_keys: [],
  }),
  fields: [
    { name: 'mac', label: 'MAC address', kind: 'mac', required: true },
    { name: 'label', label: 'Label', kind: 'text', maxLength: 128, hint: 'Who or where it is: "Reception".' },
    { name: 'vendor', label: 'Vendor', kind: 'select', options: vendors },
    { name: 'model', label: 'Model', kind: 'text', maxLength: 64 },
    {
      name: 'profile_id',
      label: 'Profile',
      kind: 'reference',
      to: { table: 'device_profiles', columns: ['name'], noun: 'profile' },
      bulk: true,
    },
    { name: 'serial_number', label: 'Serial number', kind: 'text', maxLength: 64 },
    { name: 'location', label: 'Location', kind: 'text', maxLength: 128, bulk: true },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
  columns: [
    { id: 'mac', sortable: true, phone: 'secondary' },
    { id: 'label', sortable: true, phone: 'primary' },
    { id: 'vendor', header: 'Vendor and model', sortable: true },
    { id: 'profile_id', header: 'Profile' },
    { id: 'lines', header: 'Lines' },
    { id: 'last_provisioned_at', header: 'Last provisioned', sortable: true },
    { id: 'enabled', header: 'Status' },
  ],
  search: 'MAC, label, model, serial, extension',
  filters: [
    { name: 'vendor', label: 'Vendor', options: vendors },
    yesOrNo('enabled', 'Status', 'Enabled', 'Disabled'),
  ],
  sort: { column: 'label' },
  importKey: ['mac'],
  unique: ['mac', 'serial_number'],
  children: [
    { table: 'device_lines', parent: 'device_id', orderBy: 'line', file: deviceLine },
    { table: 'device_keys', parent: 'device_id', orderBy: 'position' },
  ],
  label: ({ label, mac }) => label || mac,
})
