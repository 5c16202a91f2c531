import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

export interface OverdueInvoice {
  id: string
  number: string | null
  tenant_id: string
  /** The customer; empty when the user may not see it. */
  company: string
  due_on: string | null
  /** Amount still open. */
  open: number
  currency: string
}

export const OVERDUE_SHOWN = 50

/** Issued invoices past their due date, longest overdue first, with their total. */
export async function overdueInvoices(
  supabase: Supabase,
): Promise<{ invoices: OverdueInvoice[]; count: number }> {
  return answerOf<{
    invoices: OverdueInvoice[]
    count: number
  }>(await supabase.rpc('overdue_invoices', { shown: OVERDUE_SHOWN }))
}
