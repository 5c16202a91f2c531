import { z } from 'zod'
import { defineResource } from './resource'
import { wholeNumber } from './telephony-rules'

/** Which extensions a tenant's own people have, as it stands in a file, a line each. */
export const portalUserExtension = defineResource({
  table: 'portal_user_extensions',
  section: 'telephony',
  noun: 'extension of a user',
  plural: 'extensions of users',
  schema: z.object({
    portal_user_id: z.string({ error: 'Name the user.' }),
    extension_id: z.string({ error: 'Name the extension.' }),
    position: wholeNumber(1, 100),
  }),
  blank: () => ({ portal_user_id: undefined, extension_id: undefined, position: 1 }),
  fields: [
    {
      name: 'portal_user_id',
      label: 'User',
      kind: 'reference',
      to: { table: 'portal_users', columns: ['email'], noun: 'user' },
      required: true,
    },
    {
      name: 'extension_id',
      label: 'Extension',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
      required: true,
    },
    { name: 'position', label: 'Place', kind: 'number', min: 1, max: 100 },
  ],
  columns: [],
  sort: { column: 'position' },
  importKey: ['portal_user_id', 'extension_id'],
  label: ({ position }) => `Line ${position}`,
})
