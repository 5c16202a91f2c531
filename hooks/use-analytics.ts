import { useEffect, useSyncExternalStore } from 'react'
import { type AnalyticsUser, forgetUser, identifyUser } from '@/lib/analytics'
import { currentSessionId, subscribeToUser } from '@/lib/session/session-store'

const unknown = () => undefined

/**
 * Identifies `user` once they (undefined while loading) and their session are known, and forgets them when nobody is signed in
 * (null).
 */
export function useAnalytics(user: AnalyticsUser | null | undefined): void {
  const id = user?.id
  const email = user?.email
  const signedOut = user === null
  const sessionId = useSyncExternalStore(subscribeToUser, currentSessionId, unknown)
  useEffect(() => {
    if (id && sessionId) void identifyUser({ id, email }, sessionId)
    else if (signedOut) void forgetUser()
  }, [id, email, sessionId, signedOut])
}
