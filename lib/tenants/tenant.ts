import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { isUuid } from '../validation/uuid'
import type { TenantStatus } from './tenant-query'

/** A tenant as the frame of its pages shows it, from the database function tenant_overview. */
export interface Tenant {
  id: string
  domain: string
  time_zone: string
  status: TenantStatus
  /** When it was suspended (ISO 8601), and why; null and empty while it is active. */
  suspended_at: string | null
  suspension_reason: string
  extension_limit: number
  created_at: string
  /** null when the caller may not see the company, or there is none. */
  company_id: string | null
  company_name: string | null
  tenant_code: string | null
  extensions: number
  has_numbers: boolean
  /** Problems found by the configuration check and not accepted; null before the first check, and if hidden from the user. */
  check: ProblemCounts | null
}

/** What only the overview of a tenant counts, from the database function tenant_figures. */
export interface TenantFigures {
  extensions_disabled: number
  voicemails: number
  dids: number
  dids_e911: number
  devices: number
  devices_provisioned: number
}

/** Numbers of problems by severity, and of those that staff have accepted. */
export interface ProblemCounts {
  errors: number
  warnings: number
  notices: number
  accepted: number
}

/** The tenant, or null when the id is malformed or unknown, or the caller may not see it. */
export async function loadTenant(supabase: Supabase, id: string): Promise<Tenant | null> {
  if (!isUuid(id)) return null
  return dataOf(await supabase.rpc('tenant_overview', { tenant: id })) as Tenant | null
}

/** The figures of a tenant's overview, or null when the tenant is unknown or the caller may not see it. */
export async function loadTenantFigures(supabase: Supabase, id: string): Promise<TenantFigures | null> {
  if (!isUuid(id)) return null
  return dataOf(await supabase.rpc('tenant_figures', { tenant: id })) as TenantFigures | null
}
