import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** The park lots of the page's tenant, by number. */
export function useParkLots() {
  const tenantId = useTenantId()
  const id = tenantId ?? ''
  return useQuery(tenantId === null ? null : keys.parkLots(tenantId), async (supabase) =>
    dataOf(
      await supabase.from('park_lots').select('id, name, number, places').eq('tenant_id', id).order('number'),
    ),
  )
}
