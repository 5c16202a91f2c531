import { useSyncExternalStore } from 'react'
import { type CurrentUser, currentUser, subscribeToUser } from '@/lib/session/session-store'

const unknownOnServer = () => undefined

/** Who is signed in: undefined while loading, null if nobody is, otherwise the user (specification section 4). */
export function useUser(): CurrentUser {
  return useSyncExternalStore(subscribeToUser, currentUser, unknownOnServer)
}
