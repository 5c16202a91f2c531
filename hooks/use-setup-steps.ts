import { newestDomains } from '@/lib/tenants/setup-client'
import { setupSteps } from '@/lib/tenants/setup-steps'
import { keys } from './keys'
import { useQuery } from './use-query'

/** How often the first call is looked for: call records are not pushed. */
const AWAITED_MS = 10_000

/** The setup steps that are done; nothing is fetched without a tenant. With `awaitsCall`, the first call is looked for. */
export const useSetupSteps = (tenantId: string | undefined, awaitsCall = false) =>
  useQuery(tenantId ? keys.setupSteps(tenantId) : null, (supabase) => setupSteps(supabase, tenantId ?? ''), {
    early: true,
    refreshInterval: (steps) => (awaitsCall && steps?.call === false ? AWAITED_MS : 0),
  })

/** The domains of the newest tenants, at most 100; undefined while loading. */
export const useNewestDomains = () => useQuery(keys.tenantDomains(), newestDomains).data
