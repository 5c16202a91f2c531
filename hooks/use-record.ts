import { useCallback, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { TableName } from '@/lib/records/field'
import { historyOf, loadRecord, usesOf } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { beginsWith } from './keys'
import { useTenantId } from './use-tenant'

/**
 * A stored record with its children: undefined while loading, null when there is none for the reader here. It is read anew
 * by every component that asks: a form filled from what was read earlier would meet a conflict with itself.
 */
export function useRecord(resource: Pick<Resource, 'table' | 'children'>, id: string | null) {
  const [opening] = useState(() => crypto.randomUUID())
  const tenantId = useTenantId()
  return useSWR(
    id ? (['record', resource.table, tenantId, id, opening] as const) : null,
    async ([, , tenant, wanted]) => loadRecord(await getSupabase(), resource, tenant, wanted),
    // A form is being filled in from it: what others save meanwhile shows as a conflict, not as a changed form.
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
}

/** Everything that points at a record. */
export function useUses(table: TableName, id: string | null) {
  const tenantId = useTenantId()
  return useSWR(id ? (['record-uses', table, tenantId, id] as const) : null, async ([, , tenant, target]) =>
    usesOf(await getSupabase(), table, tenant, target),
  )
}

/** Who changed what in a record. */
export function useHistory(table: TableName, id: string | null) {
  const tenantId = useTenantId()
  return useSWR(
    id ? (['record-history', table, tenantId, id] as const) : null,
    async ([, , tenant, record]) => historyOf(await getSupabase(), table, tenant, record),
  )
}

const STALE_AFTER_A_WRITE = new Set([
  'records',
  'record',
  'record-count',
  'record-uses',
  'record-history',
  'record-labels',
  'destinations',
  'opportunity',
  'pipeline',
  'routing',
  'tenant-settings',
  'trail',
  'won-plan',
])

/** Fetches anew whatever is on the page and may have changed by a write to any record. */
export function useRefreshRecords(): () => Promise<void> {
  const { mutate } = useSWRConfig()
  const tenantId = useTenantId()
  return useCallback(async () => {
    await mutate((key) =>
      Array.isArray(key)
        ? STALE_AFTER_A_WRITE.has(String(key[0])) || (tenantId !== null && beginsWith(key, [tenantId]))
        : String(key).endsWith('/tenant-destinations'),
    )
  }, [mutate, tenantId])
}
