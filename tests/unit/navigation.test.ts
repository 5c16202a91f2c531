import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allAddresses } from '@/e2e/screens/addresses'
import { currentNavigation, TENANT_PAGES, tenantPageSection, visibleNavigation } from '@/lib/navigation'
import { type Action, may, permissionsFrom, type Section, SECTIONS } from '@/lib/session/permissions'

/** Specification section 2.1, below a tenant. */
const SPECIFIED = [
  ...['dids/inbound', 'dids/outbound', 'routing/call-centers', 'routing/call-flows', 'routing/ivr-menus'],
  ...['routing/time-conditions', 'users', 'ring-groups', 'extensions', 'devices', 'device-profiles'],
  ...['recordings', 'call-block', 'licensing', 'cdr', 'billing', 'settings'],
]

const viewing = (...sections: Section[]) =>
  permissionsFrom(sections.map((section) => ({ section, action: 'view' satisfies Action })))

const labels = (...sections: Section[]) => visibleNavigation(viewing(...sections)).map(({ label }) => label)

describe('the navigation of each role (specification section 6)', () => {
  test('shows only Dashboard until the role is known', () => {
    expect(visibleNavigation(undefined).map(({ label }) => label)).toEqual(['Dashboard'])
  })

  test('shows a tech Dashboard and Tenants', () => {
    expect(labels('dashboard', 'tenants', 'telephony')).toEqual(['Dashboard', 'Tenants'])
  })

  test('shows an admin neither Numbers nor Super Admin', () => {
    expect(
      labels('dashboard', 'customers', 'sales', 'tenants', 'telephony', 'billing', 'inventory', 'reports'),
    ).toEqual(['Dashboard', 'Sales', 'Tenants', 'Inventory', 'Reports'])
  })

  test('shows a superadmin everything', () => {
    expect(labels(...SECTIONS)).toEqual([
      'Dashboard',
      'Sales',
      'Numbers',
      'Tenants',
      'Inventory',
      'Reports',
      'Users',
      'User Roles',
    ])
  })
})

describe('the highlighted navigation item', () => {
  test.each([
    ['/app', 'Dashboard'],
    ['/app/sales', 'Sales'],
    ['/app/sales/opportunities/1', 'Sales'],
    ['/app/app/customers', 'Sales'],
    ['/customers/create', 'Sales'],
    ['/customers/1/edit', 'Sales'],
    ['/app/tenants/1/dids/inbound', 'Tenants'],
    ['/app/superadmin', 'Users'],
    ['/app/superadmin/users/1', 'Users'],
    ['/app/superadmin/roles', 'User Roles'],
    ['/app/superadmin/roles/1', 'User Roles'],
    ['/app/superadmin/gateways', 'Users'],
    ['/app/salesforce', undefined],
    ['/login', undefined],
  ])('of %s is %s', (path, label) => {
    expect(currentNavigation(path)?.label).toBe(label)
  })
})

/** The paths of the pages below a folder of pages/, without their ids: `/app/sales/opportunities/*`. */
const pagesBelow = (folder: string) =>
  globSync('**/*.tsx', { cwd: `pages/${folder}` }).map((file) =>
    `/${folder}/${file}`.replace(/(\/index)?\.tsx$/, '').replaceAll(/\[\w+\]/g, '*'),
  )

test('every page of the shell is among the addresses that each role opens in a browser', () => {
  const id = '*'
  const opened = allAddresses({
    tenantId: id,
    companyId: id,
    opportunityId: id,
    memberId: id,
    planId: id,
    planName: '',
    roleId: id,
    tenantName: '',
    opportunityName: '',
  })
  const pages = [...pagesBelow('app'), ...pagesBelow('customers')]
  expect(opened.map(({ path }) => path).sort()).toEqual(pages.sort())
})

describe('the pages of a tenant', () => {
  const paths = TENANT_PAGES.flatMap(({ pages }) => pages.map(({ path }): string => path))

  test('are all in its navigation', () => {
    const pages = pagesBelow('app/tenants/[tenantId]').filter((path) => path !== '/app/tenants/*')
    expect(paths.map((path) => `/app/tenants/*/${path}`).sort()).toEqual(pages.sort())
  })

  test('include those in the specification', () => {
    expect(paths).toEqual(expect.arrayContaining(SPECIFIED))
  })

  test('require the billing section for billing and licensing, and the telephony section for the others', () => {
    expect(tenantPageSection('billing')).toBe('billing')
    expect(tenantPageSection('licensing')).toBe('billing')
    expect(tenantPageSection('cdr')).toBe('telephony')
  })
})

describe('permissions', () => {
  test('allow nothing while they are loading', () => {
    expect(may(undefined, 'dashboard')).toBe(false)
  })

  test('allow only the granted action', () => {
    const permissions = viewing('telephony')
    expect(may(permissions, 'telephony')).toBe(true)
    expect(may(permissions, 'telephony', 'edit')).toBe(false)
    expect(may(permissions, 'billing')).toBe(false)
  })

  test('ignore unknown names', () => {
    expect(
      permissionsFrom([
        { section: 'moon', action: 'view' },
        { section: 'sales', action: 'paint' },
      ]).size,
    ).toBe(0)
  })
})
