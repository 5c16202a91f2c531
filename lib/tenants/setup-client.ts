import { answerOf, dataOf, jsonOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { NewTenant, TenantSource } from './new-tenant'
import type { SetupReport } from './setup-report'
import type { TenantStatus } from './tenant-query'

/** Creates a tenant with the client's `id`; repeating the call does not create another. */
export async function createTenant(supabase: Supabase, id: string, tenant: NewTenant): Promise<void> {
  dataOf(await supabase.rpc('create_tenant', { ...tenant, id }))
}

/** Creates a tenant with a configuration, or previews it. If the report has problems, nothing was stored. */
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

/** Suspends a tenant with a reason, or resumes it. */
export async function setTenantStatus(
  supabase: Supabase,
  id: string,
  status: TenantStatus,
  reason = '',
): Promise<void> {
  dataOf(await supabase.rpc('set_tenant_status', { tenant: id, status, reason }))
}

/** The domains of the newest tenants, at most 100. */
export async function newestDomains(supabase: Supabase): Promise<string[]> {
  const rows = dataOf(
    await supabase.from('tenants').select('domain').order('created_at', { ascending: false }).limit(100),
  )
  return rows.map(({ domain }) => domain)
}
