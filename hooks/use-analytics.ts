import { useEffect } from 'react'
import { type AnalyticsUser, forgetUser, identifyUser } from '@/lib/analytics'
import { currentSessionId } from '@/lib/session/session-store'

/** Identifies `user` once known (undefined while loading) and forgets them when nobody is signed in (null). */
export function useAnalytics(user: AnalyticsUser | null | undefined): void {
  const id = user?.id
  const email = user?.email
  const signedOut = user === null
  useEffect(() => {
    if (id) void identifyUser({ id, email }, currentSessionId())
    else if (signedOut) void forgetUser()
  }, [id, email, signedOut])
}
