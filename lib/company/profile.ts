import { PRODUCT_NAME } from '../product'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type CompanyProfile = Tables<'company_profiles'>

/** The provider's own company, the oldest one (`private.company_profile`); null until somebody has filled it in. */
export async function loadCompanyProfile(supabase: Supabase): Promise<CompanyProfile | null> {
  const query = supabase.from('company_profiles').select('*').order('created_at').order('id')
  return dataOf(await query.limit(1).maybeSingle())
}

/** The company's name for mail to customers; the product's without a profile. */
export const loadCompanyName = async (supabase: Supabase): Promise<string> =>
  (await loadCompanyProfile(supabase))?.name ?? PRODUCT_NAME

/**
 * What a quote or an invoice is headed with: the name of the company, and address, phone number, email address and tax ID on lines of
 * their own. The document keeps them as one text (`private.letterhead`), which is empty without a profile.
 */
export function letterhead(issuer: string): { name: string; details: string } {
  const [name, ...details] = issuer.split('\n')
  return { name: name || PRODUCT_NAME, details: details.join('\n') }
}
