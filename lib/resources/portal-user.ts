import { z } from 'zod'
import { portalUserExtension } from './portal-user-extension'
import { type Choice, defineResource } from './resource'

const ROLES: readonly Choice[] = [
  { value: 'user', label: 'User', hint: 'Sees their own extensions, voicemail and calls in the portal.' },
  { value: 'tenant_admin', label: 'Tenant admin', hint: 'Also manages the whole tenant in the portal.' },
  { value: 'agent', label: 'Agent', hint: 'Also signs in to call center queues.' },
]
const TIME_ZONES: readonly Choice[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}))

/** An extension of a portal user, as the form holds it. */
export interface OwnExtension {
  id: string
  position: number
  extension_id: string
}

const schema = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').max(120, 'At most 120 characters.'),
    email: z.string().trim().toLowerCase().pipe(z.email('This is no email address.').max(254)),
    role: z.enum(['user', 'tenant_admin', 'agent']),
    time_zone: z.string().nullable(),
    enabled: z.boolean(),
    portal_user_extensions: z
      .array(z.object({ id: z.uuid(), position: z.number(), extension_id: z.uuid() }))
      .max(100, 'At most 100 extensions.'),
  })
  .transform((values) => ({
    ...values,
    portal_user_extensions: values.portal_user_extensions.map((own, index) => ({
      ...own,
      position: index + 1,
    })),
  }))

/** One of a tenant's own people, who signs in to its portal and has no rights in this product. */
export const portalUser = defineResource({
  table: 'portal_users',
  section: 'telephony',
  noun: 'user',
  plural: 'users',
  description: "The tenant's own people. They sign in to the portal and see nothing of this product.",
  path: 'users',
  schema,
  blank: () => ({
    name: '',
    email: '',
    role: 'user',
    time_zone: null,
    enabled: true,
    portal_user_extensions: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', required: true, maxLength: 120 },
    {
      name: 'email',
      label: 'Email',
      kind: 'text',
      required: true,
      maxLength: 254,
      hint: 'Whoever gets another address has to be invited anew.',
    },
    { name: 'role', label: 'Role', kind: 'select', options: ROLES, required: true, bulk: true },
    {
      name: 'time_zone',
      label: 'Time zone',
      kind: 'select',
      options: TIME_ZONES,
      placeholder: "The tenant's",
      bulk: true,
    },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
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
