import { type DashboardFigures, loadFigures } from '@/lib/dashboard/figures'
import { REFRESH_MS } from '@/lib/fetching-defaults'
import { recentActivity } from '@/lib/trail/recent'
import { keys } from './keys'
import { useCallCounts } from './use-call-counts'
import { type Query, useQuery } from './use-query'

/** `calls_now` is the number of calls in progress; undefined for users who may not see calls. */
export type ShownFigures = DashboardFigures & { calls_now?: number }

export function useDashboardFigures(): Query<ShownFigures> {
  const query = useQuery(keys.dashboardFigures(), loadFigures, {
    early: true,
    refreshInterval: REFRESH_MS,
  })
  const counts = useCallCounts(Boolean(query.data?.telephony))
  const calls_now = counts && [...counts.values()].reduce((sum, { calls }) => sum + calls, 0)
  return { ...query, data: query.data && { ...query.data, calls_now } }
}

/** The latest changes that the user may see. */
export function useRecentActivity() {
  return useQuery(keys.recentActivity(), (supabase) => recentActivity(supabase), {
    refreshInterval: REFRESH_MS,
  })
}
