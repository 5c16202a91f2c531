import useSWR from 'swr'
import { loadFigures } from '@/lib/dashboard/figures'
import { getSupabase } from '@/lib/supabase/browser-client'
import { recentActivity } from '@/lib/trail/newest'

/** A dashboard left open stays true to within this. */
const REFRESH_MS = 60_000

/** The dashboard's figures. */
export function useDashboardFigures() {
  return useSWR('dashboard-figures', async () => loadFigures(await getSupabase()), {
    refreshInterval: REFRESH_MS,
  })
}

/** The newest changes that the reader may see. */
export function useRecentActivity() {
  return useSWR('recent-activity', async () => recentActivity(await getSupabase()), {
    refreshInterval: REFRESH_MS,
  })
}
