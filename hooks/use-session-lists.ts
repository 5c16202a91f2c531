import { useMemo, useSyncExternalStore } from 'react'
import type { ListState, LiveList } from '@/lib/live/live-list'
import type { ListedRow } from '@/lib/live/row-list'
import { type SessionLists, sessionLists } from '@/lib/live/session-lists'
import { useUser } from './use-user'

/** The signed-in person's lists; undefined while it is not known who that is, or nobody is. */
export function useSessionLists(): SessionLists | undefined {
  const userId = useUser()?.id
  // The server keeps no one's lists.
  return useMemo(() => (userId && typeof window !== 'undefined' ? sessionLists(userId) : undefined), [userId])
}

const LOADING: ListState<never> = { rows: [], loading: true, error: undefined }
const loading = () => LOADING
const neverChanges = () => () => undefined

/** The list as it is now; loading while there is none. */
export function useListState<Row extends ListedRow>(list: LiveList<Row> | undefined): ListState<Row> {
  const state: () => ListState<Row> = list?.state ?? loading
  return useSyncExternalStore(list?.subscribe ?? neverChanges, state, loading)
}
