import { describe, expect, test } from 'vitest'
import { currentNavigation, TENANT_PAGES, tenantPageSection, visibleNavigation } from '@/lib/navigation'
import { type Action, may, permissionsFrom, SECTIONS, type Section } from '@/lib/session/permissions'

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
    ['/app/tenants/1/dids/inbound', 'Tenants'],
    ['/app/superadmin', 'Users'],
    ['/app/superadmin/users/1', 'Users'],
    ['/app/superadmin/roles', 'User Roles'],
    ['/app/superadmin/gateways', 'Users'],
    ['/app/salesforce', undefined],
    ['/login', undefined],
  ])('of %s is %s', (path, label) => {
    expect(currentNavigation(path)?.label).toBe(label)
  })
})

describe('the pages of a tenant', () => {
  test('are the seventeen in the specification, then the queue board, conference rooms, paging groups, fax boxes, park lots, voicemail and faxes, then the pages that report on them', () => {
    const paths = TENANT_PAGES.flatMap(({ pages }) => pages.map(({ path }) => path))
    expect(paths.slice(24)).toEqual(['test-call', 'call-map', 'configuration-check', 'changes', 'mails'])
    expect(paths.slice(0, 24).sort()).toEqual(
      [
        'billing',
        'call-block',
        'cdr',
        'device-profiles',
        'devices',
        'dids/inbound',
        'dids/outbound',
        'extensions',
        'faxes',
        'licensing',
        'recordings',
        'ring-groups',
        'routing/call-centers',
        'routing/call-flows',
        'routing/conference-rooms',
        'routing/ivr-menus',
        'routing/fax-boxes',
        'routing/paging-groups',
        'routing/park-lots',
        'routing/queue-board',
        'routing/time-conditions',
        'settings',
        'users',
        'voicemail',
      ].sort(),
    )
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
