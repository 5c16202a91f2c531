import { Refusal } from '../errors'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/**
 * Deletes a tenant, at the version the user saw, with everything it owns. Throws Refusal: 'conflict' if someone has saved or deleted it
 * since, 'in-use' with what would outlive it.
 */
export async function deleteTenant(
  supabase: Supabase,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const deleted = dataOf(
    await supabase.from('tenants').delete().eq('id', id).eq('version', version).select('id'),
  )
  if (deleted.length > 0) return
  throw new Refusal('Someone else has changed or deleted this tenant since you opened it.', 409, 'conflict')
}
