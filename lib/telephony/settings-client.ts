import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** What a tenant has set; null when it has set nothing yet. Throws RequestFailure. */
export async function loadSettings(
  supabase: Supabase,
  tenantId: string,
): Promise<Tables<'tenant_settings'> | null> {
  return dataOf(await supabase.from('tenant_settings').select('*').eq('id', tenantId).maybeSingle())
}
