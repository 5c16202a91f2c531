import type { Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'

export interface InsertListener {
  company: (row: Tables<'companies'>) => void
  opportunity: (row: Tables<'opportunities'>) => void
  /** Rows are pushed from now on, initially or after a reconnect: anything inserted before must be read. */
  joined: () => void
}

/**
 * Subscribes to inserts into companies and opportunities that the user may see (specification section 7, live subscription). The
 * client rejoins by itself after a dropped socket. Returns a function that unsubscribes.
 */
export function openInsertChannel(supabase: Supabase, listener: InsertListener): () => void {
  const inserts = { event: 'INSERT', schema: 'public' } as const
  const channel = supabase
    .channel('inserts')
    .on<Tables<'companies'>>('postgres_changes', { ...inserts, table: 'companies' }, ({ new: row }) => {
      if (row.id) listener.company(row)
    })
    .on<Tables<'opportunities'>>(
      'postgres_changes',
      { ...inserts, table: 'opportunities' },
      ({ new: row }) => {
        if (row.id) listener.opportunity(row)
      },
    )
    // The server confirms a join before it follows the tables; this message says that it does.
    .on('system', {}, ({ extension, status }) => {
      if (extension === 'postgres_changes' && status === 'ok') listener.joined()
    })
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') listener.joined()
    })
  return () => void supabase.removeChannel(channel)
}
