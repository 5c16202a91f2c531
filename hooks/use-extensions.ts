import { deviceCounts, emergencyNumbers, freeNumbers } from '@/lib/telephony/extension-client'
import { MAX_RANGE_LENGTH } from '@/lib/telephony/extension-range'
import { freeDirectNumbers } from '@/lib/telephony/new-hire'
import { keys } from './keys'
import { useQuery } from './use-query'

/** Number of phones per extension of a tenant; undefined while loading. */
export const useDeviceCounts = (tenantId: string): ReadonlyMap<string, number> | undefined =>
  useQuery(keys.extensionDevices(tenantId), (supabase) => deviceCounts(supabase, tenantId)).data

/** The tenant's numbers with a confirmed 911 address. */
export const useEmergencyNumbers = (tenantId: string | null) =>
  useQuery(tenantId ? keys.emergency(tenantId, 'numbers') : null, (supabase) =>
    emergencyNumbers(supabase, tenantId ?? ''),
  )

/** Free extension numbers from `low` to `high`; undefined while loading. */
export const useFreeNumbers = (
  tenantId: string,
  low: number | null | undefined,
  high: number | null | undefined,
) =>
  useQuery(low && high ? keys.freeNumbers(tenantId, low, high) : null, (supabase) =>
    freeNumbers(supabase, tenantId, [low ?? 0, high ?? 0], MAX_RANGE_LENGTH),
  ).data

/** The tenant's numbers without a route; undefined while loading. */
export const useDirectNumbers = (tenantId: string) =>
  useQuery(keys.directNumbers(tenantId), (supabase) => freeDirectNumbers(supabase, tenantId)).data
