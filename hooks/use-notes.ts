import { listNotes } from '@/lib/notes/notes'
import type { Subject } from '@/lib/notes/subject'
import { keys } from './keys'
import { useFollowed } from './use-followed-list'
import { useQuery } from './use-query'

/** The newest notes about a subject, one more than are shown, as anyone writes them. */
export function useNotes({ kind, id }: Subject, shown: number) {
  useFollowed({ table: 'notes', tenantId: null }, keys.notes(kind, id))
  return useQuery(keys.notes(kind, id, shown), (supabase) => listNotes(supabase, { kind, id }, shown + 1), {
    early: true,
    keepPreviousData: true,
  })
}
