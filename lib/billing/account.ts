import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export const CURRENCIES = ['USD', 'CAD', 'EUR', 'GBP'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Days until an invoice is due. */
export const TERMS = [0, 15, 30] as const

/** A tenant's account as the database function billing_overview answers it; amounts in its currency. */
export interface BillingOverview {
  currency: Currency
  terms_days: number
  rate_plan_id: string | null
  rate_plan: string | null
  /** What is owed; below zero it is credit. */
  balance: number
  overdue: number
  open_invoices: number
  next_due: string | null
  /** What the running subscriptions cost a month. */
  recurring: number
  draft: { id: string; period_start: string; total: number } | null
  /** The last twelve months, the oldest first; invoices by the first day of their period. */
  months: { month: string; total: number; paid: number }[]
}

/** Throws RequestFailure. */
export async function loadOverview(supabase: Supabase, tenant: string): Promise<BillingOverview> {
  return answerOf<BillingOverview>(await supabase.rpc('billing_overview', { tenant }))
}

export type AccountTerms = Pick<Tables<'billing_accounts'>, 'currency' | 'terms_days' | 'rate_plan_id'>

/** Sets how a tenant is billed, whether it had an account or not. Throws RequestFailure. */
export async function saveAccount(supabase: Supabase, tenantId: string, terms: AccountTerms): Promise<void> {
  dataOf(
    await supabase
      .from('billing_accounts')
      .upsert({ tenant_id: tenantId, ...terms }, { onConflict: 'tenant_id' })
      .select('id'),
  )
}

/** "Net 30", "Due at once". */
export function termsLabel(days: number): string {
  return days === 0 ? 'Due at once' : `Net ${days}`
}
