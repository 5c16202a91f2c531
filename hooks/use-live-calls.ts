import { useMemo, useSyncExternalStore } from 'react'
import { LiveCalls, type LiveCallsState } from '@/lib/live/live-calls'

/** The live calls of a tenant, or of all (null). */
export function useLiveCalls(tenantId: string | null): LiveCallsState & { retry: () => Promise<void> } {
  const live = useMemo(() => new LiveCalls(tenantId), [tenantId])
  const state = useSyncExternalStore(live.subscribe, live.state, live.state)
  return { ...state, retry: live.retry }
}
