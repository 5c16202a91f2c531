import { downloadText } from '../browser/download'
import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { TenantConfiguration } from './configuration'

/** Downloads a tenant's configuration as a JSON file, from which other tenants can be created. */
export async function downloadConfiguration(
  supabase: Supabase,
  { id, code }: { id: string; code: string },
): Promise<void> {
  const configuration = answerOf<TenantConfiguration>(
    await supabase.rpc('tenant_configuration', { tenant: id }),
  )
  downloadText(
    `${JSON.stringify(configuration, null, 2)}\n`,
    `${code}-configuration.json`,
    'application/json',
  )
}
