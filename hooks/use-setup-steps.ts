import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useQuery } from './use-query'

export const useSetupSteps = (tenantId: string) =>
  useQuery(keys.setupSteps(tenantId), (supabase) => setupSteps(supabase, tenantId))

export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
