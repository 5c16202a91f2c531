import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useFollowed } from './use-followed-list'
import { useQuery } from './use-query'

/** The setup steps that are done, kept up with what others do. */
export function useSetupSteps(tenantId: string | undefined) {
  useFollowed({ table: 'extensions', tenantId: tenantId ?? null }, keys.setupSteps(tenantId ?? ''))
  return useQuery(
    tenantId ? keys.setupSteps(tenantId) : null,
    (supabase) => setupSteps(supabase, tenantId ?? ''),
    { early: true },
  )
}

export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
