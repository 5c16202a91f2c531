import { useMemo, useSyncExternalStore } from 'react'
import { LiveCalls, type LiveCallsState } from '@/lib/live/live-calls'
import { type CallCounts, countCalls } from '@/lib/telephony/calls-client'
import { keys } from './keys'
import { useQuery } from './use-query'

const COUNTS_MS = 5000

/** The live calls of a tenant, or of all (null). */
export function useLiveCalls(tenantId: string | null): LiveCallsState & { retry: () => Promise<void> } {
  const live = useMemo(() => new LiveCalls(tenantId), [tenantId])
  const state = useSyncExternalStore(live.subscribe, live.state, live.state)
  return { ...state, retry: live.retry }
}

/** Number of live calls per tenant; undefined while loading, and for users who may not see them (`asked` is false). */
export const useCallCounts = (asked: boolean): ReadonlyMap<string, CallCounts> | undefined =>
  useQuery(asked ? keys.callCounts() : null, countCalls, { refreshInterval: COUNTS_MS }).data
