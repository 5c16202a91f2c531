import type { RecordSource } from '@/lib/records/record-list'
import type { Supabase } from '@/lib/supabase/browser-client'

/** Lists whose changes are counted in list_versions: of records that belong to no tenant, and of a tenant's that decide no call. */
const COUNTED = {
  withoutTenant: ['dids', 'gateways', 'inventory', 'mails', 'port_orders', 'switches', 'tax_jurisdictions'],
  ofTenant: ['device_profiles', 'faxes', 'mails', 'portal_users', 'voicemail_messages'],
}

/** What counts the changes of a list. A tenant's lists share the version of its snapshot, which their references belong to. */
function versionsOf({ table, tenantId }: RecordSource): { table: string; filter: string }[] {
  const counted = tenantId ? COUNTED.ofTenant : COUNTED.withoutTenant
  return [
    ...(tenantId ? [{ table: 'tenant_versions', filter: `tenant_id=eq.${tenantId}` }] : []),
    ...(counted.includes(table) ? [{ table: 'list_versions', filter: `table_name=eq.${table}` }] : []),
  ]
}

/**
 * Calls back when the records of a list may have changed: at each new version, and after a gap in the push. Returns a function that
 * unsubscribes.
 */
export function openListChannel(supabase: Supabase, source: RecordSource, changed: () => void): () => void {
  const followed = versionsOf(source)
  if (followed.length === 0) return () => undefined
  const known = new Map<string, number>()
  let wasJoined = false
  const channel = supabase.channel(`list ${source.table} ${source.tenantId ?? 'all'} ${crypto.randomUUID()}`)
  for (const of of followed) {
    channel.on<{ version: number }>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', ...of },
      ({ new: { version } }) => {
        // Storing the check of a configuration changes the tenant's row too.
        if (version !== known.get(of.table)) changed()
        known.set(of.table, version)
      },
    )
  }
  channel.subscribe((status) => {
    if (status !== 'SUBSCRIBED') return
    if (wasJoined) changed()
    wasJoined = true
  })
  return () => void supabase.removeChannel(channel)
}
