import { getSupabase } from '@/lib/supabase/browser-client'
import type { NewTenant } from '@/lib/tenants/new-tenant'
import {
  createTenant,
  createTenantFrom,
  exportTenant,
  setTenantStatus,
  type TenantSource,
} from '@/lib/tenants/setup-client'
import type { TenantStatus } from '@/lib/tenants/tenant-query'
import { keys } from './keys'
import { useRefresh } from './use-write'

/** Making, suspending and exporting tenants; the lists that show them are asked for anew. All throw RequestFailure. */
export function useTenantSetup() {
  const refreshKeys = useRefresh()
  const refresh = (id: string) =>
    refreshKeys(
      keys.dashboardFigures(),
      ['tenants'],
      ['record-count', 'tenants'],
      keys.tenant(id),
      keys.tenantActivity(id),
    )
  return {
    async create(id: string, tenant: NewTenant) {
      await createTenant(await getSupabase(), id, tenant)
      await refresh(id)
    },
    async createFrom(
      id: string,
      tenant: NewTenant,
      source: TenantSource,
      options: { withExtensions: boolean; dryRun: boolean },
    ) {
      const report = await createTenantFrom(await getSupabase(), id, tenant, source, options)
      if (!options.dryRun) await refresh(id)
      return report
    },
    async setStatus(id: string, status: TenantStatus, reason?: string) {
      await setTenantStatus(await getSupabase(), id, status, reason)
      await refresh(id)
    },
    export: async (id: string) => exportTenant(await getSupabase(), id),
  }
}
