import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The emails of a fax that are still kept, by address. */
export function useFaxMails(tenantId: string, faxId: string) {
  return useQuery(keys.faxMails(tenantId, faxId), async (supabase) =>
    dataOf(
      await supabase
        .from('mails')
        .select('id, recipient, state, problem')
        .eq('tenant_id', tenantId)
        .eq('kind', 'fax')
        .eq('cause', faxId)
        .order('recipient'),
    ),
  )
}
