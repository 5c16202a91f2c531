import { type CallCounts, countCalls } from '@/lib/telephony/calls-client'
import { keys } from './keys'
import { useQuery } from './use-query'

const COUNTS_MS = 5000

/** Number of live calls of some tenants, null where it is not known; undefined while loading, and without any (null). */
export const useCallCounts = (
  tenants: readonly string[] | null,
): ReadonlyMap<string, CallCounts> | null | undefined =>
  useQuery(tenants && keys.callCounts(...tenants), (supabase) => countCalls(supabase, tenants ?? []), {
    refreshInterval: COUNTS_MS,
  }).data
