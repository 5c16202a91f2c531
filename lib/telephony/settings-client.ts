import { Refusal } from '../errors'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import type { EmergencySituation } from './emergency-readiness'

/** A tenant's stored settings; null when it has none yet. */
export async function loadSettings(
  supabase: Supabase,
  tenantId: string,
): Promise<Tables<'tenant_settings'> | null> {
  return dataOf(await supabase.from('tenant_settings').select('*').eq('id', tenantId).maybeSingle())
}

/** A tenant's data for the 911 check; null when the tenant does not exist or the caller may not see it. */
export async function emergencySituation(
  supabase: Supabase,
  tenantId: string,
): Promise<EmergencySituation | null> {
  return answerOf<EmergencySituation | null>(await supabase.rpc('emergency_readiness', { tenant: tenantId }))
}

/** A tenant's feature codes, disabled ones among them, by name. Throws Refusal. */
export async function featureCodes(supabase: Supabase, tenantId: string): Promise<Tables<'feature_codes'>[]> {
  return dataOf(await supabase.from('feature_codes').select('*').eq('tenant_id', tenantId).order('name'))
}

/** The settings stored in the tenant's own record. */
export type TenantTerms = Pick<Tables<'tenants'>, 'id' | 'version' | 'time_zone' | 'extension_limit'>

/** The tenant's time zone and seats; null when the tenant does not exist or the caller may not see it. */
export async function tenantTerms(supabase: Supabase, tenantId: string): Promise<TenantTerms | null> {
  return dataOf(
    await supabase
      .from('tenants')
      .select('id, version, time_zone, extension_limit')
      .eq('id', tenantId)
      .maybeSingle(),
  )
}

/** Saves them if the record is still at the version the user saw. Throws Refusal: 'conflict' when there is a newer one. */
export async function saveTenantTerms(
  supabase: Supabase,
  { id, version }: Pick<TenantTerms, 'id' | 'version'>,
  values: Pick<TenantTerms, 'time_zone' | 'extension_limit'>,
): Promise<void> {
  const changed = dataOf(
    await supabase
      .from('tenants')
      .update({ ...values, version: version + 1 })
      .eq('id', id)
      .eq('version', version)
      .select('id'),
  )
  if (changed.length === 0)
    throw new Refusal('Someone else has saved this tenant since you opened it.', 409, 'conflict')
}
