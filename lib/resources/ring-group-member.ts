import { z } from 'zod'
import { kept, number, outsideNumber, reference, toggle } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { RING_GROUP_MEMBERS as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

const entries = {
  extension_id: reference({ to: recordOf('extensions') }),
  external_number: outsideNumber({}),
  delay: number({ ...LIMITS.delay, unit: 'seconds' }),
  timeout: number({ ...LIMITS.timeout, label: 'Rings', unit: 'seconds', start: 30 }),
  confirm: toggle(),
  enabled: toggle({ label: 'On', start: true }),
}

/** A member in its ring group's form: an extension or an external number (E.164). Times in seconds. */
export const member = formOf({ id: kept(z.string(), ''), ...entries })

export type RingGroupMember = z.output<typeof member>

/** The members of a tenant's ring groups, as exported and imported. */
export const ringGroupMember = defineResource({
  table: 'ring_group_members',
  section: 'telephony',
  noun: 'member',
  plural: 'ring group members',
  fields: {
    ring_group_id: reference({ to: recordOf('ring_groups'), required: 'Enter the ring group.' }),
    position: number(LIMITS.position),
    ...entries,
  },
  rules: (form) =>
    form.refine(
      ({ extension_id, external_number }) => (extension_id === null) !== (external_number === null),
      { path: ['extension_id'], message: CONSTRAINT_MESSAGES.ring_group_members_one_target.message },
    ),
  sort: { column: 'position' },
  importKey: ['ring_group_id', 'extension_id', 'external_number'],
  label: ({ extension_id, external_number }) => external_number ?? extension_id ?? '',
})
