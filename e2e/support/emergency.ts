import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../lib/supabase/database.types'

/** Registers a number of the tenant at a new address, and confirms it. */
export async function confirmNumber(
  service: SupabaseClient<Database>,
  did: string,
  tenant_id: string,
): Promise<void> {
  const emergency_address_id = randomUUID()
  const place = { street: '12 Harbor Lane', city: 'Portland', state: 'ME', postal_code: '04101' }
  await service
    .from('emergency_addresses')
    .insert({ id: emergency_address_id, tenant_id, label: `Office ${emergency_address_id}`, ...place })
    .throwOnError()
  for (const e911_state of ['submitted', 'confirmed']) {
    await service.from('dids').update({ e911_state, emergency_address_id }).eq('id', did).throwOnError()
  }
}
