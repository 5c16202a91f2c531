import { inOrder, kept, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { pagingGroupMember } from './paging-group-member'
import { ownExtension } from './portal-user-extension'
import { dialedNumber, enabled, numbered, recordName } from './telephony-fields'

/** Paging groups: numbers at which a caller speaks through many phones at once. */
export const pagingGroup = defineResource({
  ...numbered,
  table: 'paging_groups',
  view: 'paging_group_list',
  noun: 'paging group',
  description:
    'Numbers that let a caller speak through many phones at once. The phones answer automatically.',
  fields: {
    name: recordName,
    number: dialedNumber,
    two_way: toggle({
      label: 'Intercom',
      hint: 'The phones’ microphones are on, so the caller hears them. Otherwise only the caller is heard.',
      bulk: true,
    }),
    enabled,
    paging_group_members: kept(inOrder(ownExtension, 100), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'members', sortable: true },
    { id: 'two_way' },
    { id: 'enabled', sortable: true },
  ],
  filters: ['enabled'],
  sort: { column: 'number' },
  children: [
    {
      table: 'paging_group_members',
      parent: 'paging_group_id',
      orderBy: 'position',
      file: pagingGroupMember,
    },
  ],
})
