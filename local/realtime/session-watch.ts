import type pg from 'pg'
import type { Channel } from './channels.ts'
import { liveSessions } from './subscribers.ts'

const everyMs = 30_000

/**
 * Every half minute shuts the channels whose session has ended (a ban, a sign-out elsewhere) before their tokens expire, until the returned
 * function is called.
 */
export function watchSessions(pool: pg.Pool, channels: () => Channel[]): () => void {
  const watch = setInterval(async () => {
    const withSession = channels().filter((channel) => channel.identity.sessionId !== null)
    if (withSession.length === 0) return
    try {
      const live = await liveSessions(
        pool,
        withSession.map((channel) => channel.identity.sessionId ?? ''),
      )
      for (const channel of withSession) {
        if (!live.has(channel.identity.sessionId ?? '')) channel.shut('InvalidJWTToken: Session has ended')
      }
    } catch (error) {
      console.error('Realtime:', error)
    }
  }, everyMs)
  watch.unref()
  return () => clearInterval(watch)
}
