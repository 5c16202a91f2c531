import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** The first few records of one kind that belong to a customer, and their total. */
interface Some<Row> {
  count: number
  rows: Row[]
}

/** Records related to a customer, at most ten of each kind; null for kinds the user may not see. */
export interface CustomerRecords {
  /** Amounts owed; a negative balance is credit. Dates as "2026-03-05". */
  account: {
    currency: string
    balance: number
    overdue: number
    overdue_since: string | null
    next_due: string | null
  } | null
  /** Port orders in progress. */
  orders: Some<Pick<Tables<'port_orders'>, 'id' | 'name' | 'state' | 'foc_date'>> | null
  devices: Some<Pick<Tables<'devices'>, 'id' | 'mac' | 'label' | 'model'>> | null
  /** Open opportunities first, and their number. */
  opportunities:
    | (Some<Pick<Tables<'opportunities'>, 'id' | 'name' | 'status' | 'amount' | 'close_date'>> & {
        open: number
      })
    | null
  numbers: Some<Pick<Tables<'dids'>, 'id' | 'number' | 'description' | 'status'>> | null
  stock: Some<Pick<Tables<'inventory'>, 'id' | 'name' | 'mac' | 'status'>> | null
  invoices: Some<
    Pick<Tables<'invoices'>, 'id' | 'number' | 'status' | 'total' | 'currency' | 'issued_on' | 'due_on'> & {
      open: number
    }
  > | null
}

/** The records the caller may see; null if the company does not exist or is hidden. */
export async function customerRecords(
  supabase: Supabase,
  companyId: string,
): Promise<CustomerRecords | null> {
  return answerOf<CustomerRecords | null>(await supabase.rpc('customer_records', { company: companyId }))
}

/** Why a company cannot be deleted, as a sentence; null when it can be. */
export async function deletionObstacle(supabase: Supabase, companyId: string): Promise<string | null> {
  return dataOf(await supabase.rpc('company_delete_refusal', { company: companyId }))
}
