import { z } from 'zod'
import { choice, choices, kept, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { DEVICE_LINES as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

const TRANSPORTS = choices(LIMITS.transport.choices, { udp: 'UDP', tcp: 'TCP', tls: 'TLS' })

const entries = {
  line: number(LIMITS.line),
  extension_id: reference({ to: recordOf('extensions'), required: 'Choose an extension for each line.' }),
  transport: choice({ options: TRANSPORTS, start: 'udp' }),
  register_expires: number({ ...LIMITS.register_expires, label: 'Expires', unit: 'seconds', start: 600 }),
}

/** A line in its device's form: the extension it registers. `register_expires` in seconds. */
export const line = formOf({ id: kept(z.string(), ''), ...entries })

/** A line before validation. */
export type TypedLine = z.input<typeof line>

/** The lines of a tenant's devices, as exported and imported. */
export const deviceLine = defineResource({
  table: 'device_lines',
  section: 'telephony',
  noun: 'line',
  plural: 'device lines',
  fields: {
    device_id: reference({ to: recordOf('devices'), required: 'Enter the device.' }),
    ...entries,
  },
  sort: { column: 'line' },
  importKey: ['device_id', 'line'],
  label: ({ line: number }) => `Line ${number}`,
})
