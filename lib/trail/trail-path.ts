import {
  COMPANY_PATH,
  customerPath,
  numberInStockPath,
  opportunityPath,
  portOrderPath,
  ratePlanPath,
  rolePath,
  servicePath,
  staffPath,
  stockItemPath,
  TAXES_PATH,
  tenantPath,
} from '../record-paths'
import { PARTS } from '../supabase/record-tables'
import { hasPage, recordPath } from '../telephony/routing/record'

/** A record in the audit trail; `parent_id` is the parent of a child row. */
export interface TrailRecord {
  table_name: string
  record_id: string
  tenant_id: string | null
  parent_id?: string | null
}

const OUTSIDE: Readonly<Record<string, (id: string) => string>> = {
  companies: customerPath,
  company_profiles: () => COMPANY_PATH,
  tax_jurisdictions: (id) => `${TAXES_PATH}?record=${encodeURIComponent(id)}`,
  gateways: (id) => `/app/superadmin/gateways?record=${encodeURIComponent(id)}`,
  inventory: stockItemPath,
  members: staffPath,
  opportunities: opportunityPath,
  port_orders: portOrderPath,
  rate_plans: ratePlanPath,
  roles: rolePath,
  services: servicePath,
  switches: (id) => `/app/superadmin/switches?record=${encodeURIComponent(id)}`,
  tenants: tenantPath,
}

/** The parent tables of child tables. */
const WHOLES: Readonly<Record<string, string>> = {
  ...PARTS,
  contacts: 'companies',
  port_letters: 'port_orders',
}

/** The page where a record of the audit trail is edited, a child row's with its parent; undefined if there is none. */
export function trailPath(record: TrailRecord): string | undefined {
  const { tenant_id: tenantId } = record
  const whole = record.parent_id ? WHOLES[record.table_name] : undefined
  const table = whole ?? record.table_name
  const id = whole && record.parent_id ? record.parent_id : record.record_id
  const outside = OUTSIDE[table]
  if (outside) return outside(id)
  if (table === 'dids' && !tenantId) return numberInStockPath(id)
  return tenantId && hasPage({ table }) ? recordPath(tenantId, { table, id }) : undefined
}
