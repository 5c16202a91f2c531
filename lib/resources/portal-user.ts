import { z } from 'zod'
import { TIME_ZONES } from '../dates/zones'
import { choice, choices, inOrder, kept, text, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { PORTAL_USERS as LIMITS } from '../supabase/constraints'
import { EMAIL } from './email-field'
import { ownExtension, portalUserExtension } from './portal-user-extension'

/** States of a portal user's invitation, as in the view portal_user_list. */
export const STANDINGS = ['new', 'invited', 'accepted', 'disabled'] as const

const ROLES = choices(LIMITS.role.choices, {
  user: { hint: 'Sees their own extensions, voicemail and calls in the portal.' },
  tenant_admin: { hint: 'Also manages the whole tenant in the portal.' },
  agent: { hint: 'Also logs in to call center queues.' },
})

/** A person of the tenant who signs in to its portal and has no access to this product. */
export const portalUser = defineResource({
  table: 'portal_users',
  view: 'portal_user_list',
  section: 'telephony',
  noun: 'user',
  description: 'The tenant’s own people. They sign in to the portal and have no access to this product.',
  fields: {
    name: text({ ...LIMITS.name, required: 'Enter a name.' }),
    email: text({
      ...EMAIL,
      required: 'Enter an email address.',
      rule: z.string().toLowerCase().pipe(EMAIL.rule),
      hint: 'A new address needs a new invitation.',
    }),
    role: choice({ options: ROLES, start: 'user', bulk: true }),
    time_zone: choice({
      options: TIME_ZONES,
      empty: null,
      open: true,
      placeholder: 'The tenant’s',
      hint: 'Times in emails about calls and messages are in this time zone.',
      bulk: true,
    }),
    enabled: toggle({
      start: true,
      bulk: true,
      hint: 'If off, they are signed out and cannot sign in again, unless another tenant has them as a user, too.',
    }),
    portal_user_extensions: kept(inOrder(ownExtension, 100), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'email', sortable: true, phone: 'secondary' },
    { id: 'role', sortable: true, phone: 'secondary' },
    { id: 'extensions', phone: 'secondary' },
    { id: 'standing', header: 'Invitation' },
  ],
  search: 'Name, email or extension',
  filters: [
    'role',
    {
      name: 'standing',
      label: 'Invitation',
      options: choices(STANDINGS, { new: 'Not invited' }),
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
  label: ({ name }) => name,
})
