import { previewDevices, previewNumbers } from '@/lib/tenants/previews'
import { loadTenantFigures } from '@/lib/tenants/tenant'
import { recentActivity } from '@/lib/trail/recent'
import { keys } from './keys'
import type { Ahead } from './prefetch'
import { useQuery } from './use-query'

/** The first query of a tenant's overview. */
export const prefetchFigures: Ahead = (tenantId) =>
  tenantId
    ? [{ key: keys.tenantFigures(tenantId), load: (supabase) => loadTenantFigures(supabase, tenantId) }]
    : []

/** The first of a tenant's numbers. */
export const useNumbersPreview = (tenantId: string) =>
  useQuery(keys.numbersPreview(tenantId), (supabase) => previewNumbers(supabase, tenantId), { early: true })

/** The first of a tenant's devices, by MAC address. */
export const useDevicesPreview = (tenantId: string) =>
  useQuery(keys.devicesPreview(tenantId), (supabase) => previewDevices(supabase, tenantId), { early: true })

/** The latest changes in a tenant that the user may see; a change counts once, however many records it wrote. */
export const useTenantActivity = (tenantId: string) =>
  useQuery(keys.tenantActivity(tenantId), (supabase) => recentActivity(supabase, tenantId), { early: true })
