import { type AuditEntry, newestEntries } from '../dashboard/activity'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Whose entries: those about a record, or those of a person (a user id). */
export type TrailOf = { table: string; record: string } | { actor: string }

const COUNT = 20

/** The newest entries of the trail about a record or by a person, as far as the caller may see. Throws RequestFailure. */
export async function trailOf(supabase: Supabase, of: TrailOf): Promise<AuditEntry[]> {
  const query = newestEntries(supabase, COUNT)
  return dataOf(
    await ('actor' in of
      ? query.eq('actor', of.actor)
      : query.eq('table_name', of.table).eq('record_id', of.record)),
  )
}
