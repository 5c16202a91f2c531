import { useEffect } from 'react'
import type { Company } from '@/lib/live/sources'
import { useListState, useSessionLists } from './use-session-lists'

export interface CompaniesState {
  /** Grows page by page while loading; the same array until it changes. */
  companies: readonly Company[]
  loading: boolean
  error: unknown
  /** Goes on where loading failed. */
  retry: () => void
}

/** All companies that the person may see, sorted by name (specification section 7); newly inserted ones first. */
export function useCompanies(): CompaniesState {
  const lists = useSessionLists()
  const { rows, loading, error } = useListState(lists?.companies)
  useEffect(() => {
    lists?.follow()
    lists?.companies.load()
  }, [lists])
  return { companies: rows, loading, error, retry: () => lists?.companies.load() }
}
