import { createContext, useContext } from 'react'
import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { loadTenant, previewDevices, previewNumbers, type Tenant } from '@/lib/tenants/tenant'
import { recentActivity } from '@/lib/trail/newest'

/** The tenant of the page; provided by the tenant layout, which renders pages only once it is known. */
export const TenantContext = createContext<Tenant | null>(null)

/** The tenant whose page this is. Only for what the tenant layout wraps. */
export function useCurrentTenant(): Tenant {
  const tenant = useContext(TenantContext)
  if (!tenant) throw new Error('There is no tenant here: the page lacks the tenant layout.')
  return tenant
}

/** A tenant and its figures: undefined while loading, null when there is none for the reader. */
export function useTenant(id: string | undefined) {
  const { data, error, isValidating, mutate } = useSWR(id ? ['tenant', id] : null, async ([, wanted]) =>
    loadTenant(await getSupabase(), wanted),
  )
  return {
    tenant: data,
    error: data === undefined ? error : undefined,
    loading: isValidating,
    retry: () => void mutate(),
  }
}

/** The first of a tenant's numbers. */
export function useNumbersPreview(tenantId: string) {
  return useSWR(['tenant-numbers', tenantId], async ([, id]) => previewNumbers(await getSupabase(), id))
}

/** The first of a tenant's devices. */
export function useDevicesPreview(tenantId: string) {
  return useSWR(['tenant-devices', tenantId], async ([, id]) => previewDevices(await getSupabase(), id))
}

/** What was changed last at a tenant. */
export function useTenantActivity(tenantId: string) {
  return useSWR(['tenant-activity', tenantId], async ([, id]) => recentActivity(await getSupabase(), id))
}
