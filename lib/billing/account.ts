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
  /** Null until terms are saved. */
  version: number | null
  currency: Currency
  /** Whether there is an issued invoice or credit, which fixes the currency of payments and the balance. */
  currency_fixed: boolean
  /** Its own payment terms; null for the customer's. */
  terms_days: number | null
  /** Null if there is no customer, or its terms may not be seen. */
  customer_terms_days: number | null
  rate_plan_id: string | null
  rate_plan: string | null
  tax_jurisdiction_id: string | null
  /** Name of the tax on the account's invoices, with its jurisdiction. */
  tax: string | null
  tax_percent: number | null
  /** The customer's tax exemption certificate; empty if it is not exempt. */
  tax_exemption: string
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

/** What a tenant owes and has paid, with its terms. Throws Refusal. */
export async function loadOverview(supabase: Supabase, tenant: string): Promise<BillingOverview> {
  return answerOf<BillingOverview>(await supabase.rpc('billing_overview', { tenant }))
}

export type AccountTerms = Pick<
  Tables<'billing_accounts'>,
  'currency' | 'terms_days' | 'rate_plan_id' | 'tax_jurisdiction_id' | 'tax_exemption'
>

/** Saves the billing terms of a tenant if they are at the version the user saw; creates the account if it has none. */
export async function saveAccount(
  supabase: Supabase,
  tenantId: string,
  version: number | null,
  terms: Partial<AccountTerms>,
): Promise<void> {
  dataOf(
    await supabase
      .from('billing_accounts')
      .upsert({ tenant_id: tenantId, ...terms, version: (version ?? 0) + 1 }, { onConflict: 'tenant_id' })
      .select('id'),
  )
}

export type TaxJurisdiction = Pick<Tables<'tax_jurisdictions'>, 'id' | 'name' | 'tax' | 'percent'>

/** The jurisdictions with their rates, by name. */
export async function listTaxJurisdictions(supabase: Supabase): Promise<TaxJurisdiction[]> {
  return dataOf(await supabase.from('tax_jurisdictions').select('id, name, tax, percent').order('name'))
}

/** The tax on an account's invoices: "Sales tax, Denver, Colorado, 8.81%". */
export function taxLabel({
  tax,
  tax_percent,
  tax_exemption,
}: Pick<BillingOverview, 'tax' | 'tax_percent' | 'tax_exemption'>): string {
  if (tax_exemption) return `Exempt: ${tax_exemption}`
  return tax === null ? 'None' : `${tax}, ${tax_percent}%`
}

/** The payment terms of an account that has none of its own: "The customer’s: Net 30". */
export function customerTermsLabel({
  customer_terms_days: days,
}: Pick<BillingOverview, 'customer_terms_days'>): string {
  return days === null ? 'The customer’s' : `The customer’s: ${termsLabel(days)}`
}

/** "Net 30", "Due on receipt". */
export function termsLabel(days: number): string {
  return days === 0 ? 'Due on receipt' : `Net ${days}`
}
