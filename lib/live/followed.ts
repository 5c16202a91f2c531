import type { RealtimeChannel } from '@supabase/supabase-js'
import { orNull } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'

/** How long before it was asked for a page may have been read: while it is rendered, or when a link to it was pointed at. */
export const READ_BEFORE_S = 12
/** A version is dated from the start of its transaction. The longest are imports and bulk changes, with this statement timeout. */
const TRANSACTION_S = 60
/** How long after the server has ended a channel another is opened. */
const REOPEN_MS = 1000

/**
 * Whether lists that a page was read with may have changed before the server began to push their changes. `asked` is when they were
 * asked to be followed, in milliseconds of `performance.now()`. True without an answer: reading again then says what is wrong.
 */
export async function haveChanged(
  supabase: Supabase,
  tables: string[],
  tenantId: string | null,
  asked: number,
): Promise<boolean> {
  const { data } = await supabase.rpc('list_changed_within', {
    target_tables: tables,
    tenant: orNull(tenantId),
    seconds: (performance.now() - asked) / 1000 + READ_BEFORE_S + TRANSACTION_S,
  })
  return data !== false
}

/**
 * Calls back each time the server has begun to follow a channel's tables, initially and after a reconnect. It confirms a join before it
 * does; Realtime's system message says that it does now.
 */
export function onFollowed(channel: RealtimeChannel, followed: () => void): RealtimeChannel {
  return channel.on('system', {}, ({ extension, status }) => {
    if (extension === 'postgres_changes' && status === 'ok') followed()
  })
}

/**
 * Opens a channel and subscribes it once Realtime has the session's token. realtime-js would join without it, as anon, and if the token
 * arrived before the join was confirmed, neither send it nor join again: no row would be pushed. The server ends a channel whose token
 * expires, as it does in a tab that was hidden for long, and realtime-js does not join again: then another is opened. Returns a function
 * that unsubscribes.
 */
export function subscribeSignedIn(
  supabase: Supabase,
  open: () => RealtimeChannel,
  onStatus?: (status: string) => void,
): () => void {
  let channel: RealtimeChannel
  let hasLeft = false
  function subscribe() {
    if (hasLeft) return
    channel = open()
    void supabase.realtime
      .setAuth()
      .catch(console.error)
      .then(() => {
        if (!hasLeft) channel.subscribe(statusChanged)
      })
  }
  function statusChanged(status: string) {
    onStatus?.(status)
    if (status === 'CLOSED') setTimeout(subscribe, REOPEN_MS)
  }
  subscribe()
  return () => {
    hasLeft = true
    void supabase.removeChannel(channel)
  }
}
