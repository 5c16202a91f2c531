import { Refusal } from '../errors'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import type { EmergencySituation } from './emergency-readiness'

/** What a tenant has set; null when it has set nothing yet. Throws RequestFailure. */
export async function loadSettings(
  supabase: Supabase,
  tenantId: string,
): Promise<Tables<'tenant_settings'> | null> {
  return dataOf(await supabase.from('tenant_settings').select('*').eq('id', tenantId).maybeSingle())
}

/** What the 911 check reads of a tenant; null when there is no such tenant for the caller. Throws RequestFailure. */
export async function emergencySituation(
  supabase: Supabase,
  tenantId: string,
): Promise<EmergencySituation | null> {
  return answerOf<EmergencySituation | null>(await supabase.rpc('emergency_situation', { tenant: tenantId }))
}

/** The tenant's feature codes, by name. Throws RequestFailure. */
export async function featureCodes(supabase: Supabase, tenantId: string): Promise<Tables<'feature_codes'>[]> {
  return dataOf(await supabase.from('feature_codes').select('*').eq('tenant_id', tenantId).order('name'))
}

/** What of a tenant's settings stands in the record of the tenant itself. */
export type TenantTerms = Pick<Tables<'tenants'>, 'id' | 'version' | 'time_zone' | 'extension_limit'>

/** The tenant's time zone and seats; null when there is no such tenant for the caller. Throws RequestFailure. */
export async function tenantTerms(supabase: Supabase, tenantId: string): Promise<TenantTerms | null> {
  return dataOf(
    await supabase
      .from('tenants')
      .select('id, version, time_zone, extension_limit')
      .eq('id', tenantId)
      .maybeSingle(),
  )
}

/** Saves them over the version that was seen. Throws Refusal: 'conflict' when there is a newer one. */
export async function saveTenantTerms(
  supabase: Supabase,
  { id, version }: Pick<TenantTerms, 'id' | 'version'>,
  values: Pick<TenantTerms, 'time_zone' | 'extension_limit'>,
): Promise<void> {
  const changed = dataOf(
    await supabase.from('tenants').update(values).eq('id', id).eq('version', version).select('id'),
  )
  if (changed.length === 0) throw new Refusal('Someone else has saved the tenant meanwhile.', 409, 'conflict')
}
