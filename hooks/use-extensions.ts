import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { deviceCounts, emergencyNumbers } from '@/lib/telephony/extension-client'

/** How many phones each of a tenant's extensions rings; undefined until known. */
export function useDeviceCounts(tenantId: string): ReadonlyMap<string, number> | undefined {
  return useSWR(['records', 'extension-devices', tenantId] as const, async ([, , id]) =>
    deviceCounts(await getSupabase(), id),
  ).data
}

/** The tenant's numbers that 911 calls can be made from; undefined until known. */
export function useEmergencyNumbers(tenantId: string | null) {
  return useSWR(tenantId ? (['records', 'emergency-numbers', tenantId] as const) : null, async ([, , id]) =>
    emergencyNumbers(await getSupabase(), id),
  ).data
}
