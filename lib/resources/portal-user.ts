import { z } from 'zod'
import { TIME_ZONES } from '../dates/zones'
import type { Choice } from '../records/field'
import { choice, inOrder, kept, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { ownExtension, portalUserExtension } from './portal-user-extension'
import { enabled } from './telephony-fields'

const ROLES: readonly Choice[] = [
  { value: 'user', label: 'User', hint: 'Sees their own extensions, voicemail and calls in the portal.' },
  { value: 'tenant_admin', label: 'Tenant admin', hint: 'Also manages the whole tenant in the portal.' },
  { value: 'agent', label: 'Agent', hint: 'Also signs in to call center queues.' },
]

/** One of a tenant's own people, who signs in to its portal and has no rights in this product. */
export const portalUser = defineResource({
  table: 'portal_users',
  view: 'portal_user_list',
  section: 'telephony',
  noun: 'user',
  plural: 'users',
  description: "The tenant's own people. They sign in to the portal and see nothing of this product.",
  path: 'users',
  fields: {
    name: text({ label: 'Name', max: 120, required: 'Enter a name.' }),
    email: text({
      label: 'Email',
      max: 254,
      required: 'Enter an email address.',
      rule: z.string().toLowerCase().pipe(z.email('Enter a valid email address.')),
      hint: 'Whoever gets another address has to be invited anew.',
    }),
    role: choice({ label: 'Role', options: ROLES, start: 'user', bulk: true }),
    time_zone: choice({
      label: 'Time zone',
      options: TIME_ZONES,
      empty: null,
      open: true,
      placeholder: "The tenant's",
      bulk: true,
    }),
    enabled,
    portal_user_extensions: kept(inOrder(ownExtension, 100), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'email', sortable: true, phone: 'secondary' },
    { id: 'role', sortable: true, phone: 'secondary' },
    { id: 'extensions', header: 'Extensions', phone: 'secondary' },
    { id: 'standing', header: 'Invitation' },
  ],
  search: 'Name, email or extension',
  filters: [
    { name: 'role', label: 'Role', options: ROLES },
    {
      name: 'standing',
      label: 'Invitation',
      options: [
        { value: 'new', label: 'Not invited' },
        { value: 'invited', label: 'Invited' },
        { value: 'accepted', label: 'Accepted' },
        { value: 'disabled', label: 'Disabled' },
      ],
    },
  ],
  sort: { column: 'name' },
  importKey: ['email'],
  children: [
    {
      table: 'portal_user_extensions',
      parent: 'portal_user_id',
      orderBy: 'position',
      file: portalUserExtension,
    },
  ],
  unique: ['email'],
  label: ({ name }) => name,
})
