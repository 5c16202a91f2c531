import { Refusal } from '../errors'
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
 * ones. Throws Refusal; 'refused' if the record has been changed since it was added: no conflict, which a form that is opened again resolves.
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
  const changing = records()
    .update({ ...values, version: 2 })
    .eq('id', row.id)
  const changed = await changing.select('*').single()
  if (changed.error?.code === 'TR409') {
    throw new Refusal('An earlier attempt has stored this, and it has been changed since.', 409, 'refused')
  }
  return answerOf(changed)
}
