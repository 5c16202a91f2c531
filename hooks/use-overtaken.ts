import { loadRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** What someone else has done to a record since its form was filled. */
export type Overtaken = 'saved' | 'deleted' | null

/**
 * Whether someone else has saved or deleted the record that a form was filled from, at this version; null for a new record. Read again
 * whenever a list of its kind on the page is, and when the window gets focus.
 */
export function useOvertaken({ table }: Resource, id: string, version: number | null): Overtaken {
  const tenantId = useTenantId()
  const { data } = useQuery(
    // Not the answer to an earlier form of the record, which may have been deleted then and restored since.
    version === null ? null : keys.records(tenantId, table, 'stored', id, String(version)),
    (supabase) => loadRecord(supabase, { table }, tenantId, id),
    // The form has just been filled from what is stored.
    { revalidateOnMount: false },
  )
  if (version === null || data === undefined) return null
  if (data === null) return 'deleted'
  return data.version > version ? 'saved' : null
}
