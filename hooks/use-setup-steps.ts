import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useQuery } from './use-query'

/** Which steps of a tenant's setup are done. */
export const useSetupSteps = (tenantId: string) =>
  useQuery(keys.setupSteps(tenantId), (supabase) => setupSteps(supabase, tenantId))

/** The domains of the newest tenants; undefined until known. */
export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
