import { useEffect } from 'react'
import { type ConfigurationCheck, configurationCheck } from '@/lib/tenants/checks-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'
import { useRefresh } from './use-write'

/** Polling interval while the last change has not been checked yet, and afterward, in milliseconds. */
const AWAITED_MS = 1500
const SETTLED_MS = 30_000

/** The server's check of a tenant's configuration, kept current; null if the user sees none. */
export function useConfigurationCheck(tenantId: string): Query<ConfigurationCheck | null> {
  const query = useQuery(keys.check(tenantId), (supabase) => configurationCheck(supabase, tenantId), {
    early: true,
    refreshInterval: (check) => (check?.current ? SETTLED_MS : AWAITED_MS),
  })
  const refresh = useRefresh()
  const checkedAt = query.data?.checked_at
  // Refreshes the counts in the tenant's header too.
  useEffect(() => {
    if (checkedAt) void refresh(keys.tenant(tenantId))
  }, [checkedAt, refresh, tenantId])
  return query
}
