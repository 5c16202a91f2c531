import { batched } from '../batched'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { type DestinationOption, destinationOptions } from './destinations'

export type DestinationsById = ReadonlyMap<string, DestinationOption>

/** The destinations with these ids that the tenant has. */
export const destinationsOfIds = (
  supabase: Supabase,
  tenant: string,
  wanted: readonly string[],
): Promise<DestinationsById> =>
  batched(`destinations ${tenant}`, wanted, async (ids) => {
    const found = dataOf(await supabase.rpc('tenant_destinations', { tenant, ids: [...ids] }))
    return new Map(destinationOptions(found).map((option) => [option.id, option]))
  })
