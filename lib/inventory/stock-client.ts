import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Receipt } from './receiving'

/** How many of a model there are; `minimum` null when none is set. */
export interface StockLevel {
  model: string
  in_stock: number
  reserved: number
  deployed: number
  rma: number
  minimum: number | null
}

const STATUS_WORDS: Record<string, string> = { in_stock: 'in stock', rma: 'in RMA' }

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

/** Takes a scanned phone into stock; sent again it is there once. Throws Refusal and RequestFailure. */
export async function receive(
  supabase: Supabase,
  { id, mac, model }: Receipt,
): Promise<Pick<Receipt, 'state' | 'reason'>> {
  const answer = dataOf(await supabase.rpc('receive_stock', { item: id, mac, model })) as {
    outcome: 'received' | 'duplicate'
    name?: string
    status?: string
  }
  if (answer.outcome === 'received') return { state: 'received', reason: undefined }
  const status = STATUS_WORDS[answer.status ?? ''] ?? answer.status ?? ''
  return { state: 'duplicate', reason: `Already there: ${answer.name}, ${status}` }
}

/** Makes a stock item a phone of a tenant. Throws Refusal. */
export async function checkOut(supabase: Supabase, item: string, tenantId: string): Promise<void> {
  dataOf(await supabase.rpc('assign_inventory', { item, tenant: tenantId }))
}
