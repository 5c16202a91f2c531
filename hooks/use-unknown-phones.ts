import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

/** As many as the database keeps of each kind (unknown_phones). */
const MOST = 400

/** Phones that requested a file but are not devices: those that used the page's tenant's account, and those without an account. */
export function useUnknownPhones() {
  const tenant = useCurrentTenantId()
  return useQuery(keys.unknownPhones(tenant), async (supabase) =>
    dataOf(
      await supabase
        .from('unknown_phones')
        .select('id, tenant_id, mac, requests, last_requested_at, address, agent')
        .or(`tenant_id.eq.${tenant},tenant_id.is.null`)
        .order('last_requested_at', { ascending: false })
        .limit(MOST),
    ),
  )
}
