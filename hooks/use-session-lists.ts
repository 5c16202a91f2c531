import { useMemo, useSyncExternalStore } from 'react'
import type { ListState, LiveList } from '@/lib/live/live-list'
import type { ListedRow } from '@/lib/live/row-list'
import { type SessionLists, sessionLists } from '@/lib/live/session-lists'
import { useUser } from './use-user'

/** The signed-in user's lists; undefined while unknown or signed out. */
export function useSessionLists(): SessionLists | undefined {
  const userId = useUser()?.id
  // The server keeps no lists.
  return useMemo(() => (userId && typeof window !== 'undefined' ? sessionLists(userId) : undefined), [userId])
}

const LOADING: ListState<never> = { rows: [], loading: true, error: undefined }
const loading = () => LOADING
const neverChanges = () => () => undefined

/** The current state of a list; loading while there is none. */
export function useListState<Row extends ListedRow>(list: LiveList<Row> | undefined): ListState<Row> {
  const state: () => ListState<Row> = list?.state ?? loading
  return useSyncExternalStore(list?.subscribe ?? neverChanges, state, loading)
}
