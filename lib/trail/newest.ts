import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

export type AuditEntry = Pick<
  Tables<'audit_log'>,
  | 'id'
  | 'at'
  | 'actor'
  | 'actor_email'
  | 'table_name'
  | 'record_id'
  | 'record_label'
  | 'tenant_id'
  | 'action'
  | 'changes'
>

const RECENT_COUNT = 10
const TRAIL_COUNT = 20

function newestEntries(supabase: Supabase, count: number) {
  return supabase
    .from('audit_log')
    .select('id, at, actor, actor_email, table_name, record_id, record_label, tenant_id, action, changes')
    .order('at', { ascending: false })
    .order('id', { ascending: false })
    .limit(count)
}

/** The newest audit log entries the caller may see, of one tenant or of all. */
export async function recentActivity(supabase: Supabase, tenantId?: string): Promise<AuditEntry[]> {
  const query = newestEntries(supabase, RECENT_COUNT)
  return dataOf(await (tenantId ? query.eq('tenant_id', tenantId) : query))
}

/** Which entries: those about a record, or those by a user (a user id). */
export type TrailOf = { table: string; record: string } | { actor: string }

/** The newest audit log entries about a record or by a user; only what the caller may see. */
export async function trailOf(supabase: Supabase, of: TrailOf): Promise<AuditEntry[]> {
  const query = newestEntries(supabase, TRAIL_COUNT)
  return dataOf(
    await ('actor' in of
      ? query.eq('actor', of.actor)
      : query.eq('table_name', of.table).eq('record_id', of.record)),
  )
}
