import { randomUUID } from 'node:crypto'
import type { Permission } from '@/lib/session/permissions'
import type { DemoAccount } from './api-session'

/** Two tenants, and a portal user of each. */
export interface Tenants {
  own: { tenant: string; user: string }
  other: { tenant: string; user: string }
}

interface Request {
  path: string
  body?: unknown
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
  /** A valid request. */
  valid(tenants: Tenants): Request
  /** Invalid requests. */
  invalid(tenants: Tenants): Request[]
  /** A request that combines one tenant's id with a record of the other, or with an unknown one. Answered with 404. */
  swapped?(tenants: Tenants): Request
}

const numbers = (path: string): StaffRoute => ({
  method: 'POST',
  account: 'admin',
  needs: ['sales.view'],
  limited: 'number look-ups by',
  without: ['tech'],
  valid: () => ({ path, body: { numbers: ['+12075550107'] } }),
  invalid: () =>
    [{}, { numbers: [] }, { numbers: ['5'] }, { numbers: ['+12075550107'], all: true }, [], 'text', null]
      .map((body) => ({ path, body }))
      .concat({
        path,
        body: { numbers: Array.from({ length: 101 }, (_, n) => `+1207555${String(1000 + n)}`) },
      }),
})

const member = (action: string, body?: unknown): StaffRoute => ({
  method: 'POST',
  account: 'superadmin',
  needs: ['superadmin.edit'],
  without: ['admin', 'tech'],
  valid: () => ({ path: `/api/superadmin/users/${randomUUID()}/${action}`, body }),
  invalid: () => [],
  swapped: ({ own }) => ({ path: `/api/superadmin/users/${own.user}/${action}`, body }),
})

const invitation = { email: 'desk@demo.test', full_name: 'Desk', user_role: 'tech' }

/** The SIP password of an unknown extension. */
const secretOf = (tenant: string) => ({
  owner_table: 'extensions',
  owner: randomUUID(),
  field: 'sip_password',
  tenant,
})

/** Every route that requires a session, by its file below pages/api. */
export const STAFF_ROUTES: Record<string, StaffRoute> = {
  'cdr/retry.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    valid: ({ own }) => ({ path: '/api/cdr/retry', body: { tenant: own.tenant, ids: [randomUUID()] } }),
    invalid: ({ own }) =>
      [
        { ids: [randomUUID()] },
        { tenant: own.tenant, ids: [] },
        { tenant: own.tenant, ids: ['17'] },
        { tenant: 'all', ids: [randomUUID()] },
      ].map((body) => ({ path: '/api/cdr/retry', body })),
  },
  'numbers/letters.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['sales.view'],
    without: ['tech'],
    // An unknown order; letters.test.ts covers existing ones.
    valid: () => {
      const order = randomUUID()
      return {
        path: '/api/numbers/letters',
        body: { order, path: `${order}/${randomUUID()}.pdf`, name: 'letter.pdf' },
      }
    },
    invalid: () => {
      const order = randomUUID()
      return [
        {},
        { order, path: `${order}/${randomUUID()}.exe`, name: 'letter.exe' },
        { order, path: `${randomUUID()}/${randomUUID()}.pdf`, name: 'letter.pdf' },
        { order, path: `${order}/../${randomUUID()}.pdf`, name: 'letter.pdf' },
        { order: '17', path: `${order}/${randomUUID()}.pdf`, name: 'letter.pdf' },
      ].map((body) => ({ path: '/api/numbers/letters', body }))
    },
  },
  'sales/number-lookup.ts': numbers('/api/sales/number-lookup'),
  'sales/port-availability.ts': numbers('/api/sales/port-availability'),
  'sales/quotes/[id]/pdf.ts': {
    method: 'GET',
    account: 'admin',
    needs: ['sales.view'],
    limited: 'quote PDFs by',
    without: ['tech'],
    // An unknown quote; quotes.test.ts covers existing ones.
    valid: () => ({ path: `/api/sales/quotes/${randomUUID()}/pdf` }),
    invalid: () => [],
  },
  'sales/quotes/[id]/send.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['sales.edit'],
    limited: 'quote mails by',
    without: ['tech'],
    // An unknown quote; quotes.test.ts sends an existing one.
    valid: () => ({
      path: `/api/sales/quotes/${randomUUID()}/send`,
      body: { to: 'buyer@example.com', message: 'Hello' },
    }),
    invalid: () =>
      [
        {},
        { to: 'nobody', message: '' },
        { to: 'buyer@example.com' },
        { to: 'buyer@example.com', message: 'x', all: 1 },
      ].map((body) => ({ path: `/api/sales/quotes/${randomUUID()}/send`, body })),
  },
  'search.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['tenants.view'],
    limited: 'searches by',
    valid: () => ({ path: '/api/search', body: { type: 'phone', value: '2075550107' } }),
    invalid: () => [{}, { type: 'name', value: 'x' }].map((body) => ({ path: '/api/search', body })),
  },
  'secrets/reveal.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['telephony.reveal_secrets'],
    without: ['tech'],
    valid: ({ own }) => ({ path: '/api/secrets/reveal', body: secretOf(own.tenant) }),
    invalid: ({ own }) =>
      [{}, { ...secretOf(own.tenant), owner: '17' }, { ...secretOf(own.tenant), tenant: 'all' }].map(
        (body) => ({
          path: '/api/secrets/reveal',
          body,
        }),
      ),
  },
  'secrets/seal.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view'],
    valid: () => ({ path: '/api/secrets/seal', body: { pins: [{ owner: randomUUID(), value: '730615' }] } }),
    invalid: () =>
      [{}, { pins: [{ owner: '17', value: '7306' }] }, { pins: [{ owner: randomUUID(), value: 7306 }] }].map(
        (body) => ({ path: '/api/secrets/seal', body }),
      ),
  },
  'secrets/set.ts': {
    method: 'POST',
    account: 'admin',
    needs: ['telephony.create', 'telephony.edit'],
    valid: ({ own }) => ({
      path: '/api/secrets/set',
      body: { ...secretOf(own.tenant), value: 'Abcdefghij-0123456789' },
    }),
    invalid: ({ own }) =>
      [secretOf(own.tenant), { ...secretOf(own.tenant), value: 'x'.repeat(256) }].map((body) => ({
        path: '/api/secrets/set',
        body,
      })),
    swapped: ({ own, other }) => ({
      path: '/api/secrets/set',
      body: {
        owner_table: 'tenants',
        owner: other.tenant,
        field: 'provisioning_password',
        tenant: own.tenant,
        value: 'Abcdefghij-0123456789',
      },
    }),
  },
  'superadmin/users/[id]/access.ts': {
    ...member('access', { version: 1, full_name: 'Desk' }),
    invalid: () =>
      [{}, { version: 0 }, { version: 1, status: 'gone' }, { version: 1, email: 'a@demo.test' }].map(
        (body) => ({
          path: `/api/superadmin/users/${randomUUID()}/access`,
          body,
        }),
      ),
  },
  'superadmin/users/[id]/reset-password.ts': member('reset-password'),
  'superadmin/users/[id]/sign-out.ts': member('sign-out'),
  'superadmin/users/index.ts': {
    method: 'GET',
    account: 'superadmin',
    needs: ['superadmin.view'],
    without: ['admin', 'tech'],
    valid: () => ({ path: '/api/superadmin/users' }),
    invalid: () => [],
  },
  'superadmin/users/invite.ts': {
    method: 'POST',
    account: 'superadmin',
    needs: ['superadmin.create'],
    without: ['admin', 'tech'],
    valid: () => ({ path: '/api/superadmin/users/invite', body: { id: randomUUID(), ...invitation } }),
    invalid: () =>
      [{}, invitation, { id: randomUUID(), ...invitation, status: 'active' }].map((body) => ({
        path: '/api/superadmin/users/invite',
        body,
      })),
  },
  'tenants/[tenantId]/cdr-export.ts': {
    method: 'GET',
    account: 'tech',
    needs: ['telephony.export'],
    valid: ({ own }) => ({
      path: `/api/tenants/${own.tenant}/cdr-export?from=2026-01-14&until=2026-01-14`,
    }),
    invalid: ({ own }) => [
      { path: `/api/tenants/${own.tenant}/cdr-export` },
      { path: `/api/tenants/${own.tenant}/cdr-export?from=2026-01-14&until=2026-02-31` },
    ],
    swapped: ({ own }) => ({
      path: `/api/tenants/${own.user}/cdr-export?from=2026-01-14&until=2026-01-14`,
    }),
  },
  'tenants/[tenantId]/emergency-registrations.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    // An unknown number; emergency-registrations.test.ts covers existing ones.
    valid: ({ own }) => ({
      path: `/api/tenants/${own.tenant}/emergency-registrations`,
      body: { action: 'check', numbers: [{ id: randomUUID(), version: 1 }] },
    }),
    invalid: ({ own }) =>
      [
        {},
        { action: 'check', numbers: [] },
        { action: 'check', numbers: [{ id: '17', version: 1 }] },
        { action: 'register', numbers: [{ id: randomUUID(), version: 1 }] },
        { action: 'confirm', numbers: [{ id: randomUUID(), version: 1 }] },
        {
          action: 'end',
          numbers: Array.from({ length: 51 }, () => ({ id: randomUUID(), version: 1 })),
        },
      ].map((body) => ({ path: `/api/tenants/${own.tenant}/emergency-registrations`, body })),
    swapped: ({ own, other }) => ({
      path: `/api/tenants/${own.tenant}/emergency-registrations`,
      body: { action: 'end', numbers: [{ id: other.user, version: 1 }] },
    }),
  },
  'tenants/[tenantId]/pin-mails.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    limited: 'PIN mails by',
    valid: ({ own }) => ({
      path: `/api/tenants/${own.tenant}/pin-mails`,
      body: { pins: [{ number: '1001', sealed: 'a.b' }] },
    }),
    invalid: ({ own }) =>
      [
        {},
        { pins: [] },
        { pins: [{ number: '1001' }] },
        { pins: [{ number: '1001', pin: '730615' }] },
        { pins: [{ number: '1001', sealed: 'a.b', to: 'me@example.com' }] },
        { pins: Array.from({ length: 101 }, () => ({ number: '1001', sealed: 'a.b' })) },
      ].map((body) => ({ path: `/api/tenants/${own.tenant}/pin-mails`, body })),
    swapped: ({ own }) => ({
      path: `/api/tenants/${own.user}/pin-mails`,
      body: { pins: [{ number: '1001', sealed: 'a.b' }] },
    }),
  },
  'tenants/[tenantId]/recording-files.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view'],
    valid: ({ own }) => ({
      path: `/api/tenants/${own.tenant}/recording-files`,
      body: { path: `${own.tenant}/${randomUUID()}.wav` },
    }),
    invalid: ({ own, other }) =>
      [
        {},
        { path: 17 },
        { path: `${own.tenant}/../${other.tenant}/${randomUUID()}.wav` },
        { path: `${other.tenant}/${randomUUID()}.wav` },
      ].map((body) => ({ path: `/api/tenants/${own.tenant}/recording-files`, body })),
    swapped: ({ own }) => ({
      path: `/api/tenants/${own.user}/recording-files`,
      body: { path: `${own.user}/${randomUUID()}.wav` },
    }),
  },
  'tenants/[tenantId]/spoken-files.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.view'],
    limited: 'spoken texts by',
    valid: ({ own }) => ({ path: `/api/tenants/${own.tenant}/spoken-files`, body: { text: 'Welcome.' } }),
    invalid: ({ own }) =>
      [{}, { text: '  ' }, { text: 'x'.repeat(2001) }, { text: 'Welcome.', voice: 'other' }].map((body) => ({
        path: `/api/tenants/${own.tenant}/spoken-files`,
        body,
      })),
    swapped: ({ own }) => ({ path: `/api/tenants/${own.user}/spoken-files`, body: { text: 'Welcome.' } }),
  },
  'tenants/[tenantId]/tenant-destinations.ts': {
    method: 'GET',
    account: 'tech',
    needs: ['telephony.view'],
    valid: ({ own }) => ({ path: `/api/tenants/${own.tenant}/tenant-destinations` }),
    invalid: () => [],
    swapped: ({ own }) => ({ path: `/api/tenants/${own.user}/tenant-destinations` }),
  },
  'tenants/[tenantId]/users/[userId]/invite.ts': {
    method: 'POST',
    account: 'tech',
    needs: ['telephony.edit'],
    valid: ({ own }) => ({ path: `/api/tenants/${own.tenant}/users/${own.user}/invite` }),
    invalid: () => [],
    swapped: ({ own, other }) => ({ path: `/api/tenants/${own.tenant}/users/${other.user}/invite` }),
  },
}
