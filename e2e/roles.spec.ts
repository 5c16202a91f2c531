import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../lib/supabase/database.types'
import { testBackend } from '../scripts/lib/test-app.ts'
import { expect, type Role, test } from './fixtures'
import { allAddresses, isRendered, knownRecords, ROLES } from './screens/addresses'
import { apiOf } from './screens/session-cookies'
import { follow, watchForErrors } from './screens/shell'

test.describe.configure({ mode: 'parallel' })

type Api = SupabaseClient<Database>

const REFUSAL =
  'You do not have access to this page' +
  'It is not part of your role. Ask a superadmin if you need it.' +
  'Go to the dashboard'

/** Whether a role loads this page by its address. A superadmin loads each; others follow links to those that differ only once loaded. */
const isLoaded = (role: Role, path: string) => role === 'superadmin' || isRendered(path)

for (const role of ROLES) {
  test.describe(role, () => {
    test.use({ role })

    test(`every address opens or is refused for a ${role}, without an error or a policy violation`, async ({
      page,
      database,
    }) => {
      const errors = watchForErrors(page)
      for (const address of allAddresses(await knownRecords(database))) {
        const { path, heading, roles, dialog } = address
        await test.step(path, async () => {
          await (isLoaded(role, path) ? page.goto(path) : follow(page, path))
          const main = page.getByRole('main')
          if (dialog && roles.includes(role)) {
            await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
          } else if (roles.includes(role)) {
            await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
            await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
          } else {
            await expect(main).toHaveText(REFUSAL)
            await expect(main.getByRole('heading', { level: 1 })).toHaveText(
              'You do not have access to this page',
            )
          }
          await expect(page).toHaveURL(path)
          await expect(page).toHaveTitle('Trunkline')
          expect(errors).toEqual([])
        })
      }
    })
  })
}

/** Queries that a role may not read, and rows it may not insert. */
interface Forbidden {
  what: string
  read: (api: Api) => PromiseLike<{ data: unknown; error: unknown }>
  add?: (api: Api) => PromiseLike<{ error: { code: string } | null }>
}

const NUMBERS: Forbidden[] = [
  {
    what: 'numbers without a tenant',
    read: (api) => api.from('dids').select('id').is('tenant_id', null),
    add: (api) => api.from('dids').insert({ number: '+12075550199' }),
  },
]
const SUPERADMIN = (role: Role): Forbidden[] => [
  {
    what: 'members other than oneself',
    read: (api) => api.from('members').select('id').neq('email', `${role}@demo.test`),
    add: (api) =>
      api
        .from('members')
        .insert({ user_id: '00000000-0000-4000-8000-000000000005', user_role: 'superadmin' }),
  },
  {
    what: 'roles other than one’s own',
    read: (api) => api.from('roles').select('id').neq('name', role),
    add: (api) => api.from('roles').insert({ name: 'made-up' }),
  },
  {
    what: 'permissions of other roles',
    read: (api) => api.from('role_permissions').select('id').neq('role', role),
    add: (api) => api.from('role_permissions').insert({ role, section: 'superadmin', action: 'view' }),
  },
  {
    what: 'the audit trail of users and roles',
    read: (api) => api.from('audit_log').select('id').eq('section', 'superadmin'),
  },
]
const OFFICE: Forbidden[] = [
  {
    what: 'companies that are no tenants',
    read: (api) => api.from('companies').select('id').neq('type', 'tenant'),
    add: (api) => api.from('companies').insert({ name: 'Made up' }),
  },
  { what: 'contacts', read: (api) => api.from('contacts').select('id') },
  { what: 'opportunities', read: (api) => api.from('opportunities').select('id') },
  { what: 'services', read: (api) => api.from('services').select('id') },
  { what: 'inventory', read: (api) => api.from('inventory').select('id') },
  {
    what: 'the audit trail of sales, customers and inventory',
    read: (api) => api.from('audit_log').select('id').in('section', ['sales', 'customers', 'inventory']),
  },
]

for (const [role, forbidden] of [
  ['admin', [...NUMBERS, ...SUPERADMIN('admin')]],
  ['tech', [...NUMBERS, ...SUPERADMIN('tech'), ...OFFICE]],
] as const) {
  test.describe(`the database refuses a ${role}`, () => {
    test.use({ role })

    test('what the role may not see or add', async ({ context, service }) => {
      const api = await apiOf(context)
      for (const { what, read, add } of forbidden) {
        await test.step(what, async () => {
          expect(await read(api)).toMatchObject({ data: [], error: null })
          if (add) expect((await add(api)).error?.code).toBe('42501')
          // There must be something to hide for the result above to mean anything.
          if (!what.startsWith('the audit')) {
            expect(await read(service)).not.toMatchObject({ data: [] })
          }
        })
      }
    })

    test('the dashboard figures of other sections are hidden', async ({ context }) => {
      const { data } = await (await apiOf(context)).rpc('dashboard_figures')
      const shown = Object.entries(data as Record<string, unknown>)
        .filter(([, value]) => value !== null)
        .map(([section]) => section)
      const expected =
        role === 'admin'
          ? ['billing', 'inventory', 'sales', 'telephony', 'tenants']
          : ['telephony', 'tenants']
      expect(shown.sort()).toEqual(expected)
    })
  })
}

test('a visitor is refused by the database and by the API routes', async ({ request, database }) => {
  const { url, anonKey } = testBackend()
  for (const table of ['members', 'companies', 'tenants', 'extensions', 'audit_log']) {
    const answer = await request.get(`${url}/rest/v1/${table}?select=*`, { headers: { apikey: anonKey } })
    expect(answer.status(), table).toBe(401)
  }
  const { tenantId } = await knownRecords(database)
  expect((await request.get(`/api/tenants/${tenantId}/tenant-destinations`)).status()).toBe(401)
  const search = await request.post('/api/search', { data: { type: 'mac', value: '00:00:00:00:00:00' } })
  expect(search.status()).toBe(401)
})
