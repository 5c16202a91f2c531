import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Client, escapeIdentifier } from 'pg'
import type { Database, TablesInsert } from '../../lib/supabase/database.types'
import { test as base } from '../fixtures'

/** Inserts rows as another session would; they are deleted after the test. */
export interface Rows {
  /** Resolves to the company's id. */
  company: (name: string) => Promise<string>
  /** A company that is a tenant; resolves to the tenant's id, the {tenantId} of addresses. */
  tenant: (name: string, rest?: Partial<TablesInsert<'tenants'>>) => Promise<string>
  /** A lead unless stated otherwise; resolves to its id. */
  opportunity: (name: string, companyId: string, status?: string) => Promise<string>
  /** Resolves to its id. */
  extension: (tenantId: string, number: string, name: string) => Promise<string>
  /** A row of any table, which goes with its tenant; resolves to its id. */
  add: <T extends keyof Database['public']['Tables']>(table: T, row: TablesInsert<T>) => Promise<string>
}

/** The tenant code of a tenant created by `rows.tenant`. */
export function tenantCode(tenantId: string): string {
  return `e2e-${tenantId.slice(0, 12)}`
}

type Table = 'opportunities' | 'companies' | 'tenants'
/** Referring rows are removed first; the database releases a tenant's company when the tenant is deleted. */
const REMOVAL: readonly Table[] = ['opportunities', 'tenants', 'companies']

export const test = base.extend<{ rows: Rows }>({
  rows: async ({ service, database }, use) => {
    const made: Record<Table, string[]> = { opportunities: [], tenants: [], companies: [] }
    await use(makeRows(service, database, made))
    await removeKeptOfTenants(service, made.tenants)
    for (const table of REMOVAL) {
      if (made[table].length > 0) await service.from(table).delete().in('id', made[table]).throwOnError()
    }
  },
})

/** What deleting a tenant leaves behind or requires: its recordings' files, and its numbers. */
async function removeKeptOfTenants(service: SupabaseClient<Database>, tenants: readonly string[]) {
  if (tenants.length === 0) return
  const { data: files } = await service
    .from('recordings')
    .select('path')
    .in('tenant_id', tenants)
    .throwOnError()
  if (files.length > 0) await service.storage.from('recordings').remove(files.map(({ path }) => path))
  await service
    .from('extensions')
    .update({ emergency_did_id: null, outbound_did_id: null })
    .in('tenant_id', tenants)
    .throwOnError()
  // Numbers that are routed or registered for 911 cannot be released.
  await service
    .from('dids')
    .update({
      e911_state: 'none',
      emergency: false,
      destination_id: null,
      override_destination_id: null,
      override_until: null,
    })
    .in('tenant_id', tenants)
    .throwOnError()
  await service.from('dids').delete().in('tenant_id', tenants).throwOnError()
}

function makeRows(service: SupabaseClient<Database>, database: Client, made: Record<Table, string[]>): Rows {
  const add: Rows['add'] = async (table, row) => {
    const columns = Object.keys(row).map((column) => escapeIdentifier(column))
    const target = `public.${escapeIdentifier(table)}`
    const { rows } = await database.query<{ id: string }>(
      `insert into ${target} (${columns}) select ${columns} from jsonb_populate_record(null::${target}, $1) returning id`,
      [JSON.stringify(row)],
    )
    return rows[0]?.id ?? ''
  }
  async function insertCompany(row: TablesInsert<'companies'>) {
    const id = randomUUID()
    made.companies.push(id)
    await service
      .from('companies')
      .insert({ ...row, id })
      .throwOnError()
    return id
  }
  return {
    add,
    extension: (tenant_id, extension, effective_caller_id_name) =>
      add('extensions', { tenant_id, extension, effective_caller_id_name }),
    company: (name) => insertCompany({ name }),
    async tenant(name, rest) {
      const id = randomUUID()
      const code = tenantCode(id)
      made.tenants.push(id)
      await service
        .from('tenants')
        .insert({ id, domain: `${code}.pbx.example`, ...rest })
        .throwOnError()
      await insertCompany({ name, type: 'tenant', status: 'active', domain_uuid: id, tenant_code: code })
      return id
    },
    async opportunity(name, companyId, status = 'lead') {
      const id = randomUUID()
      made.opportunities.push(id)
      await service.from('opportunities').insert({ id, name, company_id: companyId, status }).throwOnError()
      return id
    },
  }
}
