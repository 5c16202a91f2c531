import { useContext } from 'react'
import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { loadRouting } from '@/lib/telephony/routing'
import { TenantContext } from './use-tenant'

/** How the current tenant's calls are routed; undefined while loading, null when there is none for the reader. */
export function useRouting() {
  const tenant = useContext(TenantContext)
  return useSWR(tenant ? (['routing', tenant.id] as const) : null, async ([, id]) =>
    loadRouting(await getSupabase(), id),
  )
}
