import { z } from 'zod'
import { keyRows } from '../telephony/provisioning/key-rows'
import { VENDORS } from '../telephony/provisioning/vendors'
import { formatMac } from '../validation/mac'
import { defineResource, yesOrNo } from './resource'

const lines = z
  .array(
    z.object({
      id: z.string(),
      line: z.number({ error: 'Each line has a number.' }).int().min(1, 'Lines count from 1.').max(48),
      extension_id: z.string({ error: 'Choose an extension for each line.' }),
      transport: z.enum(['udp', 'tcp', 'tls']),
      register_expires: z.number().int().min(60, 'Registrations last 60 seconds or longer.').max(86_400),
      shared: z.boolean(),
    }),
  )
  .refine(
    (rows) => new Set(rows.map(({ line }) => line)).size === rows.length,
    'Two lines have the same number.',
  )

const vendors = VENDORS.map((name) => ({ value: name, label: name }))

/** A phone: what it is, the lines it registers, the profile it follows and its own keys. */
export const device = defineResource({
  table: 'devices',
  section: 'telephony',
  noun: 'device',
  plural: 'devices',
  path: 'devices',
  description: 'Phones, the lines they register and the configuration that they fetch.',
  schema: z.object({
    mac: z.string().transform((value, context) => {
      const mac = formatMac(value)
      if (!mac) context.addIssue({ code: 'custom', message: 'A MAC address has 12 digits 0–9, A–F.' })
      return mac ?? value
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
    { table: 'device_lines', parent: 'device_id', orderBy: 'line' },
    { table: 'device_keys', parent: 'device_id', orderBy: 'position' },
  ],
  label: ({ label, mac }) => label || mac,
})
