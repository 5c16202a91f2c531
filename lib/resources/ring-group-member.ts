import { z } from 'zod'
import { defineResource } from './resource'
import { seconds, wholeNumber } from './telephony-rules'

/** A member in the form of its ring group; it is an extension or an outside number (E.164). Times in seconds. */
export const member = z.object({
  id: z.string(),
  extension_id: z.string().nullable(),
  external_number: z.string().nullable(),
  delay: seconds(0, 300),
  timeout: seconds(1, 300),
  confirm: z.boolean(),
  enabled: z.boolean(),
})

export type RingGroupMember = z.infer<typeof member>

/** The members of a tenant's ring groups as they stand in a file, a line each. */
export const ringGroupMember = defineResource({
  table: 'ring_group_members',
  section: 'telephony',
  noun: 'member',
  plural: 'ring group members',
  schema: member
    .omit({ id: true })
    .extend({
      ring_group_id: z.string({ error: 'Name the ring group.' }),
      position: wholeNumber(1, 999),
    })
    .refine(({ extension_id, external_number }) => (extension_id === null) !== (external_number === null), {
      path: ['extension_id'],
      error: 'A member is either an extension or an outside number.',
    }),
  blank: () => ({
    ring_group_id: undefined,
    position: 1,
    extension_id: null,
    external_number: null,
    delay: 0,
    timeout: 30,
    confirm: false,
    enabled: true,
  }),
  fields: [
    {
      name: 'ring_group_id',
      label: 'Ring group',
      kind: 'reference',
      to: { table: 'ring_groups', columns: ['number', 'name'], noun: 'ring group' },
      required: true,
    },
    { name: 'position', label: 'Place', kind: 'number', min: 1, max: 999 },
    {
      name: 'extension_id',
      label: 'Extension',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
    },
    { name: 'external_number', label: 'Outside number', kind: 'phone' },
    { name: 'delay', label: 'Delay', kind: 'number', min: 0, max: 300, unit: 'seconds' },
    { name: 'timeout', label: 'Rings', kind: 'number', min: 1, max: 300, unit: 'seconds' },
    { name: 'confirm', label: 'Confirm', kind: 'switch' },
    { name: 'enabled', label: 'On', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'position' },
  importKey: ['ring_group_id', 'extension_id', 'external_number'],
  label: ({ extension_id, external_number }) => external_number ?? extension_id ?? '',
})
