import { loadRecord, saveRecord } from '../records/record-client'
import { portOrder } from '../resources/port-order'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { askInParts } from './ask-in-parts'
import type { Portability } from './number-facts'

/** POST {numbers: 1–100}: whether each can be ported (Portability). */
export const PORTABILITY_API = '/api/sales/port-availability'

/** Notes numbers (E.164) with an opportunity; one that is there already stays as it is. Throws RequestFailure. */
export async function addToOpportunity(
  supabase: Supabase,
  opportunityId: string,
  numbers: readonly string[],
): Promise<void> {
  const rows = numbers.map((number) => ({ opportunity_id: opportunityId, number }))
  dataOf(
    await supabase
      .from('opportunity_numbers')
      .upsert(rows, { onConflict: 'opportunity_id,number', ignoreDuplicates: true })
      .select('id'),
  )
}

/** Takes a number off an opportunity; that it is gone already is no failure. Throws RequestFailure. */
export async function removeFromOpportunity(supabase: Supabase, id: string): Promise<void> {
  dataOf(await supabase.from('opportunity_numbers').delete().eq('id', id).select('id'))
}

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

/** Asks anew whether an opportunity's numbers can be ported, and notes the answers with it. Throws RequestFailure. */
export async function checkAttached(
  supabase: Supabase,
  opportunityId: string,
  numbers: readonly string[],
): Promise<void> {
  const checked = await askInParts<Portability>(PORTABILITY_API, numbers)
  await attachToOpportunity(supabase, opportunityId, checked)
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

/**
 * Makes a draft of a port order with its numbers, in one transaction. When an earlier attempt made it and only the answer
 * was lost, that draft takes what is stated now. Throws Refusal.
 */
export async function draftPortOrder(supabase: Supabase, draft: PortDraft): Promise<void> {
  const values = {
    ...portOrder.blank,
    name: draft.name,
    for_tenant_id: draft.tenantId,
    opportunity_id: draft.opportunityId,
    losing_carrier: draft.losingCarrier,
    port_order_numbers: draft.numbers.map((number) => ({ id: crypto.randomUUID(), number })),
  }
  const made = await loadRecord(supabase, portOrder, null, draft.id)
  await saveRecord(
    supabase,
    portOrder,
    { id: draft.id, tenantId: null, expectedVersion: made?.version ?? null, values },
    Object.keys(values),
  )
}
