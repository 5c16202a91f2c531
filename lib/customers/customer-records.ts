import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** What stands beside a customer, the newest first, at most twenty of each; amounts in US dollars. */
export interface CustomerRecords {
  opportunities: Pick<Tables<'opportunities'>, 'id' | 'name' | 'status' | 'amount' | 'close_date'>[]
  numbers: Pick<Tables<'dids'>, 'id' | 'number' | 'description'>[]
  stock: Pick<Tables<'inventory'>, 'id' | 'name' | 'mac' | 'status'>[]
  invoices: Pick<Tables<'invoices'>, 'id' | 'number' | 'status' | 'total' | 'issued_on'>[]
}

/** As far as the caller may see; null when there is no such company for them. Throws RequestFailure. */
export async function customerRecords(
  supabase: Supabase,
  companyId: string,
): Promise<CustomerRecords | null> {
  return dataOf(await supabase.rpc('customer_records', { company: companyId })) as CustomerRecords | null
}
