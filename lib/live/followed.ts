import type { RealtimeChannel } from '@supabase/supabase-js'

/**
 * Calls back each time the server has begun to follow a channel's tables, initially and after a reconnect. It confirms a join before it
 * does; Realtime's system message says that it does now.
 */
export function onFollowed(channel: RealtimeChannel, followed: () => void): RealtimeChannel {
  return channel.on('system', {}, ({ extension, status }) => {
    if (extension === 'postgres_changes' && status === 'ok') followed()
  })
}
