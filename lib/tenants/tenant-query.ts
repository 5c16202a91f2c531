import type { PageQuery } from '../lists/page'
import { TENANTS } from '../supabase/constraints'

/** The orders a list of tenants can have; the names are those that the database function tenant_list allows. */
export const TENANT_SORTS = ['company', 'code', 'domain', 'time_zone', 'created'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]

export const TENANT_STATUSES = TENANTS.status.choices
export type TenantStatus = (typeof TENANT_STATUSES)[number]

/** Tenants by the worst that the configuration check found in them. */
export const TENANT_PROBLEMS = ['errors', 'warnings', 'none'] as const
export type TenantProblems = (typeof TENANT_PROBLEMS)[number]

/** The query of the list of tenants. */
export interface TenantQuery extends PageQuery {
  search: string
  status: TenantStatus | null
  timeZone: string | null
  /** Only tenants whose licensed seats are all used. */
  full: boolean
  problems: TenantProblems | null
  sort: TenantSort
}

export function isFiltered({ search, status, timeZone, full, problems }: TenantQuery): boolean {
  return search.trim() !== '' || status !== null || timeZone !== null || full || problems !== null
}
