import { CALLS_PATH } from './paths'
import { CUSTOMERS_PATH } from './record-paths'
import type { TableName } from './records/field'
import { may, type Permissions, type Section } from './session/permissions'

/** An entry of the shell's navigation. */
export interface NavigationItem {
  label: string
  href: string
  section: Section
}

/**
 * The shell's navigation in order (specification sections 2.2 and 6). Everyone sees Dashboard; the other entries follow the
 * role's permissions, whose defaults are the specification's table. Customers has no entry: it is reached from Sales. Users and
 * User Roles make up Super Admin, whose other pages are reached from theirs.
 */
const NAVIGATION: readonly NavigationItem[] = [
  { label: 'Dashboard', href: '/app', section: 'dashboard' },
  { label: 'Sales', href: '/app/sales', section: 'sales' },
  { label: 'Numbers', href: '/app/numbers', section: 'numbers' },
  { label: 'Tenants', href: '/app/tenants', section: 'tenants' },
  { label: 'Inventory', href: '/app/inventory', section: 'inventory' },
  { label: 'Reports', href: '/app/reports', section: 'reports' },
  { label: 'Users', href: '/app/superadmin/users', section: 'superadmin' },
  { label: 'User Roles', href: '/app/superadmin/roles', section: 'superadmin' },
]

/** The entries to show: Dashboard at once, others once the role is known and allows them. */
export function visibleNavigation(permissions: Permissions | undefined): NavigationItem[] {
  return NAVIGATION.filter((item) => item.section === 'dashboard' || may(permissions, item.section))
}

/** Whether a path (without query) is the address or lies below it. */
function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}

/**
 * The entry to highlight for a path (without query): the one that contains it, or the first of its section; undefined outside
 * all.
 */
export function currentNavigation(path: string): NavigationItem | undefined {
  if (path === '/app') return NAVIGATION[0]
  if (isWithin(path, '/customers') || isWithin(path, CUSTOMERS_PATH)) {
    return NAVIGATION.find((item) => item.section === 'sales')
  }
  if (isWithin(path, CALLS_PATH)) return NAVIGATION.find((item) => item.section === 'tenants')
  const entry = NAVIGATION.slice(1).find((item) => isWithin(path, item.href))
  if (entry) return entry
  return isWithin(path, '/app/superadmin')
    ? NAVIGATION.find((item) => item.section === 'superadmin')
    : undefined
}

/**
 * A tenant's sub-pages, in the groups of its navigation: those of specification section 2.1, plus conference rooms, paging groups,
 * fax boxes, park lots, voicemail and faxes, and the pages that report on them.
 */
export const TENANT_PAGES = [
  {
    group: 'Numbers',
    pages: [
      { label: 'Inbound', path: 'dids/inbound', records: 'dids' },
      { label: 'Outbound', path: 'dids/outbound', records: 'outbound_routes' },
    ],
  },
  {
    group: 'Routing',
    pages: [
      { label: 'Ring groups', path: 'ring-groups', records: 'ring_groups' },
      { label: 'IVR menus', path: 'routing/ivr-menus', records: 'ivr_menus' },
      { label: 'Call centers', path: 'routing/call-centers', records: 'call_center_queues' },
      { label: 'Queue board', path: 'routing/queue-board' },
      { label: 'Time conditions', path: 'routing/time-conditions', records: 'time_conditions' },
      { label: 'Call flows', path: 'routing/call-flows', records: 'call_flows' },
      { label: 'Conference rooms', path: 'routing/conference-rooms', records: 'conference_rooms' },
      { label: 'Paging groups', path: 'routing/paging-groups', records: 'paging_groups' },
      { label: 'Fax boxes', path: 'routing/fax-boxes', records: 'fax_boxes' },
      { label: 'Park lots', path: 'routing/park-lots', records: 'park_lots' },
      { label: 'Call block', path: 'call-block', records: 'call_block_rules' },
    ],
  },
  {
    group: 'People and phones',
    pages: [
      { label: 'Extensions', path: 'extensions', records: 'extensions' },
      { label: 'Users', path: 'users', records: 'portal_users' },
      { label: 'Devices', path: 'devices', records: 'devices' },
      { label: 'Device profiles', path: 'device-profiles', records: 'device_profiles' },
      { label: 'Recordings', path: 'recordings', records: 'recordings' },
      { label: 'Voicemail', path: 'voicemail', records: 'voicemail_messages' },
      { label: 'Faxes', path: 'faxes', records: 'faxes' },
    ],
  },
  {
    group: 'Account',
    pages: [
      { label: 'CDR', path: 'cdr' },
      { label: 'Licensing', path: 'licensing' },
      { label: 'Billing', path: 'billing' },
      { label: 'Settings', path: 'settings' },
    ],
  },
  {
    group: 'Checks',
    pages: [
      { label: 'Test a call', path: 'test-call' },
      { label: 'Call map', path: 'call-map' },
      { label: 'Configuration check', path: 'configuration-check' },
      { label: 'Changes', path: 'changes' },
      { label: 'Emails', path: 'mails', records: 'mails' },
    ],
  },
] as const satisfies readonly { group: string; pages: readonly TenantPageEntry[] }[]

interface TenantPageEntry {
  label: string
  path: string
  /** The table whose records the page opens by `?record=`. */
  records?: TableName
}

/** The path of the tenant page that opens records of a table. */
export function pageOfRecords(table: string): string | undefined {
  const pages: readonly TenantPageEntry[] = TENANT_PAGES.flatMap(({ pages: group }) => [...group])
  return pages.find(({ records }) => records === table)?.path
}

export type TenantPage = (typeof TENANT_PAGES)[number]['pages'][number]

/** The section whose permission a tenant's sub-page needs: techs may not see billing and licensing; the rest is telephony. */
export function tenantPageSection(path: TenantPage['path']): Section {
  return path === 'billing' || path === 'licensing' ? 'billing' : 'telephony'
}
