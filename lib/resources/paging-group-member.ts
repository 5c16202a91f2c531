import { number, reference } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { PAGING_GROUP_MEMBERS as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

/** The members of a tenant's paging groups, as exported and imported. */
export const pagingGroupMember = defineResource({
  table: 'paging_group_members',
  section: 'telephony',
  noun: 'member',
  plural: 'paging group members',
  fields: {
    paging_group_id: reference({ to: recordOf('paging_groups'), required: 'Enter the paging group.' }),
    extension_id: reference({
      label: 'Extension',
      to: recordOf('extensions'),
      required: 'Enter the extension.',
    }),
    position: number(LIMITS.position),
  },
  sort: { column: 'position' },
  importKey: ['paging_group_id', 'extension_id'],
  label: ({ position }) => `Member ${position}`,
})
