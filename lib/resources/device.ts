import { z } from 'zod'
import { choice, kept, mac, reference, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { keyName, keyRows } from '../telephony/provisioning/key-rows'
import { isProvisionedVendor, VENDORS } from '../telephony/provisioning/vendors'
import { deviceLine, line } from './device-line'
import { enabled } from './telephony-fields'

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
  view: 'device_rows',
  section: 'telephony',
  noun: 'device',
  plural: 'devices',
  path: 'devices',
  description: 'Phones, the lines they register and the configuration that they fetch.',
  fields: {
    mac: mac({ label: 'MAC address', required: 'Enter the MAC address.' }),
    label: text({ label: 'Label', max: 128, hint: 'Who or where it is: "Reception".' }),
    vendor: choice({ label: 'Vendor', options: vendors, empty: '', open: true }),
    model: text({ label: 'Model', max: 64 }),
    profile_id: reference({
      label: 'Profile',
      to: { table: 'device_profiles', columns: ['name'], noun: 'profile' },
      bulk: true,
    }),
    serial_number: text({ label: 'Serial number', max: 64 }),
    location: text({ label: 'Location', max: 128, bulk: true }),
    enabled,
    device_lines: kept(lines, []),
    device_keys: kept(keyRows, []),
  },
  rules: (form) =>
    form.superRefine(({ device_lines: own, device_keys: keys }, context) => {
      const lamp = keys.find(
        ({ type, destination_id: watched }) =>
          type === 'blf' &&
          own.some(({ extension_id: extension }) => extension !== null && extension === watched),
      )
      if (!lamp) return
      const message = `${keyName(lamp)}: a lamp cannot watch an extension of this phone.`
      context.addIssue({ code: 'custom', path: ['device_keys'], message })
    }),
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
