import { deleteRecord } from '../records/record-client'
import { addOnce } from '../supabase/add-once'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { PAYMENTS } from '../supabase/constraints'
import type { Tables, TablesInsert } from '../supabase/database.types'

export const PAYMENT_METHODS = PAYMENTS.method.choices
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  card: 'Card',
  ach: 'ACH',
  check: 'Check',
  wire: 'Wire',
  cash: 'Cash',
  other: 'Other',
  refund: 'Refund',
}

export type Payment = Omit<Tables<'payments'>, 'method'> & {
  method: PaymentMethod
  invoices: { number: string | null } | null
}

/** A tenant's latest 500 payments, newest first, each with the number of the invoice it was for. */
export async function listPayments(supabase: Supabase, tenantId: string): Promise<Payment[]> {
  return dataOf(
    await supabase
      .from('payments')
      .select('*, invoices(number)')
      .eq('tenant_id', tenantId)
      .order('received_at', { ascending: false })
      .limit(500),
  ) as Payment[]
}

/** Records a payment. The caller chooses the id, so sending it twice records it once, with the latest values. */
export async function recordPayment(supabase: Supabase, payment: TablesInsert<'payments'> & { id: string }) {
  await addOnce(supabase, 'payments', payment)
}

/** Reverses a payment that is still at the version the user saw, for example when it bounced. */
export async function deletePayment(
  supabase: Supabase,
  payment: Pick<Payment, 'id' | 'tenant_id' | 'version'>,
): Promise<void> {
  await deleteRecord(supabase, 'payments', payment.tenant_id, payment)
}
