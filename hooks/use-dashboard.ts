import { loadFigures } from '@/lib/dashboard/figures'
import { recentActivity } from '@/lib/trail/newest'
import { keys } from './keys'
import { useQuery } from './use-query'

/** A dashboard left open stays true to within this. */
const REFRESH_MS = 60_000

export function useDashboardFigures() {
  return useQuery(keys.dashboardFigures(), loadFigures, {
    refreshInterval: REFRESH_MS,
  })
}

/** The newest changes that the reader may see. */
export function useRecentActivity() {
  return useQuery(keys.recentActivity(), (supabase) => recentActivity(supabase), {
    refreshInterval: REFRESH_MS,
  })
}
