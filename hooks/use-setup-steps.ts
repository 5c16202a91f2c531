import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useFollowed } from './use-followed-list'
import { useQuery } from './use-query'

/** The setup steps that are done, kept up with what others do. */
export function useSetupSteps(tenantId: string) {
  useFollowed({ table: 'extensions', tenantId }, keys.setupSteps(tenantId))
  return useQuery(keys.setupSteps(tenantId), (supabase) => setupSteps(supabase, tenantId))
}

export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
