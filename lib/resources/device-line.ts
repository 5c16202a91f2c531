import { z } from 'zod'
import { defineResource } from './resource'

/** A line in the form of its phone: the extension that it registers, and how. `register_expires` in seconds. */
export const line = z.object({
  id: z.string(),
  line: z.number({ error: 'Each line has a number.' }).int().min(1, 'Lines count from 1.').max(48),
  extension_id: z.string({ error: 'Choose an extension for each line.' }),
  transport: z.enum(['udp', 'tcp', 'tls']),
  register_expires: z.number().int().min(60, 'Registrations last 60 seconds or longer.').max(86_400),
  shared: z.boolean(),
})

const TRANSPORTS = ['udp', 'tcp', 'tls'].map((value) => ({ value, label: value.toUpperCase() }))

/** The lines of a tenant's phones as they stand in a file, one each. */
export const deviceLine = defineResource({
  table: 'device_lines',
  section: 'telephony',
  noun: 'line',
  plural: 'device lines',
  schema: line.omit({ id: true }).extend({ device_id: z.string({ error: 'Name the device.' }) }),
  blank: () => ({
    device_id: undefined,
    line: 1,
    extension_id: undefined,
    transport: 'udp',
    register_expires: 600,
    shared: false,
  }),
  fields: [
    {
      name: 'device_id',
      label: 'Device',
      kind: 'reference',
      to: { table: 'devices', columns: ['mac', 'label'], noun: 'device' },
      required: true,
    },
    { name: 'line', label: 'Line', kind: 'number', min: 1, max: 48 },
    {
      name: 'extension_id',
      label: 'Extension',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
      required: true,
    },
    { name: 'transport', label: 'Transport', kind: 'select', options: TRANSPORTS },
    { name: 'register_expires', label: 'Expires', kind: 'number', min: 60, max: 86_400, unit: 'seconds' },
    { name: 'shared', label: 'Shared', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'line' },
  importKey: ['device_id', 'line'],
  label: ({ line: number }) => `Line ${number}`,
})
