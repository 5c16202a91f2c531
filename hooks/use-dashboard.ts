import { type DashboardFigures, loadFigures } from '@/lib/dashboard/figures'
import { REFRESH_MS } from '@/lib/fetching-defaults'
import { countAllCalls } from '@/lib/live/calls-now'
import { recentActivity } from '@/lib/trail/recent'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

const CALLS_MS = 5000

/** `calls_now` is the number of calls in progress, null where it is not known; undefined for users who may not see calls. */
export type ShownFigures = DashboardFigures & { calls_now?: number | null }

/** The dashboard's figures, asked again and again; a section that the user may not view is null. */
export function useDashboardFigures(): Query<ShownFigures> {
  const query = useQuery(keys.dashboardFigures(), loadFigures, {
    early: true,
    refreshInterval: REFRESH_MS,
  })
  const key = query.data?.telephony ? keys.callCounts('in all') : null
  const { data: calls_now } = useQuery(key, countAllCalls, { refreshInterval: CALLS_MS })
  return { ...query, data: query.data && { ...query.data, calls_now } }
}

/** The latest changes that the user may see. */
export function useRecentActivity() {
  return useQuery(keys.recentActivity(), (supabase) => recentActivity(supabase), {
    refreshInterval: REFRESH_MS,
  })
}
