import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { useMemo } from 'react'
import { type DaySpan, presetSpan, spanFrom } from '@/lib/dates/span'
import { REFRESH_MS } from '@/lib/fetching-defaults'
import type { TableName } from '@/lib/records/field'
import { SECTIONS } from '@/lib/session/permissions'
import { TRAIL_ACTIONS } from '@/lib/trail/change'
import {
  type TrailFilter,
  trailPage,
  trailPeople,
  type TrailQuery,
  transactionEntries,
} from '@/lib/trail/pages'
import { historyOf } from '@/lib/trail/revisions'
import { keys } from './keys'
import { useAllQueryStates } from './use-all-query-states'
import { listChanges, PAGE_PARAMETERS, useList } from './use-list'
import { useQuery } from './use-query'
import { useReadersDay, useReadersTimes } from './use-readers-day'
import { useTenantId } from './use-tenant'

const FILTERS = {
  q: parseAsString.withDefault(''),
  person: parseAsString.withDefault(''),
  section: parseAsStringLiteral(SECTIONS),
  action: parseAsStringLiteral(TRAIL_ACTIONS.map(({ value }) => value)),
  ...PAGE_PARAMETERS,
}
const DAYS = { from: parseAsString, until: parseAsString }

/** The query of the audit trail, kept in the address: search term, person, section, action and page; the date range is separate. */
export function useTrailQuery(span: DaySpan) {
  const [values, setValues] = useAllQueryStates(FILTERS, { history: 'push' })
  const times = useReadersTimes(span)
  const query: TrailQuery = useMemo(() => {
    const { q, section, action, person, after, before } = values
    return {
      times,
      search: q,
      person,
      section: section ?? '',
      action: action ?? '',
      descending: true,
      after,
      before: after ? null : before,
    }
  }, [values, times])
  const { change, type, turnTo } = listChanges<Record<string, unknown>>(setValues)
  return {
    query,
    search: (words: string) => type({ q: words || null }),
    filter: (name: Exclude<keyof TrailFilter, 'search'>, value: string) => change({ [name]: value || null }),
    clear: () => change({ q: null, person: null, section: null, action: null }),
    turnTo,
  }
}

/** The date range in the address; the last 30 days by default. */
export function useTrailDays() {
  const [{ from, until }, setDays] = useAllQueryStates({ ...DAYS, ...PAGE_PARAMETERS }, { history: 'push' })
  const day = useReadersDay()
  return {
    day,
    span: from || until ? spanFrom(from, until, day) : presetSpan('30d', day),
    choose: (span: DaySpan) => setDays({ ...span, after: null, before: null }),
  }
}

/** A page of the audit trail, of the page's tenant or of all. */
export function useTrailList(query: TrailQuery) {
  const tenantId = useTenantId()
  return useList({
    key: keys.trailPages(tenantId),
    query,
    typed: ['search'],
    list: (supabase, wanted) => trailPage(supabase, tenantId, wanted),
    refreshInterval: REFRESH_MS,
  })
}

/** Everyone in the trail that the user may read, with their latest email address. */
export const useTrailPeople = () => useQuery(keys.trailPeople(), trailPeople, { early: true })

/** The first entries of the same transaction, with one entry more than is shown. */
export function useEntriesBeside(entry: string, shown: number) {
  const tenantId = useTenantId()
  return useQuery(keys.trailEntries(tenantId, entry), (supabase) =>
    transactionEntries(supabase, tenantId, entry, shown + 1),
  )
}

/** Who changed what in a record and its parts, newest first, with one entry more than is shown. */
export function useHistory(table: TableName, id: string, shown: number) {
  const tenantId = useTenantId()
  return useQuery(
    keys.history(tenantId, table, id, shown),
    (supabase) => historyOf(supabase, table, tenantId, id, shown + 1),
    { keepPreviousData: true },
  )
}
