import type { RecordRow } from '@/lib/records/field'
import { dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import { keys } from './keys'
import { useQuery } from './use-query'

/**
 * Routes and numbers that use a gateway, with their tenants: the first thousand, and how many there are in all, and registered for 911.
 */
export const useGatewayUses = (gateway: string) =>
  useQuery(keys.gatewayUses(gateway), async (supabase) =>
    dataOf(await supabase.rpc('gateway_uses', { gateway })),
  )

/** How many routes and numbers a request changes; with all those of a carrier, it would run into the time limit. */
const MOST = 1000

/**
 * Deletes a gateway after replacing it in every route and number; null if it has no uses. Throws Refusal: 'in-use', 'conflict',
 * 'gone'.
 */
export async function deleteGateway(
  supabase: Supabase,
  { id, version }: RecordRow,
  replacement: string | null,
): Promise<void> {
  const asked = {
    gateway: id,
    replacement: replacement ?? undefined,
    delete_after: true,
    expected_version: version,
    most: MOST,
    run: crypto.randomUUID(),
  }
  while (dataOf(await supabase.rpc('replace_gateway', asked)) === MOST);
}
