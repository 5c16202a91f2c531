import { useContext, useSyncExternalStore } from 'react'
import { type CurrentUser, currentUser, subscribeToUser } from '@/lib/session/session-store'
import { FirstAnswersContext } from './first-answers'

/** Who is signed in: undefined while loading, null if nobody is, otherwise the user (specification section 4). */
export function useUser(): CurrentUser {
  const { user } = useContext(FirstAnswersContext)
  return useSyncExternalStore(subscribeToUser, currentUser, () => user)
}
