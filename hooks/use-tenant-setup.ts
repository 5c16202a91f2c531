import { useSWRConfig } from 'swr'
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

/** Making, suspending and exporting tenants; the lists that show them are asked for anew. All throw RequestFailure. */
export function useTenantSetup() {
  const { mutate } = useSWRConfig()
  const refresh = () =>
    mutate(
      (key) =>
        key === 'dashboard-figures' ||
        (Array.isArray(key) && (key[0] === 'tenants' || key[0] === 'tenant' || key[0] === 'tenant-activity')),
    )
  return {
    async create(id: string, tenant: NewTenant) {
      await createTenant(await getSupabase(), id, tenant)
      await refresh()
    },
    async createFrom(
      id: string,
      tenant: NewTenant,
      source: TenantSource,
      options: { withExtensions: boolean; dryRun: boolean },
    ) {
      const report = await createTenantFrom(await getSupabase(), id, tenant, source, options)
      if (!options.dryRun) await refresh()
      return report
    },
    async setStatus(id: string, status: TenantStatus, reason?: string) {
      await setTenantStatus(await getSupabase(), id, status, reason)
      await refresh()
    },
    export: async (id: string) => exportTenant(await getSupabase(), id),
  }
}
