import useSWR from 'swr'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'

/** Everything that decides how a tenant's calls leave. */
export interface OutboundPlan {
  routes: Tables<'outbound_routes'>[]
  /** Id to number of the tenant's own numbers. */
  numbers: ReadonlyMap<string, string>
  /** The tenant's own area code; undefined when it is not set. */
  areaCode: string | undefined
  /** What calls show that neither the route nor the extension gives a caller ID; undefined when it is not set. */
  callerId: string | undefined
}

/** All of a tenant's outbound routes with what they refer to; fetched anew after every save. */
export function useOutboundPlan(tenantId: string | undefined) {
  return useSWR(
    tenantId ? (['records', 'outbound_plan', tenantId] as const) : null,
    async ([, , tenant]): Promise<OutboundPlan> => {
      const supabase = await getSupabase()
      const [routes, numbers, settings] = await Promise.all([
        supabase.from('outbound_routes').select('*').eq('tenant_id', tenant).order('position'),
        supabase.from('dids').select('id, number').eq('tenant_id', tenant),
        supabase.from('tenant_settings').select('area_code, outbound_did_id').eq('tenant_id', tenant),
      ])
      const own = new Map(dataOf(numbers).map(({ id, number }) => [id, number]))
      const [inherited] = dataOf(settings)
      return {
        routes: dataOf(routes),
        numbers: own,
        areaCode: inherited?.area_code ?? undefined,
        callerId: own.get(inherited?.outbound_did_id ?? ''),
      }
    },
  )
}
