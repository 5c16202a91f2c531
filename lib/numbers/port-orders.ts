import { clipped } from '../clipped'
import { Refusal } from '../errors'
import { ROWS_PER_REQUEST } from '../live/pages'
import { loadRecord, saveRecord } from '../records/record-client'
import { portOrder } from '../resources/port-order'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { OPPORTUNITY_NUMBERS } from '../supabase/constraints'
import type { Portability } from './number-facts'
import { postInBatches } from './post-in-batches'

/** POST {numbers: 1–100}: whether each can be ported (Portability). */
export const PORTABILITY_API = '/api/sales/port-availability'

/** How many numbers are checked, or added to an opportunity, at a time. */
export const MAX_NUMBERS = 1000

/** Adds numbers (E.164) to an opportunity; numbers already there do not change. */
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

/** Removes a number from an opportunity; does nothing when it is already gone. */
export async function removeFromOpportunity(supabase: Supabase, id: string): Promise<void> {
  dataOf(await supabase.from('opportunity_numbers').delete().eq('id', id).select('id'))
}

/** Adds checked numbers with their results to an opportunity. Numbers already there get the newer result. Throws Refusal. */
export async function attachToOpportunity(
  supabase: Supabase,
  opportunityId: string,
  checked: readonly Portability[],
): Promise<void> {
  await storeResults(supabase, opportunityId, checked, { added: true })
}

async function storeResults(
  supabase: Supabase,
  opportunityId: string,
  checked: readonly Portability[],
  { added }: { added: boolean },
): Promise<void> {
  const known = supabase
    .from('opportunity_numbers')
    .select('number, version')
    .eq('opportunity_id', opportunityId)
  const versions = new Map(
    dataOf(await known.limit(ROWS_PER_REQUEST)).map(({ number, version }) => [number, version]),
  )
  const wanted = added ? checked : checked.filter(({ number }) => versions.has(number))
  const rows = wanted.map(({ number, portable, reason, carrier }) => ({
    opportunity_id: opportunityId,
    number,
    portable,
    note: clipped(reason, OPPORTUNITY_NUMBERS.note.maxLength),
    carrier: carrier ?? '',
    version: (versions.get(number) ?? 0) + 1,
  }))
  dataOf(
    await supabase
      .from('opportunity_numbers')
      .upsert(rows, { onConflict: 'opportunity_id,number' })
      .select('id'),
  )
}

/** Checks again whether an opportunity's numbers can be ported, and stores the results of those that are still on its list. */
export async function checkAttached(
  supabase: Supabase,
  opportunityId: string,
  numbers: readonly string[],
): Promise<void> {
  const checked = await postInBatches<Portability>(PORTABILITY_API, numbers)
  await storeResults(supabase, opportunityId, checked, { added: false })
}

export interface PortDraft {
  /** The caller chooses it, so that a repeated attempt creates one order. */
  id: string
  name: string
  tenantId: string | null
  opportunityId: string | null
  losingCarrier: string
  numbers: readonly string[]
}

/**
 * Creates a draft port order with its numbers in one transaction. If an earlier attempt created it and only its answer was lost,
 * updates that draft with the current input. Throws Refusal; 'conflict' if it has been changed since it was created.
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
  if (made && made.updated_at !== made.created_at) {
    const told =
      'An earlier attempt has created this port order, and it has been changed since. Open it from the list.'
    throw new Refusal(told, 409, 'conflict')
  }
  const save = { id: draft.id, tenantId: null, expectedVersion: made?.version ?? null, values }
  await saveRecord(supabase, portOrder, save)
}

/**
 * Takes a port order at the version that the user saw to its next state; `reason` and `foc` (the agreed day, YYYY-MM-DD) where the step
 * asks for them. Throws Refusal.
 */
export async function setPortState(
  supabase: Supabase,
  asked: { port_order: string; expected_version: number; to_state: string; reason?: string; foc?: string },
): Promise<void> {
  dataOf(await supabase.rpc('set_port_order_state', asked))
}
