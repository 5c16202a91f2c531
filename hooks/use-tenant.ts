import { createContext, use, useContext } from 'react'
import type { Supabase } from '@/lib/supabase/browser-client'
import { loadTenant, loadTenantFigures, type Tenant } from '@/lib/tenants/tenant'
import { InitialDataContext } from './initial-data'
import { keys } from './keys'
import { useQuery } from './use-query'

/** A tenant whose header is still loading; `known` resolves to it. */
export interface AwaitedTenant {
  id: string
  known: Promise<Tenant>
}

/** The tenant of the page: its id immediately from the address, the rest once its header is loaded. */
export const TenantContext = createContext<Tenant | AwaitedTenant | null>(null)

/** The id of the page's tenant; null on pages without one. */
export function useTenantId(): string | null {
  return useContext(TenantContext)?.id ?? null
}

/** The same, for components inside the tenant layout only. */
export const useCurrentTenantId = (): string => inLayout(useTenantId())

function inLayout<Known>(known: Known | null): Known {
  if (known === null) throw new Error('There is no tenant here: the page lacks the tenant layout.')
  return known
}

/**
 * The page's tenant; null on pages without one. While its header is loading, it suspends, and a skeleton is shown.
 * Components that need only the id use {@link useTenantId}, which never waits.
 */
function useTenantOfPage(): Tenant | null {
  const tenant = useContext(TenantContext)
  const { questions } = useContext(InitialDataContext)
  if (tenant === null || 'domain' in tenant) return tenant
  questions?.waits()
  return use(tenant.known)
}

/** The same, for components inside the tenant layout only. */
export const useCurrentTenant = (): Tenant => inLayout(useTenantOfPage())

/** The same, for components below which nothing is fetched: the server's first rendering, which collects the queries, leaves them out. */
export function useCurrentTenantToShow(): Tenant {
  const tenant = inLayout(useContext(TenantContext))
  return 'domain' in tenant ? tenant : use(tenant.known)
}

/** Whether the tenant's header is loaded. */
export function useTenantIsKnown(): boolean {
  const tenant = useContext(TenantContext)
  return tenant !== null && 'domain' in tenant
}

/** The tenant's time zone; undefined while its header is loading, and on pages without a tenant. */
export function useTenantZone(): string | undefined {
  const tenant = useContext(TenantContext)
  return tenant && 'domain' in tenant ? tenant.time_zone : undefined
}

/**
 * Polling interval of the header and the overview's figures, because the server checks a configuration a few seconds after a save, and
 * phones are provisioned without one.
 */
const HEADER_MS = 15_000

/** The query of every tenant page: its header. */
export const tenantRequest = (id: string) => ({
  key: keys.tenant(id),
  load: (supabase: Supabase) => loadTenant(supabase, id),
})

/** A tenant: undefined while loading, null if the user sees none. */
export const useTenant = (id: string | undefined) =>
  useQuery(id ? keys.tenant(id) : null, (supabase) => loadTenant(supabase, id ?? ''), {
    early: true,
    refreshInterval: HEADER_MS,
  })

/** The figures of a tenant's overview; nothing is fetched without a tenant. */
export const useTenantFigures = (id: string | undefined) =>
  useQuery(id ? keys.tenantFigures(id) : null, (supabase) => loadTenantFigures(supabase, id ?? ''), {
    early: true,
    refreshInterval: HEADER_MS,
  })
