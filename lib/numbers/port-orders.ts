import { portOrder } from '../resources/port-order'
import { saveRecord } from '../resources/record-client'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Portability } from './number-facts'

/**
 * Notes checked numbers with an opportunity, each with what the check said. Those that are there already take the newer
 * answer. Throws RequestFailure.
 */
export async function attachToOpportunity(
  supabase: Supabase,
  opportunityId: string,
  checked: readonly Portability[],
): Promise<void> {
  const rows = checked.map(({ number, portable, reason, carrier }) => ({
    opportunity_id: opportunityId,
    number,
    portable,
    note: reason.slice(0, 500),
    carrier: carrier ?? '',
  }))
  dataOf(
    await supabase
      .from('opportunity_numbers')
      .upsert(rows, { onConflict: 'opportunity_id,number' })
      .select('id'),
  )
}

export interface PortDraft {
  /** Made by the caller, so that a repeated attempt makes one order. */
  id: string
  name: string
  tenantId: string | null
  opportunityId: string | null
  losingCarrier: string
  numbers: readonly string[]
}

/** Makes a draft of a port order with its numbers, in one transaction. Throws Refusal. */
export async function draftPortOrder(supabase: Supabase, draft: PortDraft): Promise<void> {
  const values = {
    ...portOrder.blank(null),
    name: draft.name,
    for_tenant_id: draft.tenantId,
    opportunity_id: draft.opportunityId,
    losing_carrier: draft.losingCarrier,
    port_order_numbers: draft.numbers.map((number) => ({ id: crypto.randomUUID(), number })),
  }
  await saveRecord(
    supabase,
    portOrder,
    { id: draft.id, tenantId: null, expectedVersion: null, values },
    Object.keys(values),
  )
}
