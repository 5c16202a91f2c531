import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type TenantNumber = Pick<Tables<'dids'>, 'id' | 'number' | 'description' | 'e911_state' | 'enabled'>
export type TenantDevice = Pick<
  Tables<'devices'>,
  'id' | 'mac' | 'label' | 'vendor' | 'model' | 'enabled' | 'last_provisioned_at'
>

/** How many of a tenant's numbers and devices its overview shows. */
export const PREVIEW_LENGTH = 8

/** The first of a tenant's numbers. */
export async function previewNumbers(supabase: Supabase, tenantId: string): Promise<TenantNumber[]> {
  return dataOf(
    await supabase
      .from('dids')
      .select('id, number, description, e911_state, enabled')
      .eq('tenant_id', tenantId)
      .order('number')
      .limit(PREVIEW_LENGTH),
  )
}

/** The first of a tenant's devices, by MAC address. */
export async function previewDevices(supabase: Supabase, tenantId: string): Promise<TenantDevice[]> {
  return dataOf(
    await supabase
      .from('devices')
      .select('id, mac, label, vendor, model, enabled, last_provisioned_at')
      .eq('tenant_id', tenantId)
      .order('mac')
      .limit(PREVIEW_LENGTH),
  )
}
