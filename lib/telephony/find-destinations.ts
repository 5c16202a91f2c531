import { typedWords } from '../labels'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { inOfferedOrder } from './destination-kinds'
import { type DestinationOption, destinationOptions } from './destinations'

/** Maximum number of destinations offered at once; typing finds the rest. */
const OFFERED_DESTINATIONS = 500

/**
 * The first {@link OFFERED_DESTINATIONS} destinations of a tenant, of the given kinds if any, whose number or name contains every
 * typed word; one extra if there are more. Sorted by kind.
 */
export async function findDestinations(
  supabase: Supabase,
  tenant: string,
  typed: string,
  kinds?: readonly string[],
): Promise<DestinationOption[]> {
  const asked = {
    tenant,
    words: typedWords(typed),
    most: OFFERED_DESTINATIONS + 1,
    ...(kinds && { kinds: [...kinds] }),
  }
  return inOfferedOrder(destinationOptions(dataOf(await supabase.rpc('tenant_destinations', asked))))
}

/** The id of an outside number (E.164 or emergency) as a destination of the tenant; makes it one if it is none yet. Throws Refusal. */
export async function outsideDestination(
  supabase: Supabase,
  tenant: string,
  number: string,
): Promise<string> {
  return dataOf(await supabase.rpc('destination_for', { tenant, kind: 'external', value: number }))
}
