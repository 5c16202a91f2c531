import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { type DestinationOption, destinationOptions } from './destinations'

export type DestinationsById = ReadonlyMap<string, DestinationOption>

/** What is being gathered of each tenant. */
const gathered = new Map<string, { ids: Set<string>; found: Promise<DestinationsById> }>()

/** Those of these destinations that the tenant has, by id. What the parts of a page ask at once is one question. */
export async function destinationsOfIds(
  supabase: Supabase,
  tenant: string,
  wanted: readonly string[],
): Promise<DestinationsById> {
  const { ids, found } = gathered.get(tenant) ?? gather(supabase, tenant)
  for (const id of wanted) ids.add(id)
  const all = await found
  return new Map(
    wanted.flatMap((id) => {
      const destination = all.get(id)
      return destination ? [[id, destination] as const] : []
    }),
  )
}

function gather(supabase: Supabase, tenant: string) {
  const ids = new Set<string>()
  const found = new Promise<void>((asked) => setTimeout(asked)).then(async () => {
    gathered.delete(tenant)
    const listed = dataOf(await supabase.rpc('tenant_destinations', { tenant, ids: [...ids] }))
    return new Map(destinationOptions(listed).map((option) => [option.id, option]))
  })
  const gathering = { ids, found }
  gathered.set(tenant, gathering)
  return gathering
}
