import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { BILLING_ACCOUNTS } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'

export const CURRENCIES = BILLING_ACCOUNTS.currency.choices
export type Currency = (typeof CURRENCIES)[number]

/** Payment terms: days until an invoice is due. */
export const TERMS = BILLING_ACCOUNTS.terms_days.choices

/** A tenant's account as the database function billing_overview returns it; amounts in the account's currency. */
export interface BillingOverview {
  currency: Currency
  terms_days: number
  rate_plan_id: string | null
  rate_plan: string | null
  /** Amount owed; negative for a credit. */
  balance: number
  overdue: number
  open_invoices: number
  next_due: string | null
  /** Monthly cost of the running subscriptions. */
  recurring: number
  draft: { id: string; period_start: string; total: number } | null
  /** The last twelve months, oldest first; each invoice counts in the month its period starts. */
  months: { month: string; total: number; paid: number }[]
}

export async function loadOverview(supabase: Supabase, tenant: string): Promise<BillingOverview> {
  return answerOf<BillingOverview>(await supabase.rpc('billing_overview', { tenant }))
}

export type AccountTerms = Pick<Tables<'billing_accounts'>, 'currency' | 'terms_days' | 'rate_plan_id'>

/** Stores how a tenant is billed; creates the account if it has none. */
export async function saveAccount(supabase: Supabase, tenantId: string, terms: AccountTerms): Promise<void> {
  dataOf(
    await supabase
      .from('billing_accounts')
      .upsert({ tenant_id: tenantId, ...terms }, { onConflict: 'tenant_id' })
      .select('id'),
  )
}

/** "Net 30", "Due on receipt". */
export function termsLabel(days: number): string {
  return days === 0 ? 'Due on receipt' : `Net ${days}`
}
