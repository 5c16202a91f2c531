import { RequestFailure } from '../errors'
import { dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Receipt, Settled } from './receiving'
import { stockStatusText } from './stock-item-text'

/** Stock figures of a model; `minimum` is null when none is set. */
export interface StockLevel {
  model: string
  ordered: number
  in_stock: number
  reserved: number
  deployed: number
  rma: number
  minimum: number | null
  minimum_version: number | null
}

/** All models with their figures, by name. */
export async function stockLevels(supabase: Supabase): Promise<StockLevel[]> {
  return dataOf(await supabase.rpc('stock_levels'))
}

/**
 * The stock item with a MAC address (AA:BB:CC:DD:EE:FF), and whether it can become the tenant's phone (without a tenant: of those that
 * it is for); null if there is none.
 */
export async function findStock(supabase: Supabase, mac: string, tenant?: string) {
  const [item] = dataOf(await supabase.rpc('find_stock', { mac, tenant }))
  return item ?? null
}

/** Whether a model is still there: it has items or a minimum. Of one without either the record of its minimum stays, as zero. */
export const isKept = ({ minimum, ...counts }: StockLevel): boolean =>
  Boolean(minimum) || counts.ordered + counts.in_stock + counts.reserved + counts.deployed + counts.rma > 0

/**
 * Sets a model's minimum stock if it is still the one the user saw; zero for none. The first needs the permission to create, any
 * other the one to edit. Throws Refusal.
 */
export async function setMinimum(
  supabase: Supabase,
  { model, minimum_version }: Pick<StockLevel, 'model' | 'minimum_version'>,
  minimum: number,
): Promise<void> {
  const minimums = supabase.from('stock_minimums')
  if (minimum_version === null) {
    // An upsert, so that sending it again after a lost response changes nothing.
    dataOf(await minimums.upsert({ model, minimum, version: 1 }, { onConflict: 'model' }).select('id'))
  } else {
    const changed = { minimum, version: minimum_version + 1 }
    requireChange(await minimums.update(changed).eq('model', model).select('id'))
  }
}

/** After this long without an answer (weak connection), the request is sent again. */
const PATIENCE_MS = 15_000

/**
 * Sends a receipt of its owner, as nobody else: received into stock, corrected there, or taken out again. Sending it twice does it once.
 * Throws Refusal; RequestFailure 401 while someone else is signed in.
 */
export async function sendReceipt(
  supabase: Supabase,
  owner: string,
  { id, state, mac, model, location, serial, stored }: Receipt,
): Promise<Settled> {
  const { data } = await supabase.auth.getSession()
  if (data.session?.user.id !== owner) throw new RequestFailure('Sign in again to send your scans.', 401)
  // The request carries the token that was looked at: another tab may change the session before it leaves.
  const authorization = ['Authorization', `Bearer ${data.session.access_token}`] as const
  const signal = AbortSignal.timeout(PATIENCE_MS)
  if (state === 'removing') {
    dataOf(
      await supabase
        .rpc('cancel_receipt', { item: id })
        .setHeader(...authorization)
        .abortSignal(signal),
    )
    return 'removed'
  }
  // Only what differs from it is a correction: Inventory may have changed the rest since.
  const known = stored && { ...stored }
  const asked = { item: id, mac, model, location, serial, known }
  const answer = dataOf(
    await supabase
      .rpc('receive_stock', asked)
      .setHeader(...authorization)
      .abortSignal(signal),
  ) as {
    outcome: 'received' | 'duplicate'
    name?: string
    status?: string
  }
  if (answer.outcome === 'received') return { state: 'received', reason: undefined }
  return {
    state: 'duplicate',
    reason: `Already in inventory: ${answer.name}, ${stockStatusText(answer.status ?? '')}`,
  }
}

/** Whether sending the same scan again would be rejected again; other failures (no connection, expired session) are retried. */
export function isFinal({ status }: RequestFailure): boolean {
  return [400, 403, 404, 409, 422].includes(status)
}

/** Assigns a stock item to a tenant as a phone. Throws Refusal. */
export async function checkOut(supabase: Supabase, item: string, tenantId: string): Promise<void> {
  dataOf(await supabase.rpc('assign_inventory', { item, tenant: tenantId }))
}
