import type { RecordSource } from '@/lib/records/record-list'
import type { Supabase } from '@/lib/supabase/browser-client'

/** Lists of records that belong to no tenant whose changes are counted in list_versions. */
const COUNTED: readonly string[] = ['dids', 'inventory']

/** What counts the changes of a list; undefined if nothing does. A tenant's lists share the version of its snapshot. */
function versionOf({ table, tenantId }: RecordSource) {
  if (tenantId) return { table: 'tenant_versions', filter: `tenant_id=eq.${tenantId}` }
  return COUNTED.includes(table) ? { table: 'list_versions', filter: `table_name=eq.${table}` } : undefined
}

/**
 * Calls back when the records of a list may have changed: at each new version, and after a gap in the push. Returns a function that
 * unsubscribes.
 */
export function openListChannel(supabase: Supabase, source: RecordSource, changed: () => void): () => void {
  const followed = versionOf(source)
  if (!followed) return () => undefined
  let known: number | undefined
  let wasJoined = false
  const channel = supabase
    .channel(`list ${source.table} ${source.tenantId ?? 'all'} ${crypto.randomUUID()}`)
    .on<{ version: number }>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', ...followed },
      ({ new: { version } }) => {
        // Storing the check of a configuration changes the tenant's row too.
        if (version !== known) changed()
        known = version
      },
    )
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      if (wasJoined) changed()
      wasJoined = true
    })
  return () => void supabase.removeChannel(channel)
}
