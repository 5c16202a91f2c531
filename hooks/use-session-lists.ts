import { useMemo, useSyncExternalStore } from 'react'
import type { ListState, LiveList } from '@/lib/live/live-list'
import type { ListedRow } from '@/lib/live/row-list'
import { type SessionLists, sessionLists } from '@/lib/live/session-lists'
import { useMember } from './use-member'
import { useUser } from './use-user'

/**
 * The signed-in user's lists, of the rows that they may see now; undefined while unknown or signed out. Where what they may see
 * cannot be read, of the rows that the database returns.
 */
export function useSessionLists(): SessionLists | undefined {
  const userId = useUser()?.id
  const { permissions, loading } = useMember()
  const rights = permissions ? [...permissions].sort().join() : ''
  // The server keeps no lists.
  const isKnown = userId && !loading && typeof window !== 'undefined'
  return useMemo(() => (isKnown ? sessionLists(userId, rights) : undefined), [isKnown, userId, rights])
}

const LOADING: ListState<never> = { rows: [], loading: true, error: undefined }
const loading = () => LOADING
const neverChanges = () => () => undefined

/** The current state of a list; loading while there is none. */
export function useListState<Row extends ListedRow>(list: LiveList<Row> | undefined): ListState<Row> {
  const state: () => ListState<Row> = list?.state ?? loading
  return useSyncExternalStore(list?.subscribe ?? neverChanges, state, loading)
}
