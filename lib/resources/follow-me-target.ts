import { z } from 'zod'
import { destination, kept, number, reference, toggle } from '../records/field-builders'
import { blankOf, defineResource, formOf } from '../records/resource'
import { EXTENSION } from './references'

/** The most targets that ring with an extension. */
export const MOST_FOLLOWERS = 5

const entries = {
  position: number({ label: 'Place', min: 1, max: MOST_FOLLOWERS }),
  target_destination_id: destination({ label: 'Rings', required: 'Choose whom to ring.' }),
  delay: number({ label: 'After', min: 0, max: 300, unit: 's' }),
  timeout: number({ label: 'For', min: 5, max: 300, unit: 's', start: 30 }),
  confirm: toggle({ label: 'Ask to accept' }),
}

const inForm = { ...entries, id: kept(z.string(), ''), position: kept(z.number(), 1) }

/** A target of an extension's follow me, in the extension's form. */
export const follower = formOf(inForm)
export const blankFollower = blankOf(inForm)

/** What a target's fields hold while they are typed. Times are seconds. */
export type Follower = z.input<typeof follower>

/** Whom a tenant's extensions ring with, as it stands in a file, a line each. */
export const followMeTarget = defineResource({
  table: 'extension_follow_me',
  section: 'telephony',
  noun: 'follow-me target',
  plural: 'follow-me targets',
  fields: {
    extension_id: reference({ label: 'Extension', to: EXTENSION, required: 'Name the extension.' }),
    ...entries,
  },
  columns: [],
  sort: { column: 'position' },
  importKey: ['extension_id', 'position'],
  label: ({ position }) => `Target ${position}`,
})
