import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The setup steps that are done; nothing is fetched without a tenant. */
export const useSetupSteps = (tenantId: string | undefined) =>
  useQuery(tenantId ? keys.setupSteps(tenantId) : null, (supabase) => setupSteps(supabase, tenantId ?? ''), {
    early: true,
  })

export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
