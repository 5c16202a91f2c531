import { answerOf, dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import type { KnownGateway } from '@/lib/telephony/gateway-number'
import type { PhoneClass } from '@/lib/telephony/outbound'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId, useTenantId } from './use-tenant'
import { useAction, useWrite } from './use-write'

/** Everything that decides how a tenant's calls leave. */
export interface OutboundPlan {
  routes: Tables<'outbound_routes'>[]
  gateways: ReadonlyMap<string, KnownGateway>
  /** Id to number of the tenant's own numbers. */
  numbers: ReadonlyMap<string, string>
  /** The tenant's area code; undefined if it is not set. */
  areaCode: string | undefined
  /** The tenant's default caller ID; undefined if it is not set. */
  callerId: string | undefined
}

type SeenRoute = Pick<Tables<'outbound_routes'>, 'id' | 'position'>

/** The outbound routes of the page's tenant with the records they reference. */
export function useOutboundPlan() {
  const tenantId = useTenantId()
  const tenant = tenantId ?? ''
  return useQuery(
    tenantId === null ? null : keys.outboundPlan(tenantId),
    async (supabase): Promise<OutboundPlan> => {
      const [routes, gateways, numbers, settings] = await Promise.all([
        supabase.from('outbound_routes').select('*').eq('tenant_id', tenant).order('position'),
        knownGateways(supabase),
        supabase.from('dids').select('id, number').eq('tenant_id', tenant),
        supabase.from('tenant_settings').select('area_code, outbound_did_id').eq('tenant_id', tenant),
      ])
      const own = new Map(dataOf(numbers).map(({ id, number }) => [id, number]))
      const [inherited] = dataOf(settings)
      return {
        routes: dataOf(routes),
        gateways: new Map(gateways.map((gateway) => [gateway.id, gateway])),
        numbers: own,
        areaCode: inherited?.area_code ?? undefined,
        callerId: own.get(inherited?.outbound_did_id ?? ''),
      }
    },
    { early: true },
  )
}

/** An extension's toll class. */
export function useDialingExtension(id: string | null) {
  const tenantId = useTenantId()
  const key = id && tenantId ? keys.record(tenantId, 'extensions', id, 'dialing') : null
  return useQuery(key, async (supabase) => {
    const extensions = supabase.from('extensions').select('toll_class')
    const found = await extensions
      .eq('tenant_id', tenantId ?? '')
      .eq('id', id ?? '')
      .maybeSingle()
    return answerOf<{ toll_class: PhoneClass } | null>(found)
  })
}

/** The gateways to choose from, by name; undefined while loading. */
export const useGateways = () => useQuery(keys.gateways(), knownGateways).data

async function knownGateways(supabase: Supabase): Promise<KnownGateway[]> {
  return answerOf<KnownGateway[]>(await supabase.from('gateway_names').select('*').order('name'))
}

/** Reorders the outbound routes of the page's tenant, as they were seen: from a dialog, or from the list. */
export function useReorderRoutes() {
  const tenant = useCurrentTenantId()
  const write = useWrite()
  const { act } = useAction()
  const order = (ordered: readonly SeenRoute[]) => async (supabase: Supabase) => {
    const routes = ordered.map(({ id, position }) => ({ id, position }))
    dataOf(await supabase.rpc('order_outbound_routes', { tenant, routes }))
  }
  return {
    /** Rejects on failure. */
    async save(ordered: readonly SeenRoute[]) {
      await write(order(ordered), 'Saved the order')
      return true
    },
    move: (ordered: readonly SeenRoute[]) => act(order(ordered)),
  }
}

/** Adds the standard routes over a gateway, and a second one for when it fails, to the page's tenant. Rejects on failure. */
export function useAddDefaultRoutes() {
  const tenant = useCurrentTenantId()
  const write = useWrite()
  return (gateway: string, second: string | null) =>
    write(
      async (supabase) => {
        const routes = { tenant, gateway, second_gateway: second ?? undefined }
        return dataOf(await supabase.rpc('add_default_outbound_routes', routes))
      },
      (made) => `Added ${made} outbound routes`,
    )
}
