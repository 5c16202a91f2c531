import { createContext, use, useContext } from 'react'
import type { Supabase } from '@/lib/supabase/browser-client'
import { loadTenant, previewDevices, previewNumbers, type Tenant } from '@/lib/tenants/tenant'
import { recentActivity } from '@/lib/trail/newest'
import { FirstAnswersContext } from './first-answers'
import { keys } from './keys'
import { useQuery } from './use-query'

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
  const { questions } = useContext(FirstAnswersContext)
  if (tenant === null || 'domain' in tenant) return tenant
  questions?.waits()
  return use(tenant.known)
}

/** The same, only for what the tenant layout wraps. */
export function useCurrentTenant(): Tenant {
  const tenant = useTenantOfPage()
  if (!tenant) throw new Error('There is no tenant here: the page lacks the tenant layout.')
  return tenant
}

/** Whether the tenant's header is answered. */
export function useTenantIsKnown(): boolean {
  const tenant = useContext(TenantContext)
  return tenant !== null && 'domain' in tenant
}

/** The time zone of the tenant's clocks; undefined until its header is answered, and where the page is no tenant's. */
export function useTenantZone(): string | undefined {
  const tenant = useContext(TenantContext)
  return tenant && 'domain' in tenant ? tenant.time_zone : undefined
}

/** How often the header asks again: the server checks a configuration some seconds after it was saved. */
const HEADER_MS = 15_000

/** What every page of a tenant asks: its header. */
export const tenantQuestion = (id: string) => ({
  key: keys.tenant(id),
  load: (supabase: Supabase) => loadTenant(supabase, id),
})

/** A tenant and its figures: undefined while loading, null when there is none for the reader. */
export const useTenant = (id: string | undefined) =>
  useQuery(id ? keys.tenant(id) : null, (supabase) => loadTenant(supabase, id ?? ''), {
    early: true,
    refreshInterval: HEADER_MS,
  })

export const useNumbersPreview = (tenantId: string) =>
  useQuery(keys.numbersPreview(tenantId), (supabase) => previewNumbers(supabase, tenantId))

export const useDevicesPreview = (tenantId: string) =>
  useQuery(keys.devicesPreview(tenantId), (supabase) => previewDevices(supabase, tenantId))

export const useTenantActivity = (tenantId: string) =>
  useQuery(keys.tenantActivity(tenantId), (supabase) => recentActivity(supabase, tenantId))
