import type { Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { onFollowed, subscribeSignedIn } from './followed'

/** A change to a row. For a deleted row only the id is sent. */
export type RowChange<Row> = { kind: 'insert' | 'update'; row: Row } | { kind: 'delete'; id: string }

export interface ChangeListener {
  company: (change: RowChange<Tables<'companies'>>) => void
  opportunity: (change: RowChange<Tables<'opportunities'>>) => void
  /** Called when changes start to be pushed, initially and after a reconnect; earlier changes must be read. */
  followed: () => void
}

interface Pushed<Row> {
  eventType: 'INSERT' | 'UPDATE' | 'DELETE'
  new: Partial<Row>
  old: { id?: string }
}

/**
 * Subscribes to changes of companies and opportunities that the user may see: the inserts of specification section 7 (live
 * subscription), updates and deletions. The client reconnects by itself. Returns a function that unsubscribes.
 *
 * Each has a topic of its own: while one is being left, the client gives its channel to the next of the same topic.
 */
export function openChangeChannel(supabase: Supabase, listener: ChangeListener): () => void {
  const all = { event: '*', schema: 'public' } as const
  function open() {
    const channel = supabase
      .channel(`changes ${crypto.randomUUID()}`)
      .on<Tables<'companies'>>('postgres_changes', { ...all, table: 'companies' }, (pushed) => {
        const change = changeOf<Tables<'companies'>>(pushed)
        if (change) listener.company(change)
      })
      .on<Tables<'opportunities'>>('postgres_changes', { ...all, table: 'opportunities' }, (pushed) => {
        const change = changeOf<Tables<'opportunities'>>(pushed)
        if (change) listener.opportunity(change)
      })
    return onFollowed(channel, listener.followed)
  }
  return subscribeSignedIn(supabase, open)
}

/** A row without an id is one that the user may not see. */
function changeOf<Row extends { id: string }>(pushed: Pushed<Row>): RowChange<Row> | undefined {
  if (pushed.eventType === 'DELETE')
    return pushed.old.id === undefined ? undefined : { kind: 'delete', id: pushed.old.id }
  if (pushed.new.id === undefined) return undefined
  return { kind: pushed.eventType === 'INSERT' ? 'insert' : 'update', row: pushed.new as Row }
}
