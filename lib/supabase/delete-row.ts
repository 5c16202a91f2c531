import { dataOf } from './answer'
import type { Supabase } from './browser-client'

/** Deletes a tenant's row, whatever its version; one that is gone already is no failure. Throws Refusal. */
export async function deleteRow(
  supabase: Supabase,
  table: 'faxes' | 'mails' | 'voicemail_messages',
  tenant: string,
  id: string,
): Promise<void> {
  dataOf(await supabase.from(table).delete().eq('tenant_id', tenant).eq('id', id).select('id'))
}
