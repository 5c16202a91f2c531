import { useEffect } from 'react'
import { type ConfigurationCheck, configurationCheck } from '@/lib/tenants/checks-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'
import { useRefresh } from './use-write'

/** How often it is asked for while the server has yet to check the last change, and afterwards, in milliseconds. */
const AWAITED_MS = 1500
const SETTLED_MS = 30_000

/** What the server has found in a tenant's configuration, followed as it changes; null when there is none for the reader. */
export function useCheck(tenantId: string): Query<ConfigurationCheck | null> {
  const query = useQuery(keys.check(tenantId), (supabase) => configurationCheck(supabase, tenantId), {
    refreshInterval: (check) => (check?.current ? SETTLED_MS : AWAITED_MS),
  })
  const refresh = useRefresh()
  const checkedAt = query.data?.checked_at
  // The counts in the tenant's header follow.
  useEffect(() => {
    if (checkedAt) void refresh(keys.tenant(tenantId))
  }, [checkedAt, refresh, tenantId])
  return query
}
