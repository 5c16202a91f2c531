import { answerOf } from './answer'
import type { Supabase } from './browser-client'
import type { Tables, TablesInsert } from './database.types'

type AddedTable =
  | 'companies'
  | 'contacts'
  | 'invoice_lines'
  | 'notes'
  | 'payments'
  | 'rate_plans'
  | 'services'
  | 'subscriptions'
  | 'tasks'

/**
 * Adds a record whose id the caller chooses. Repeated after a lost response, also with other values, it is stored once, with the latest
 * ones. Throws Refusal; 'conflict' if the record has been changed since it was added.
 */
export async function addOnce<Table extends AddedTable>(
  supabase: Supabase,
  table: Table,
  row: TablesInsert<Table> & { id: string },
): Promise<Tables<Table>> {
  // Each table has its own types, but the request is the same.
  const records = () => supabase.from(table as 'notes')
  const values = row as TablesInsert<'notes'> & { id: string }
  const added = await records().upsert(values, { onConflict: 'id' }).select('*').single()
  if (added.error?.code !== 'TR409') return answerOf(added)
  const changed = records()
    .update({ ...values, version: 2 })
    .eq('id', row.id)
  return answerOf(await changed.select('*').single())
}
