import { createContext, use, useContext } from 'react'
import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { loadTenant, previewDevices, previewNumbers, type Tenant } from '@/lib/tenants/tenant'
import { recentActivity } from '@/lib/trail/newest'

/** A tenant whose header is not answered yet; `known` resolves to it. */
export interface AwaitedTenant {
  id: string
  known: Promise<Tenant>
}

/** The tenant of the page: its id from the address at once, the rest as soon as its header is answered. */
export const TenantContext = createContext<Tenant | AwaitedTenant | null>(null)

/** The id of the tenant whose page this is; null where the page is no tenant's. */
export function useTenantId(): string | null {
  return useContext(TenantContext)?.id ?? null
}

/** The same, only for what the tenant layout wraps. */
export function useCurrentTenantId(): string {
  const id = useTenantId()
  if (id === null) throw new Error('There is no tenant here: the page lacks the tenant layout.')
  return id
}

/**
 * The tenant whose page this is, with its figures; null where the page is no tenant's. Before they are there, a skeleton
 * stands in place of what asks for them. What needs the id alone takes {@link useTenantId} and waits for nothing.
 */
export function useTenantOfPage(): Tenant | null {
  const tenant = useContext(TenantContext)
  return tenant === null || 'domain' in tenant ? tenant : use(tenant.known)
}

/** The same, only for what the tenant layout wraps. */
export function useCurrentTenant(): Tenant {
  const tenant = useTenantOfPage()
  if (!tenant) throw new Error('There is no tenant here: the page lacks the tenant layout.')
  return tenant
}

/** The time zone of the tenant's clocks; undefined until its header is answered, and where the page is no tenant's. */
export function useTenantZone(): string | undefined {
  const tenant = useContext(TenantContext)
  return tenant && 'domain' in tenant ? tenant.time_zone : undefined
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
