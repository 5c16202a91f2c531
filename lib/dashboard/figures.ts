import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** The dashboard's figures; a section is null when the caller may not view it. */
export interface DashboardFigures {
  /** `lead_value` in dollars. */
  sales: { leads: number; lead_value: number } | null
  /** Issued invoices past their due date; `overdue_dollars` is the open amount of those in dollars, `overdue_others` how many are not. */
  billing: { overdue: number; overdue_dollars: number; overdue_others: number } | null
  /** `calls_by_hour` has 24 counts, one per hour of the day, each tenant's calls in its own time zone. */
  telephony: { calls_today: number; calls_by_hour: number[] } | null
  /** `failing` counts those in which the configuration check found an error. It and `full` are null for users who may not view telephony. */
  tenants: { active: number; suspended: number; full: number | null; failing: number | null } | null
  /** The last three count port orders: drafts, those in exception, and those whose confirmed (FOC) date has come. */
  numbers: {
    assigned: number
    available: number
    porting: number
    ports_drafted: number
    ports_rejected: number
    ports_due: number
  } | null
  /** `below_minimum` counts models. */
  inventory: { in_stock: number; rma: number; below_minimum: number } | null
}

/** The dashboard's figures; a section that the caller may not view is null, not zero. */
export async function loadFigures(supabase: Supabase): Promise<DashboardFigures> {
  return answerOf<DashboardFigures>(await supabase.rpc('dashboard_figures'))
}
