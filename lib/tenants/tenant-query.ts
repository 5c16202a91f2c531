import type { PageQuery } from '../lists/page'
import type { TENANTS } from '../supabase/constraints'

/** Sort orders of the tenant list; the names match those the database function tenant_list accepts. */
export const TENANT_SORTS = ['company', 'code', 'domain', 'time_zone', 'created'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]

// Written out, because the list of tenants would otherwise load the constraints of all tables.
export const TENANT_STATUSES = ['active', 'suspended'] as const satisfies typeof TENANTS.status.choices
export type TenantStatus = (typeof TENANT_STATUSES)[number]

/** Filter by the most severe problem that the configuration check found. */
export const TENANT_PROBLEMS = ['errors', 'warnings', 'none'] as const
export type TenantProblems = (typeof TENANT_PROBLEMS)[number]

/** The query of the tenant list. */
export interface TenantQuery extends PageQuery {
  search: string
  status: TenantStatus | null
  timeZone: string | null
  /** Only tenants whose purchased seats are all used. */
  full: boolean
  problems: TenantProblems | null
  sort: TenantSort
}

/** Whether the query leaves out any tenant. */
export function isFiltered({ search, status, timeZone, full, problems }: TenantQuery): boolean {
  return search.trim() !== '' || status !== null || timeZone !== null || full || problems !== null
}
