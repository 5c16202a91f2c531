import { addOnce } from '../supabase/add-once'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import { columnOf, type Subject, subjectColumns } from './subject'

export type Note = Tables<'notes'> & {
  /** Name of the record the note is about. */
  subject_name: string | null
}

/** The newest notes about a subject, at most that many, newest first. */
export async function listNotes(supabase: Supabase, subject: Subject, most: number): Promise<Note[]> {
  const query = supabase.from('note_list').select('*').eq(columnOf(subject), subject.id)
  return dataOf(await query.order('created_at', { ascending: false }).limit(most)) as Note[]
}

/** Adds a note. Idempotent by id, for example after a lost response; the last text wins. */
export async function addNote(
  supabase: Supabase,
  subject: Subject,
  { id, body }: { id: string; body: string },
): Promise<void> {
  const note = { id, body, ...subjectColumns(subject) }
  await addOnce(supabase, 'notes', note)
}
