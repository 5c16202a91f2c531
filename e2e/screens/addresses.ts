import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Role } from '../fixtures'

/** A signed-in path of specification section 2.1: its heading, and the roles that may open it (section 6). */
export interface Address {
  path: string
  heading: string
  roles: readonly Role[]
  /** The name of the dialog open over the page, for roles that may open it. */
  dialog?: string
}

export const ROLES: readonly Role[] = ['superadmin', 'admin', 'tech']

const EVERYONE = ROLES
const OFFICE: readonly Role[] = ['superadmin', 'admin']
const SUPERADMIN: readonly Role[] = ['superadmin']

/** Seeded records that paths refer to. */
export interface KnownRecords {
  tenantId: string
  tenantName: string
  companyId: string
  opportunityId: string
  opportunityName: string
  memberId: string
  planId: string
  planName: string
  roleId: string
}

/** Looks the ids up; throws when the seed has none. */
export async function knownRecords(database: Client): Promise<KnownRecords> {
  const { rows } = await database.query<KnownRecords>(
    `select c.domain_uuid as "tenantId", c.name as "tenantName", c.id as "companyId",
       (select o.id from opportunities o order by o.created_at, o.id limit 1) as "opportunityId",
       (select o.name from opportunities o order by o.created_at, o.id limit 1) as "opportunityName",
       (select p.id from rate_plans p order by p.name limit 1) as "planId",
       (select p.name from rate_plans p order by p.name limit 1) as "planName",
       (select m.id from members m where m.email = 'tech@demo.test') as "memberId",
       (select r.id from roles r where r.name = 'tech') as "roleId"
     from companies c where c.name = 'Harbor Lane Dental'`,
  )
  if (!rows[0]) throw new Error('The seed is missing.')
  return rows[0]
}

const PAGES = join(import.meta.dirname, '../../pages')
const files = globSync('**/*.tsx', { cwd: PAGES })

/** Whether the server renders the page at this address with its content; of those that are `browserOnly` it renders navigation and header alone. */
export function isRendered(address: string): boolean {
  const [path = ''] = address.split('?')
  const file = files.find((one) => patternOf(one).test(path))
  if (!file) throw new Error(`There is no page at ${path}.`)
  return !readFileSync(join(PAGES, file), 'utf8').includes('browserOnly')
}

const patternOf = (file: string) =>
  new RegExp(`^/${file.replace(/(\/?index)?\.tsx$/, '').replaceAll(/\[\w+\]/g, '[^/]+')}$`)

/** Every signed-in path. */
export function allAddresses(records: KnownRecords): Address[] {
  const { companyId, tenantName, opportunityId, opportunityName, memberId, planId, planName, roleId } =
    records
  return [
    { path: '/app', heading: 'Dashboard', roles: EVERYONE },
    { path: '/app/app/customers', heading: 'Customers', roles: OFFICE },
    { path: '/customers/create', heading: 'Customers', roles: OFFICE, dialog: 'New customer' },
    { path: `/customers/${companyId}`, heading: tenantName, roles: OFFICE },
    { path: `/customers/${companyId}/edit`, heading: tenantName, roles: OFFICE, dialog: tenantName },
    { path: '/app/sales', heading: 'Sales', roles: OFFICE },
    { path: '/app/sales/companies', heading: 'Companies', roles: OFFICE },
    { path: '/app/sales/services', heading: 'Services', roles: OFFICE },
    { path: `/app/sales/opportunities/${opportunityId}`, heading: opportunityName, roles: OFFICE },
    { path: '/app/sales/port-availability', heading: 'Port availability', roles: OFFICE },
    { path: '/app/sales/number-lookup', heading: 'Number lookup', roles: OFFICE },
    { path: `/app/sales/rates/${planId}`, heading: `Rates of ${planName}`, roles: OFFICE },
    { path: '/app/sales/taxes', heading: 'Taxes', roles: OFFICE },
    { path: '/app/numbers', heading: 'Numbers', roles: SUPERADMIN },
    { path: '/app/tenants', heading: 'Tenants', roles: EVERYONE },
    ...tenantAddresses(records),
    // Not in a tech's menu; techs see only the receiving scanner there, not the list.
    { path: '/app/inventory', heading: 'Inventory', roles: EVERYONE },
    { path: '/app/calls', heading: 'Calls now', roles: EVERYONE },
    { path: '/app/account', heading: 'Second factor and sessions', roles: EVERYONE },
    { path: '/app/reports', heading: 'Reports', roles: OFFICE },
    { path: '/app/superadmin', heading: 'Super Admin', roles: SUPERADMIN },
    { path: '/app/superadmin/users', heading: 'Users', roles: SUPERADMIN },
    { path: `/app/superadmin/users/${memberId}`, heading: 'Field technician', roles: SUPERADMIN },
    { path: '/app/superadmin/roles', heading: 'User Roles', roles: SUPERADMIN },
    { path: `/app/superadmin/roles/${roleId}`, heading: 'tech', roles: SUPERADMIN },
    { path: '/app/superadmin/gateways', heading: 'Gateways', roles: SUPERADMIN },
    { path: '/app/superadmin/switches', heading: 'Switches', roles: SUPERADMIN },
    { path: '/app/superadmin/company', heading: 'Company', roles: SUPERADMIN },
    { path: '/app/superadmin/mails', heading: 'Emails', roles: SUPERADMIN },
  ]
}

function tenantAddresses({ tenantId, tenantName }: KnownRecords): Address[] {
  const pages: [path: string, heading: string, roles: readonly Role[]][] = [
    ['', tenantName, EVERYONE],
    ['/dids/inbound', 'Inbound numbers', EVERYONE],
    ['/dids/outbound', 'Outbound routes', EVERYONE],
    ['/routing/call-centers', 'Queues', EVERYONE],
    ['/routing/queue-board', 'Queue board', EVERYONE],
    ['/routing/call-flows', 'Call flows', EVERYONE],
    ['/routing/ivr-menus', 'IVR menus', EVERYONE],
    ['/routing/conference-rooms', 'Conference rooms', EVERYONE],
    ['/routing/paging-groups', 'Paging groups', EVERYONE],
    ['/routing/fax-boxes', 'Fax boxes', EVERYONE],
    ['/routing/park-lots', 'Park lots', EVERYONE],
    ['/routing/time-conditions', 'Time conditions', EVERYONE],
    ['/users', 'Users', EVERYONE],
    ['/ring-groups', 'Ring groups', EVERYONE],
    ['/extensions', 'Extensions', EVERYONE],
    ['/devices', 'Devices', EVERYONE],
    ['/device-profiles', 'Device profiles', EVERYONE],
    ['/recordings', 'Recordings', EVERYONE],
    ['/call-block', 'Call block', EVERYONE],
    ['/licensing', 'Licensing', OFFICE],
    ['/cdr', 'Call records', EVERYONE],
    ['/billing', 'Billing', OFFICE],
    ['/settings', 'Settings', EVERYONE],
    ['/test-call', 'Test a call', EVERYONE],
    ['/call-map', 'Call map', EVERYONE],
    ['/configuration-check', 'Configuration check', EVERYONE],
    ['/changes', 'Changes', EVERYONE],
    ['/mails', 'Emails', EVERYONE],
    ['/voicemail', 'Voicemail', EVERYONE],
    ['/faxes', 'Faxes', EVERYONE],
  ]
  return pages.map(([path, heading, roles]) => ({ path: `/app/tenants/${tenantId}${path}`, heading, roles }))
}
