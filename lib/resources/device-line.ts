import { z } from 'zod'
import { choice, kept, number, reference, toggle } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { EXTENSION } from './references'

const TRANSPORTS = ['udp', 'tcp', 'tls'].map((value) => ({ value, label: value.toUpperCase() }))

const entries = {
  line: number({ label: 'Line', min: 1, max: 48 }),
  extension_id: reference({
    label: 'Extension',
    to: EXTENSION,
    required: 'Choose an extension for each line.',
  }),
  transport: choice({ label: 'Transport', options: TRANSPORTS, start: 'udp' }),
  register_expires: number({ label: 'Expires', min: 60, max: 86_400, unit: 'seconds', start: 600 }),
  shared: toggle({ label: 'Shared' }),
}

/** A line in the form of its phone: the extension that it registers, and how. `register_expires` in seconds. */
export const line = formOf({ id: kept(z.string(), ''), ...entries })

/** A line as it is typed. */
export type TypedLine = z.input<typeof line>

/** The lines of a tenant's phones as they stand in a file, one each. */
export const deviceLine = defineResource({
  table: 'device_lines',
  section: 'telephony',
  noun: 'line',
  plural: 'device lines',
  fields: {
    device_id: reference({
      label: 'Device',
      to: { table: 'devices', columns: ['mac', 'label'], noun: 'device' },
      required: 'Name the device.',
    }),
    ...entries,
  },
  columns: [],
  sort: { column: 'line' },
  importKey: ['device_id', 'line'],
  label: ({ line: number }) => `Line ${number}`,
})
