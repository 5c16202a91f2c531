import { answerOf, asFailure, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { countOfRecords, type TrailRow } from './pages'
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

const RECENT_COUNT = 10
/** Number of entries that the function customer_activity returns at once. */
const READ_AT_ONCE = 100
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

/** The latest changes that the caller may see, of one tenant or of all. A change counts once, however many records it wrote. */
export async function recentActivity(supabase: Supabase, tenantId?: string): Promise<TransactionSummary[]> {
  const asked = { from_time: '-infinity', to_time: 'infinity', tenant: tenantId, page_size: RECENT_COUNT }
  const rows = answerOf<TrailRow[]>(await supabase.rpc('trail_page', asked))
  return rows.map((row) => ({ ...row, further: countOfRecords(row) - 1 }))
}

/** The latest changes of a customer: its company, opportunities, notes and tasks, and its tenant's invoices and numbers. */
export async function customerActivity(supabase: Supabase, company: string): Promise<TransactionSummary[]> {
  const actions: TransactionSummary[] = []
  for (let before = 'infinity', whole = false; !whole && actions.length < TRAIL_COUNT;) {
    const entries = dataOf(await supabase.rpc('customer_activity', { company, before }))
    const found = summarizeTransactions(entries)
    whole = entries.length < READ_AT_ONCE
    // The last action of a full page may go on behind it: it is read again from its start, or counted if it fills the page.
    if (!whole && found.length > 1) found.pop()
    else if (!whole && found[0]) found[0].further = (await entriesOf(supabase, found[0])) - 1
    before = found.at(-1)?.at ?? before
    actions.push(...found)
  }
  return actions.slice(0, TRAIL_COUNT)
}

/** How many entries an action wrote, in its tenant if it has one. */
async function entriesOf(
  supabase: Supabase,
  { transaction_id, at, tenant_id }: TransactionSummary,
): Promise<number> {
  const written = supabase.from('audit_log').select('id', { count: 'exact', head: true })
  const ofTenant = tenant_id ? { tenant_id } : {}
  const { count, error, status } = await written.match({ transaction_id, at, ...ofTenant })
  if (error) throw asFailure(error, status)
  return count ?? 0
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
