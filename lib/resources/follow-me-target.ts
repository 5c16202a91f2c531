import { z } from 'zod'
import { destination, kept, number, reference, toggle } from '../records/field-builders'
import { blankOf, defineResource, formOf } from '../records/resource'
import { EXTENSION_FOLLOW_ME as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

export const MAX_FOLLOW_ME_TARGETS = LIMITS.position.max

const entries = {
  position: number(LIMITS.position),
  target_destination_id: destination({ label: 'Rings', required: 'Choose who rings.' }),
  delay: number({ ...LIMITS.delay, label: 'After', unit: 's' }),
  timeout: number({ ...LIMITS.timeout, label: 'For', unit: 's', start: 30 }),
  confirm: toggle({ label: 'Ask to accept' }),
}

const inForm = { ...entries, id: kept(z.string(), ''), position: kept(z.number(), 1) }

export const follower = formOf(inForm)
export const blankFollowMeTarget = blankOf(inForm)

/** A target before validation. Times are seconds. */
export type Follower = z.input<typeof follower>

/** The follow-me targets of a tenant's extensions, as exported and imported. */
export const followMeTarget = defineResource({
  table: 'extension_follow_me',
  section: 'telephony',
  noun: 'follow-me target',
  fields: {
    extension_id: reference({ to: recordOf('extensions'), required: 'Enter the extension.' }),
    ...entries,
  },
  sort: { column: 'position' },
  importKey: ['extension_id', 'position'],
  label: ({ position }) => `Target ${position}`,
})
