import type pg from 'pg'
import { query } from './database'
import { newCompany, newTenant, newTenantCompany } from './factories/companies'
import { newPortOrder } from './factories/numbers'
import { newTenantSettings } from './factories/people'
import { insertRow, unique } from './factories/row'
import { newFreeNumber, newTenantNumber } from './factories/telephony'

/** Rows, or changes, that policies distinguish beyond the expectations. */
export interface SpecialRow {
  table: string
  rows: string
  /** Its id. Rows created by `client` are in its transaction, so nobody else sees them. */
  make(client: pg.Client): Promise<string>
  change: object
}

async function canceledOrder(): Promise<string> {
  const { id } = await insertRow('port_orders', await newPortOrder())
  await query("update public.port_orders set state = 'cancelled' where id = $1", [id])
  return id
}

/** A tenant for a company. */
async function becomesTenant(): Promise<object> {
  const { id } = await insertRow('tenants', await newTenant())
  return { type: 'tenant', domain_uuid: id, tenant_code: `code-${unique()}` }
}

export const SPECIAL_ROWS: readonly SpecialRow[] = [
  {
    table: 'companies',
    rows: 'that becomes a tenant’s',
    make: async () => (await insertRow('companies', await newCompany())).id,
    change: await becomesTenant(),
  },
  {
    table: 'company_accounts',
    rows: 'of a company made just now',
    make: async (client) => (await insertRow('companies', await newCompany(), client)).id,
    change: { tax_id: '12-3456789' },
  },
  {
    table: 'company_accounts',
    rows: 'of a tenant’s company made just now',
    make: async (client) => (await insertRow('companies', await newTenantCompany(), client)).id,
    change: { tax_id: '12-3456789' },
  },
  {
    table: 'company_accounts',
    rows: 'of a tenant’s company',
    make: async () => (await insertRow('companies', await newTenantCompany())).id,
    change: { tax_id: '12-3456789' },
  },
  {
    table: 'did_costs',
    rows: 'of a number made just now',
    make: async (client) => (await insertRow('dids', await newFreeNumber(), client)).id,
    change: { monthly_cost: 2 },
  },
  {
    table: 'dids',
    rows: 'that leaves its tenant',
    make: async () => (await insertRow('dids', await newTenantNumber())).id,
    change: { tenant_id: null, status: 'aging' },
  },
  {
    table: 'port_orders',
    rows: 'that is canceled',
    make: async () => (await insertRow('port_orders', await newPortOrder())).id,
    change: { state: 'cancelled' },
  },
  {
    table: 'tenant_settings',
    rows: 'with another limit',
    make: async () => (await insertRow('tenant_settings', await newTenantSettings())).id,
    change: { did_limit: 7 },
  },
  { table: 'port_orders', rows: 'canceled', make: canceledOrder, change: { notes: 'Too late' } },
]
