import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

export interface OverdueInvoice {
  id: string
  number: string | null
  tenant_id: string
  /** Whose it is; empty where the reader may not see. */
  company: string
  due_on: string | null
  /** What is still to be paid. */
  open: number
  currency: string
}

/** How many overdue invoices are listed at most. */
export const OVERDUE_SHOWN = 50

/** The issued invoices whose due date has passed, the longest first, and how many those are. Throws RequestFailure. */
export async function overdueInvoices(
  supabase: Supabase,
): Promise<{ invoices: OverdueInvoice[]; count: number }> {
  return answerOf<{
    invoices: OverdueInvoice[]
    count: number
  }>(await supabase.rpc('overdue_invoices', { shown: OVERDUE_SHOWN }))
}
