import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** The dashboard's figures; a section that the caller may not view is null. */
export interface DashboardFigures {
  /** `lead_value` in dollars. */
  sales: { leads: number; lead_value: number } | null
  /** Issued invoices whose due date has passed; `overdue_dollars` is what is open on those in dollars. */
  billing: { overdue: number; overdue_dollars: number } | null
  /** `calls_by_hour` has 24 counts by the hour of the day, each tenant's calls by its own clock. */
  telephony: { calls_today: number; calls_by_hour: number[] } | null
  /** `full` is null for those who may not view telephony. */
  tenants: { active: number; suspended: number; full: number | null } | null
  /** `ports_due` counts port orders whose day, confirmed by the carrier, has come. */
  numbers: { assigned: number; available: number; porting: number; ports_due: number } | null
  /** `below_minimum` counts models. */
  inventory: { in_stock: number; rma: number; below_minimum: number } | null
}

/** Counts what the dashboard shows. Throws RequestFailure. */
export async function loadFigures(supabase: Supabase): Promise<DashboardFigures> {
  return answerOf<DashboardFigures>(await supabase.rpc('dashboard_figures'))
}
