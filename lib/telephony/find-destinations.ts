import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { inOfferedOrder } from './destination-kinds'
import { type DestinationOption, destinationOptions } from './destinations'

/** The most destinations that are offered at once; typing finds the others. */
export const OFFERED_DESTINATIONS = 500

/**
 * The first {@link OFFERED_DESTINATIONS} destinations of a tenant, of these kinds if given, in whose number or name each typed
 * word stands; one more if there are more. In the order of their kinds.
 */
export async function findDestinations(
  supabase: Supabase,
  tenant: string,
  typed: string,
  kinds?: readonly string[],
): Promise<DestinationOption[]> {
  // A label writes numbers with signs that are not stored.
  const words = typed.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const asked = { tenant, words, most: OFFERED_DESTINATIONS + 1, ...(kinds && { kinds: [...kinds] }) }
  return inOfferedOrder(destinationOptions(dataOf(await supabase.rpc('tenant_destinations', asked))))
}
