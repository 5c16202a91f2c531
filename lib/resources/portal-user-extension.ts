import { z } from 'zod'
import { kept, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { PORTAL_USER_EXTENSIONS as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

const own = reference({ label: 'Extension', to: recordOf('extensions'), required: 'Enter the extension.' })

export const ownExtension = formOf({
  id: kept(z.string(), ''),
  position: kept(z.number(), 1),
  extension_id: own,
})

export type OwnExtension = z.output<typeof ownExtension>

/** The extensions of a tenant's portal users, as exported and imported. */
export const portalUserExtension = defineResource({
  table: 'portal_user_extensions',
  section: 'telephony',
  noun: 'user extension',
  fields: {
    portal_user_id: reference({ label: 'User', to: recordOf('portal_users'), required: 'Enter the user.' }),
    extension_id: own,
    position: number(LIMITS.position),
  },
  sort: { column: 'position' },
  importKey: ['portal_user_id', 'extension_id'],
  label: ({ position }) => `Line ${position}`,
})
