import { useEffect } from 'react'
import type { Opportunity } from '@/lib/live/sources'
import { useListState, useSessionLists } from './use-session-lists'

export interface OpportunitiesState {
  /** Grows page by page while loading; the same array until it changes. */
  opportunities: readonly Opportunity[]
  loading: boolean
  error: unknown
  /** Goes on where loading failed. */
  retry: () => void
}

/** All leads that the person may see, with their company's name (specification section 7); newly inserted ones first. */
export function useOpportunities(): OpportunitiesState {
  const lists = useSessionLists()
  const { rows, loading, error } = useListState(lists?.opportunities)
  useEffect(() => {
    lists?.follow()
    lists?.opportunities.load()
  }, [lists])
  return { opportunities: rows, loading, error, retry: () => lists?.opportunities.load() }
}
