import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { carrierNetworks } from '@/lib/switch/configuration/sofia'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useRefreshRecords } from './use-write'

/** The networks from which enabled gateways may call, and functions to renew and revoke a switch's secret. */
export function useSwitchConnection(switchId: string) {
  const refresh = useRefreshRecords()
  const carriers = useQuery(keys.carrierAddresses(), async (supabase) => {
    const rows = await supabase
      .from('gateways')
      .select('host, trusted_addresses, enabled')
      .eq('enabled', true)
      .order('name')
    return carrierNetworks(dataOf(rows))
  })
  return {
    carriers,
    /** Generates a new secret, shown once; the previous one works for another half hour. Throws Refusal. */
    async renew() {
      const secret = dataOf(await (await getSupabase()).rpc('renew_switch_secret', { switch: switchId }))
      await refresh()
      return secret
    },
    /** Throws Refusal. */
    async revoke() {
      dataOf(await (await getSupabase()).rpc('revoke_switch_secret', { switch: switchId }))
      await refresh()
    },
  }
}
