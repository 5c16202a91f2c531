import { z } from 'zod'
import { kept, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { EXTENSION } from './references'

const own = reference({ label: 'Extension', to: EXTENSION, required: 'Name the extension.' })

/** An extension of a portal user, in the user's form. */
export const ownExtension = formOf({
  id: kept(z.string(), ''),
  position: kept(z.number(), 1),
  extension_id: own,
})

export type OwnExtension = z.output<typeof ownExtension>

/** Which extensions a tenant's own people have, as it stands in a file, a line each. */
export const portalUserExtension = defineResource({
  table: 'portal_user_extensions',
  section: 'telephony',
  noun: 'extension of a user',
  plural: 'extensions of users',
  fields: {
    portal_user_id: reference({
      label: 'User',
      to: { table: 'portal_users', columns: ['email'], noun: 'user' },
      required: 'Name the user.',
    }),
    extension_id: own,
    position: number({ label: 'Place', min: 1, max: 100 }),
  },
  columns: [],
  sort: { column: 'position' },
  importKey: ['portal_user_id', 'extension_id'],
  label: ({ position }) => `Line ${position}`,
})
