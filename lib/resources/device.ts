import { z } from 'zod'
import { choice, kept, mac, reference, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { DEVICES as LIMITS } from '../supabase/constraints'
import { keyName, keyRows } from '../telephony/provisioning/key-rows'
import { linesRefusal } from '../telephony/provisioning/models'
import { isProvisionedVendor, VENDORS } from '../telephony/provisioning/vendors'
import { deviceLine, line } from './device-line'
import { recordOf } from './kinds'

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

/** What a phone does that is no longer a device: it has its file, and the switch knows extensions alone. */
export const KEEPS_CALLING =
  'keeps ringing and calling until it is reset or its extensions get new SIP passwords.'

/** A phone: its lines, its profile and its own keys. */
export const device = defineResource({
  table: 'devices',
  view: 'device_rows',
  section: 'telephony',
  noun: 'device',
  description: 'Phones, the lines they register and the configuration they fetch.',
  fields: {
    mac: mac({ label: 'MAC address', required: 'Enter the MAC address.' }),
    label: text({ ...LIMITS.label, hint: 'Whose phone it is, or where: "Reception".' }),
    vendor: choice({ ...LIMITS.vendor, options: vendors, empty: '', open: true }),
    model: text(LIMITS.model),
    profile_id: reference({ to: recordOf('device_profiles'), bulk: true }),
    serial_number: text(LIMITS.serial_number),
    location: text({
      ...LIMITS.location,
      bulk: true,
      hint: 'Given to dispatchers only if its extension has no location.',
    }),
    enabled: toggle({
      label: 'Enabled',
      start: true,
      bulk: true,
      hint: 'If off, it gets no configuration file. A phone that has one keeps ringing and calling.',
    }),
    device_lines: kept(lines, []),
    device_keys: kept(keyRows, []),
  },
  rules: (form) =>
    form.superRefine(({ vendor, model, device_lines: own, device_keys: keys }, context) => {
      const refusal = linesRefusal(vendor, model, own)
      if (refusal) context.addIssue({ code: 'custom', path: ['device_lines'], message: refusal })
      const lamp = keys.find(
        ({ type, destination_id: watched }) =>
          type === 'blf' &&
          own.some(({ extension_id: extension }) => extension !== null && extension === watched),
      )
      if (!lamp) return
      const message = `${keyName(lamp)}: a BLF key cannot watch an extension of its own phone.`
      context.addIssue({ code: 'custom', path: ['device_keys'], message })
    }),
  columns: [
    { id: 'mac', sortable: true, code: true, phone: 'secondary' },
    { id: 'label', sortable: true, phone: 'primary' },
    { id: 'vendor', header: 'Vendor and model', sortable: true },
    { id: 'profile_id', extra: true },
    { id: 'lines', phone: 'primary' },
    { id: 'is_registered', header: 'Phone', phone: 'primary' },
    { id: 'last_provisioned_at', header: 'Last provisioned', sortable: true },
    { id: 'enabled' },
  ],
  search: 'MAC, label, model, serial, extension',
  filters: ['vendor', 'enabled', yesOrNo('is_registered', 'Phone', 'Registered', 'Not registered')],
  sort: { column: 'label' },
  importKey: ['mac'],
  unique: ['mac', 'serial_number'],
  children: [
    { table: 'device_lines', parent: 'device_id', orderBy: 'line', file: deviceLine },
    { table: 'device_keys', parent: 'device_id', orderBy: 'position' },
  ],
  label: ({ label, mac }) => label || mac,
})
