import { randomUUID } from 'node:crypto'
import type { Permission } from '@/lib/session/permissions'
import type { DemoAccount } from './api-session'

/** Two tenants, and a portal user of each. */
export interface Tenants {
  own: { tenant: string; user: string }
  other: { tenant: string; user: string }
}

/** The ids in an address; what is missing is the own tenant's, or an unknown one. */
interface Ids {
  tenant?: string
  user?: string
  id?: string
}

/** A route that requires a session, and what it must reject. */
export interface StaffRoute {
  method: 'GET' | 'POST'
  /** Accounts that may call it. */
  account: DemoAccount
  /** Built-in roles that may not. */
  without?: readonly DemoAccount[]
  /** Required permissions: the others do not suffice without them. */
  needs: readonly Permission[]
  /** The name of its rate limit, if it has one. */
  limited?: string
  /** The body of a valid request, or its query. */
  valid?(tenants: Tenants): unknown
  /** Bodies or queries that it refuses; null if it reads none. */
  invalid: ((tenants: Tenants) => unknown[]) | null
  /** A request that combines one tenant's id with a record of the other, or with an unknown one. Answered with 404. */
  swapped?(tenants: Tenants): Ids & { input?: unknown }
}

/** A request to the route in a file below pages/api, with a body or, for GET, a query. */
export function requestTo(
  file: string,
  { method }: StaffRoute,
  { own }: Tenants,
  input: unknown,
  ids: Ids = {},
) {
  const { tenant = own.tenant, user = own.user, id = randomUUID() } = ids
  const path = file
    .replace(/(?:\/index)?\.ts$/, '')
    .replace('[tenantId]', tenant)
    .replace('[userId]', user)
    .replace('[id]', id)
  return method === 'POST'
    ? { path: `/api/${path}`, body: input }
    : { path: `/api/${path}${input === undefined ? '' : `?${String(input)}`}` }
}

const numberLookup: StaffRoute = {
  method: 'POST',
  account: 'admin',
  needs: ['sales.view'],
  limited: 'number look-ups by',
  without: ['tech'],
  valid: () => ({ numbers: ['+12075550107'] }),
  invalid: () => [
    {},
    { numbers: [] },
    { numbers: ['5'] },
    { numbers: ['+12075550107'], all: true },
    [],
    'text',
    null,
    { numbers: Array.from({ length: 101 }, (_, n) => `+1207555${String(1000 + n)}`) },
  ],
}

const member: StaffRoute = {
  method: 'POST',
  account: 'superadmin',
  needs: ['superadmin.edit'],
  without: ['admin', 'tech'],
  invalid: null,
  swapped: ({ own }) => ({ id: own.user }),
}

const invitation = { email: 'desk@demo.test', full_name: 'Desk', user_role: 'tech' }
const pin = { number: '1001', sealed: 'a.b' }
const pinMail = { request: randomUUID(), pins: [pin] }
const quoteMail = { request: randomUUID(), version: 1, to: 'buyer@example.com', message: 'Hello' }

/** The SIP password of an unknown extension. */
const secretOf = ({ own }: Tenants) => ({
  owner_table: 'extensions',
  owner: randomUUID(),
  field: 'sip_password',
  tenant: own.tenant,
})

/** The own tenant's address with an id that is none. */
const unknownTenant: StaffRoute['swapped'] = ({ own }) => ({ tenant: own.user })

/** Every route that requires a session, by its file below pages/api. */
export const STAFF_ROUTES: Record<string, StaffRoute> = {
  'cdr/retry.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    valid: ({ own }) => ({ tenant: own.tenant, ids: [randomUUID()] }),
    invalid: ({ own }) => [
      { ids: [randomUUID()] },
      { tenant: own.tenant, ids: [] },
      { tenant: own.tenant, ids: ['17'] },
      { tenant: 'all', ids: [randomUUID()] },
      { tenant: own.tenant, ids: [randomUUID()], all: true },
    ],
  },
  'numbers/letters.ts': {
    method: 'POST',
    account: 'admin',
    // One of them is enough (letters.test.ts).
    needs: ['sales.view', 'numbers.view'],
    without: ['tech'],
    // An unknown order; letters.test.ts covers existing ones.
    valid: () => {
      const order = randomUUID()
      return { order, path: `${order}/${randomUUID()}.pdf`, name: 'letter.pdf' }
    },
    invalid: () => {
      const order = randomUUID()
      return [
        {},
        { order, path: `${order}/${randomUUID()}.exe`, name: 'letter.exe' },
        { order, path: `${randomUUID()}/${randomUUID()}.pdf`, name: 'letter.pdf' },
        { order, path: `${order}/../${randomUUID()}.pdf`, name: 'letter.pdf' },
        { order: '17', path: `${order}/${randomUUID()}.pdf`, name: 'letter.pdf' },
      ]
    },
  },
  'sales/number-lookup.ts': numberLookup,
  'sales/port-availability.ts': numberLookup,
  'sales/quotes/[id]/pdf.ts': {
    method: 'GET',
    account: 'admin',
    needs: ['sales.view'],
    limited: 'quote PDFs by',
    // Quotes here are unknown; quotes.test.ts covers existing ones.
    without: ['tech'],
    invalid: null,
  },
  'sales/quotes/[id]/send.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['sales.edit'],
    limited: 'quote mails by',
    without: ['tech'],
    valid: () => quoteMail,
    invalid: () => [
      {},
      { ...quoteMail, request: 'x' },
      { ...quoteMail, version: 0 },
      { ...quoteMail, to: 'nobody' },
      { ...quoteMail, message: undefined },
      { ...quoteMail, all: 1 },
    ],
  },
  'search.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['tenants.view'],
    limited: 'searches by',
    valid: () => ({ type: 'phone', value: '2075550107' }),
    invalid: () => [{}, { type: 'name', value: 'x' }],
  },
  'secrets/reveal.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['telephony.reveal_secrets'],
    without: ['tech'],
    valid: secretOf,
    invalid: (tenants) => [
      {},
      { ...secretOf(tenants), owner: '17' },
      { ...secretOf(tenants), tenant: 'all' },
    ],
  },
  'secrets/seal.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view', 'telephony.create', 'telephony.edit'],
    valid: () => ({ pins: [{ owner: randomUUID(), value: '730615' }] }),
    invalid: () => [
      {},
      { pins: [{ owner: '17', value: '7306' }] },
      { pins: [{ owner: randomUUID(), value: 7306 }] },
    ],
  },
  'secrets/set.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['telephony.create', 'telephony.edit'],
    valid: (tenants) => ({ ...secretOf(tenants), value: 'Abcdefghij-0123456789' }),
    invalid: (tenants) => [secretOf(tenants), { ...secretOf(tenants), value: 'x'.repeat(256) }],
    swapped: ({ own, other }) => ({
      input: {
        owner_table: 'tenants',
        owner: other.tenant,
        field: 'provisioning_password',
        tenant: own.tenant,
        value: 'Abcdefghij-0123456789',
      },
    }),
  },
  'superadmin/users/[id]/access.ts': {
    ...member,
    valid: () => ({ version: 1, full_name: 'Desk' }),
    invalid: () => [{}, { version: 0 }, { version: 1, status: 'gone' }, { version: 1, email: 'a@demo.test' }],
  },
  'superadmin/users/[id]/reset-password.ts': member,
  'superadmin/users/[id]/sign-out.ts': member,
  'superadmin/users/index.ts': {
    method: 'GET',
    account: 'superadmin',
    needs: ['superadmin.view'],
    without: ['admin', 'tech'],
    invalid: null,
  },
  'superadmin/users/invite.ts': {
    method: 'POST',
    account: 'superadmin',
    needs: ['superadmin.create'],
    without: ['admin', 'tech'],
    valid: () => ({ id: randomUUID(), ...invitation }),
    invalid: () => [{}, invitation, { id: randomUUID(), ...invitation, status: 'active' }],
  },
  'tenants/[tenantId]/cdr-export.ts': {
    method: 'GET',
    account: 'tech',
    needs: ['telephony.export'],
    valid: () => 'from=2026-01-14&until=2026-01-14',
    invalid: () => [undefined, 'from=2026-01-14&until=2026-02-31'],
    swapped: unknownTenant,
  },
  'tenants/[tenantId]/emergency-registrations.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    // An unknown number; emergency-registrations.test.ts covers existing ones.
    valid: () => ({ action: 'check', numbers: [{ id: randomUUID(), version: 1 }] }),
    invalid: () => [
      {},
      { action: 'check', numbers: [] },
      { action: 'check', numbers: [{ id: '17', version: 1 }] },
      { action: 'register', numbers: [{ id: randomUUID(), version: 1 }] },
      { action: 'confirm', numbers: [{ id: randomUUID(), version: 1 }] },
      { action: 'end', numbers: Array.from({ length: 51 }, () => ({ id: randomUUID(), version: 1 })) },
    ],
    swapped: ({ other }) => ({ input: { action: 'end', numbers: [{ id: other.user, version: 1 }] } }),
  },
  'tenants/[tenantId]/pin-mails.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    limited: 'PIN mails by',
    valid: () => pinMail,
    invalid: () => [
      {},
      { pins: [pin] },
      ...[
        [],
        [{ number: '1001' }],
        [{ number: '1001', pin: '730615' }],
        [{ ...pin, to: 'me@example.com' }],
        Array.from({ length: 101 }, () => pin),
      ].map((pins) => ({ ...pinMail, pins })),
    ],
    swapped: unknownTenant,
  },
  'tenants/[tenantId]/recording-files.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view'],
    valid: ({ own }) => ({ path: `${own.tenant}/${randomUUID()}.wav` }),
    invalid: ({ own, other }) => [
      {},
      { path: 17 },
      { path: `${own.tenant}/../${other.tenant}/${randomUUID()}.wav` },
      { path: `${other.tenant}/${randomUUID()}.wav` },
    ],
    swapped: ({ own }) => ({ tenant: own.user, input: { path: `${own.user}/${randomUUID()}.wav` } }),
  },
  'tenants/[tenantId]/spoken-files.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view'],
    limited: 'spoken texts by',
    valid: () => ({ text: 'Welcome.' }),
    invalid: () => [{}, { text: '  ' }, { text: 'x'.repeat(2001) }, { text: 'Welcome.', voice: 'other' }],
    swapped: unknownTenant,
  },
  'tenants/[tenantId]/tenant-destinations.ts': {
    method: 'GET',
    account: 'tech',
    needs: ['telephony.view'],
    invalid: null,
    swapped: unknownTenant,
  },
  'tenants/[tenantId]/users/invite.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    valid: () => ({ users: [randomUUID()], run: randomUUID() }),
    invalid: () => [{}, { users: [], run: randomUUID() }, { users: ['x'], run: randomUUID() }],
    swapped: unknownTenant,
  },
}
