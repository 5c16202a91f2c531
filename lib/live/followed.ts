import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Supabase } from '@/lib/supabase/browser-client'

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
 * Subscribes a channel once Realtime has the session's token. realtime-js would join without it, as anon, and if the token arrived before
 * the join was confirmed, neither send it nor join again: no row would be pushed. Returns a function that unsubscribes.
 */
export function subscribeSignedIn(
  supabase: Supabase,
  channel: RealtimeChannel,
  onStatus?: (status: string) => void,
): () => void {
  let hasLeft = false
  void supabase.realtime
    .setAuth()
    .catch((error: unknown) => console.error(error))
    .then(() => {
      if (!hasLeft) channel.subscribe(onStatus)
    })
  return () => {
    hasLeft = true
    void supabase.removeChannel(channel)
  }
}
