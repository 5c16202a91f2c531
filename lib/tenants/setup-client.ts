import { answerOf, dataOf, jsonOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { TenantConfiguration } from './configuration'
import type { NewTenant } from './new-tenant'
import type { SetupReport } from './setup-report'
import type { TenantStatus } from './tenant-query'

/** What a new tenant starts with: the configuration of another tenant, or one from a file. */
export type TenantSource = { template: string } | { configuration: TenantConfiguration }

/** Makes a tenant under the client's `id`; the same call again makes no second one. Throws RequestFailure. */
export async function createTenant(supabase: Supabase, id: string, tenant: NewTenant): Promise<void> {
  dataOf(await supabase.rpc('create_tenant', { ...tenant, id }))
}

/**
 * Makes a tenant that starts with a configuration, or tells what would be made. With problems in the report nothing
 * was stored. Throws RequestFailure.
 */
export async function createTenantFrom(
  supabase: Supabase,
  id: string,
  tenant: NewTenant,
  source: TenantSource,
  { withExtensions, dryRun }: { withExtensions: boolean; dryRun: boolean },
): Promise<SetupReport> {
  const answer = await supabase.rpc('create_tenant_from', {
    ...tenant,
    ...('template' in source
      ? { template: source.template }
      : { configuration: jsonOf(source.configuration) }),
    id,
    with_extensions: withExtensions,
    dry_run: dryRun,
  })
  return answerOf<SetupReport>(answer)
}

/** Suspends a tenant for a reason, or resumes it. Throws RequestFailure. */
export async function setTenantStatus(
  supabase: Supabase,
  id: string,
  status: TenantStatus,
  reason = '',
): Promise<void> {
  dataOf(await supabase.rpc('set_tenant_status', { tenant: id, status, reason }))
}

/** A tenant's configuration as a document to keep. Throws RequestFailure. */
export async function exportTenant(supabase: Supabase, id: string): Promise<TenantConfiguration> {
  return answerOf<TenantConfiguration>(await supabase.rpc('tenant_configuration', { tenant: id }))
}
