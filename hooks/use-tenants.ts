import { parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useMemo } from 'react'
import { countTenants, listTenants, listTimeZones, type TenantRow } from '@/lib/tenants/tenant-list'
import { TENANT_PROBLEMS, TENANT_SORTS, TENANT_STATUSES, type TenantQuery } from '@/lib/tenants/tenant-query'
import { keys } from './keys'
import type { Ahead } from './prefetch'
import { useAllQueryStates } from './use-all-query-states'
import { FIRST_PAGE, listChanges, type ListState, PAGE_PARAMETERS, pageQuestion, useList } from './use-list'
import { useQuery } from './use-query'

const PARAMETERS = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(TENANT_STATUSES),
  timeZone: parseAsString,
  full: parseAsBoolean.withDefault(false),
  problems: parseAsStringLiteral(TENANT_PROBLEMS),
  sort: parseAsStringLiteral(TENANT_SORTS).withDefault('company'),
  descending: parseAsBoolean.withDefault(false),
  ...PAGE_PARAMETERS,
}

const ADDRESS_KEYS = { search: 'q', timeZone: 'zone', descending: 'desc' }

/**
 * The query of the tenant list, kept in the address: /app/tenants?q=&status=&zone=&full=&problems=&sort=&desc=, and `after` or
 * `before` for the page. Missing and invalid parameters have their defaults. Back undoes a change.
 */
export function useTenantQuery() {
  const [values, setValues] = useAllQueryStates(PARAMETERS, { urlKeys: ADDRESS_KEYS, history: 'push' })
  const query: TenantQuery = useMemo(
    () => ({ ...values, before: values.after ? null : values.before }),
    [values],
  )
  const { change, type, turnTo } = listChanges<Partial<Omit<TenantQuery, 'after' | 'before'>>>(setValues)
  return {
    query,
    change,
    search: (words: string) => type({ search: words }),
    clear: () => change({ search: '', status: null, timeZone: null, full: false, problems: null }),
    turnTo,
  }
}

/** The tenants that match, a page at a time; what is typed is sought once typing pauses. */
export function useTenants(query: TenantQuery): ListState<TenantRow> {
  return useList({
    key: keys.tenants(),
    query,
    typed: ['search'],
    list: listTenants,
    count: countTenants,
    countsPages: true,
  })
}

const FIRST: TenantQuery = {
  search: '',
  status: null,
  timeZone: null,
  full: false,
  problems: null,
  sort: 'company',
  descending: false,
  ...FIRST_PAGE,
}

/** The first queries of the tenant list. */
export const prefetchTenants: Ahead = () => [
  pageQuestion({ key: keys.tenants(), query: FIRST, list: listTenants }),
]

/** The time zones to filter by; empty while loading. */
export function useTenantTimeZones(): string[] {
  return useQuery(keys.tenantZones(), listTimeZones).data ?? []
}
