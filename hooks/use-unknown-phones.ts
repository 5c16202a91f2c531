import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { REQUESTS_AGAIN_MS } from './use-phone-configuration'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

/**
 * Phones that requested a file but are not devices, those that used the page's tenant's account and those without an account, and phones
 * that tried to register as an extension that the tenant does not have; null if there are none. The database keeps hundreds at most.
 */
export function useUnknownPhones() {
  const tenant = useCurrentTenantId()
  return useQuery(
    keys.unknownPhones(tenant),
    async (supabase) => {
      const [requests, failures] = await Promise.all([
        supabase
          .from('unknown_phones')
          .select('id, tenant_id, mac, requests, last_requested_at, address, agent')
          .or(`tenant_id.eq.${tenant},tenant_id.is.null`)
          .order('last_requested_at', { ascending: false }),
        supabase
          .from('registration_failures')
          .select('id, account, address, agent, attempts, failed_at')
          .eq('tenant_id', tenant)
          .eq('reason', 'unknown_extension')
          .order('failed_at', { ascending: false }),
      ])
      const phones = { requests: dataOf(requests), failures: dataOf(failures) }
      return phones.requests.length + phones.failures.length > 0 ? phones : null
    },
    { refreshInterval: REQUESTS_AGAIN_MS },
  )
}

export type UnknownPhones = NonNullable<ReturnType<typeof useUnknownPhones>['data']>
