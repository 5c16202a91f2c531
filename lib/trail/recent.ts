import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { summarizeTransactions, type TransactionSummary } from './transactions'

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
  | 'parent_id'
  | 'transaction_id'
>

/** Number of changes shown, and of entries read for them: one transaction can write many. */
const RECENT_COUNT = 10
const RECENT_READ = 100
const TRAIL_COUNT = 20

function newestEntries(supabase: Supabase, count: number) {
  return supabase
    .from('audit_log')
    .select(
      'id, at, actor, actor_email, table_name, record_id, record_label, tenant_id, action, changes, parent_id, transaction_id',
    )
    .order('at', { ascending: false })
    .order('id', { ascending: false })
    .limit(count)
}

/** The latest changes that the caller may see, of one tenant or of all. */
export async function recentActivity(supabase: Supabase, tenantId?: string): Promise<TransactionSummary[]> {
  const ofTenant = tenantId ? { tenant_id: tenantId } : {}
  const summaries: TransactionSummary[] = []
  for (let before = 'infinity', whole = false; !whole && summaries.length < RECENT_COUNT; ) {
    const entries = dataOf(await newestEntries(supabase, RECENT_READ).match(ofTenant).lt('at', before))
    const read = summarizeTransactions(entries)
    whole = entries.length < RECENT_READ
    // The last action of a full page may go on behind it: it is read again from its start, or counted if it fills the page.
    if (!whole && read.length > 1) read.pop()
    else if (!whole && read[0]) read[0].further = (await countOf(supabase, read[0], ofTenant)) - 1
    before = read.at(-1)?.at ?? before
    summaries.push(...read)
  }
  return summaries.slice(0, RECENT_COUNT)
}

/** How many entries one action wrote. */
async function countOf(
  supabase: Supabase,
  { transaction_id, at }: TransactionSummary,
  ofTenant: { tenant_id?: string },
): Promise<number> {
  const written = supabase.from('audit_log').select('id', { count: 'exact', head: true })
  const { count } = await written.match({ transaction_id, at, ...ofTenant }).throwOnError()
  return count ?? 0
}

/** The latest changes of a customer: its company, opportunities, notes and tasks, and its tenant's invoices and numbers. */
export async function customerActivity(supabase: Supabase, company: string): Promise<TransactionSummary[]> {
  return summarizeTransactions(dataOf(await supabase.rpc('customer_activity', { company }))).slice(
    0,
    TRAIL_COUNT,
  )
}

/** Selects entries about a record, or by a user (a user id). */
export type AuditFilter = { table: string; record: string } | { actor: string }

/** The newest audit log entries about a record or by a user; only what the caller may see. */
export async function auditEntriesOf(supabase: Supabase, of: AuditFilter): Promise<AuditEntry[]> {
  const query = newestEntries(supabase, TRAIL_COUNT)
  return dataOf(
    await ('actor' in of
      ? query.eq('actor', of.actor)
      : query.eq('table_name', of.table).eq('record_id', of.record)),
  )
}
