import { z } from 'zod'
import { follower } from './extension-schema'
import { defineResource } from './resource'
import { wholeNumber } from './telephony-rules'

/** Whom a tenant's extensions ring with, as it stands in a file, a line each. */
export const followMeTarget = defineResource({
  table: 'extension_follow_me',
  section: 'telephony',
  noun: 'follow-me target',
  plural: 'follow-me targets',
  schema: follower.omit({ id: true }).extend({
    extension_id: z.string({ error: 'Name the extension.' }),
    position: wholeNumber(1, 5),
  }),
  blank: () => ({
    extension_id: undefined,
    position: 1,
    target_destination_id: undefined,
    delay: 0,
    timeout: 30,
    confirm: false,
  }),
  fields: [
    {
      name: 'extension_id',
      label: 'Extension',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
      required: true,
    },
    { name: 'position', label: 'Place', kind: 'number', min: 1, max: 5, required: true },
    { name: 'target_destination_id', label: 'Rings', kind: 'destination', required: true },
    { name: 'delay', label: 'After', kind: 'number', min: 0, max: 300, unit: 'seconds' },
    { name: 'timeout', label: 'For', kind: 'number', min: 5, max: 300, unit: 'seconds' },
    { name: 'confirm', label: 'Ask to accept', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'position' },
  importKey: ['extension_id', 'position'],
  label: ({ position }) => `Target ${position}`,
})
