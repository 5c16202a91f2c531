import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** The dashboard's figures; a section that the caller may not view is null. */
export interface DashboardFigures {
  /** `lead_value` in dollars. */
  sales: { leads: number; lead_value: number } | null
  /** `full` is null for those who may not view telephony. */
  tenants: { active: number; suspended: number; full: number | null } | null
  numbers: { assigned: number; available: number; porting: number } | null
  inventory: { in_stock: number; rma: number } | null
}

/** Counts what the dashboard shows. Throws RequestFailure. */
export async function loadFigures(supabase: Supabase): Promise<DashboardFigures> {
  return dataOf(await supabase.rpc('dashboard_figures')) as unknown as DashboardFigures
}
