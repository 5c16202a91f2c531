import { useContext, useSyncExternalStore } from 'react'
import { type CurrentUser, currentUser, subscribeToUser } from '@/lib/session/session-store'
import { InitialDataContext } from './initial-data'

/** The signed-in user: undefined while loading, null if signed out (specification section 4). */
export function useUser(): CurrentUser {
  const { user } = useContext(InitialDataContext)
  return useSyncExternalStore(subscribeToUser, currentUser, () => user)
}
