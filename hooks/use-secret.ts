import type { TableName } from '@/lib/records/field'
import { revealSecret, setSecret } from '@/lib/secrets-client'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** A secret of a record: when it was set, and functions to read and store it. */
export function useSecret(table: TableName, owner: string, field: string) {
  const tenantId = useTenantId()
  const tenant = tenantId ?? undefined
  const secret = { tenant: tenantId, owner_table: table, owner, field }
  const query = useQuery(keys.secrets(tenantId, owner), async (supabase) => {
    const rows = dataOf(await supabase.rpc('secret_fields', { tenant, owner }))
    return new Map(rows.map((row) => [row.field, row]))
  })
  return {
    known: query.data !== undefined,
    setAt: query.data?.get(field)?.set_at,
    /** Until when the one that it replaced is still admitted. */
    replacedUntil: query.data?.get(field)?.replaced_until,
    /** The secret, or null if there is none. Reading it is audited. Throws Refusal. */
    read: () => revealSecret(secret),
    /** Stores a secret, or removes it if empty. Throws Refusal if it is too weak. */
    async store(value: string) {
      await setSecret(secret, value)
      query.retry()
    },
    /** Stops admitting the one that it replaced. Throws Refusal. */
    async cutOff() {
      const asked = { owner_table: table, owner, field, tenant }
      dataOf(await (await getSupabase()).rpc('cut_off_replaced_secret', asked))
      await query.retry()
    },
  }
}
