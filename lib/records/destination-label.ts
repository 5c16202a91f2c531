import type { Supabase } from '../supabase/browser-client'
import { destinationLabelsOfIds } from './reference-labels'

type Labels = Promise<ReadonlyMap<string, string>>

/** What is being gathered of each tenant. */
const gathered = new Map<string, { ids: Set<string>; labels: Labels }>()

/** A destination's label; undefined where the tenant has none with this id. What a form asks at once is one question. */
export async function labelOfDestination(
  supabase: Supabase,
  tenant: string,
  id: string,
): Promise<string | undefined> {
  const { ids, labels } = gathered.get(tenant) ?? gather(supabase, tenant)
  ids.add(id)
  return (await labels).get(id)
}

function gather(supabase: Supabase, tenant: string) {
  const ids = new Set<string>()
  const labels = new Promise<void>((asked) => setTimeout(asked)).then(() => {
    gathered.delete(tenant)
    return destinationLabelsOfIds(supabase, tenant, [...ids])
  })
  const gathering = { ids, labels }
  gathered.set(tenant, gathering)
  return gathering
}
