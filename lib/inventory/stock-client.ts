import type { RequestFailure } from '../errors'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Receipt } from './receiving'
import { statusInWords } from './stock-item-words'

/** How many of a model there are; `minimum` null when none is set. */
export interface StockLevel {
  model: string
  in_stock: number
  reserved: number
  deployed: number
  rma: number
  minimum: number | null
}

/** Every model with its figures, by name. Throws RequestFailure. */
export async function stockLevels(supabase: Supabase): Promise<StockLevel[]> {
  return dataOf(await supabase.rpc('stock_levels'))
}

/** Sets how many of a model should be in stock at least; zero forgets it. Throws RequestFailure. */
export async function setMinimum(supabase: Supabase, model: string, minimum: number): Promise<void> {
  if (minimum === 0) {
    dataOf(await supabase.from('stock_minimums').delete().eq('model', model).select('id'))
  } else {
    dataOf(
      await supabase.from('stock_minimums').upsert({ model, minimum }, { onConflict: 'model' }).select('id'),
    )
  }
}

/** A request that a weak connection has not answered by then is sent again. */
const PATIENCE_MS = 15_000

/** Takes a scanned phone into stock; sent again it is there once. Throws Refusal and RequestFailure. */
export async function receive(
  supabase: Supabase,
  { id, mac, model }: Receipt,
): Promise<Pick<Receipt, 'state' | 'reason'>> {
  const asked = supabase
    .rpc('receive_stock', { item: id, mac, model })
    .abortSignal(AbortSignal.timeout(PATIENCE_MS))
  const answer = dataOf(await asked) as {
    outcome: 'received' | 'duplicate'
    name?: string
    status?: string
  }
  if (answer.outcome === 'received') return { state: 'received', reason: undefined }
  return {
    state: 'duplicate',
    reason: `Already there: ${answer.name}, ${statusInWords(answer.status ?? '')}`,
  }
}

/** Whether the same scan would be refused again; all else (no connection, a session that ran out) is tried again. */
export function isFinal({ status }: RequestFailure): boolean {
  return [400, 403, 404, 409, 422].includes(status)
}

/** Makes a stock item a phone of a tenant. Throws Refusal. */
export async function checkOut(supabase: Supabase, item: string, tenantId: string): Promise<void> {
  dataOf(await supabase.rpc('assign_inventory', { item, tenant: tenantId }))
}
