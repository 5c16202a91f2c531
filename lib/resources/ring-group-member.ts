import { z } from 'zod'
import { field, kept, number, reference, toggle } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { EXTENSION } from './references'

const entries = {
  extension_id: reference({ label: 'Extension', to: EXTENSION }),
  external_number: field({ label: 'Outside number', kind: 'phone' }, z.string().nullable(), null),
  delay: number({ label: 'Delay', min: 0, max: 300, unit: 'seconds' }),
  timeout: number({ label: 'Rings', min: 1, max: 300, unit: 'seconds', start: 30 }),
  confirm: toggle({ label: 'Confirm' }),
  enabled: toggle({ label: 'On', start: true }),
}

/** A member in the form of its ring group; it is an extension or an outside number (E.164). Times in seconds. */
export const member = formOf({ id: kept(z.string(), ''), ...entries })

export type RingGroupMember = z.output<typeof member>

/** The members of a tenant's ring groups as they stand in a file, a line each. */
export const ringGroupMember = defineResource({
  table: 'ring_group_members',
  section: 'telephony',
  noun: 'member',
  plural: 'ring group members',
  fields: {
    ring_group_id: reference({
      label: 'Ring group',
      to: { table: 'ring_groups', columns: ['number', 'name'], noun: 'ring group' },
      required: 'Name the ring group.',
    }),
    position: number({ label: 'Place', min: 1, max: 999 }),
    ...entries,
  },
  rules: (form) =>
    form.refine(
      ({ extension_id, external_number }) => (extension_id === null) !== (external_number === null),
      {
        path: ['extension_id'],
        error: 'A member is either an extension or an outside number.',
      },
    ),
  columns: [],
  sort: { column: 'position' },
  importKey: ['ring_group_id', 'extension_id', 'external_number'],
  label: ({ extension_id, external_number }) => external_number ?? extension_id ?? '',
})
