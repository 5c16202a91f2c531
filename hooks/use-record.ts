import { useState } from 'react'
import type { TableName } from '@/lib/records/field'
import { historyOf, loadRecord, usesOf } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/**
 * A stored record with its children: undefined while loading, null when there is none for the reader here. It is read anew
 * by every component that asks: a form filled from what was read earlier would meet a conflict with itself.
 */
export function useRecord(resource: Pick<Resource, 'table' | 'children'>, id: string | null) {
  const [opening] = useState(() => crypto.randomUUID())
  const tenantId = useTenantId()
  return useQuery(
    id ? keys.record(tenantId, resource.table, id, opening) : null,
    (supabase) => loadRecord(supabase, resource, tenantId, id ?? ''),
    // A form is being filled in from it: what others save meanwhile shows as a conflict, not as a changed form.
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
}

export function useUses(table: TableName, id: string) {
  const tenantId = useTenantId()
  return useQuery(keys.uses(tenantId, table, id), (supabase) => usesOf(supabase, table, tenantId, id))
}

export function useHistory(table: TableName, id: string) {
  const tenantId = useTenantId()
  return useQuery(keys.history(tenantId, table, id), (supabase) => historyOf(supabase, table, tenantId, id))
}
