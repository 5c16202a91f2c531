import { createParser, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { parseSpan } from '@/lib/dates/span'
import type { Cursor } from '@/lib/lists/cursor'
import type { RecordRow } from '@/lib/records/field'
import {
  countRecords,
  listRecords,
  type RecordQuery,
  type RecordSource,
  wholeList,
} from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import type { Supabase } from '@/lib/supabase/browser-client'
import { isUuid } from '@/lib/validation/uuid'
import { keys } from './keys'
import type { Ahead } from './prefetch'
import { useAllQueryStates } from './use-all-query-states'
import { useFollowedList } from './use-followed-list'
import { listChanges, PAGE_PARAMETERS, pageQuestion, useList } from './use-list'
import { useMember } from './use-member'
import { useSelection } from './use-selection'
import { useTenantId } from './use-tenant'

/** An invalid record id in a filter is ignored. */
const recordId = createParser({
  parse: (text) => (isUuid(text) ? text : null),
  serialize: String,
})

/** Invalid date ranges are ignored. */
const days = createParser({
  parse: (text) => (parseSpan(text) ? text : null),
  serialize: String,
})

/**
 * The query of a record list and the open record, kept in the address: ?q=&sort=&desc=, one parameter per filter, `after` or
 * `before` for the page, record=<id> or record=new, and the part=<name> of its form. Missing and invalid parameters have their defaults. A change leads to the
 * first page, and Back undoes it.
 */
export function useRecordQuery(resource: Pick<Resource, 'columns' | 'filters' | 'within' | 'sort'>) {
  const parameters = useMemo(() => parametersOf(resource), [resource])
  const filterNames = useMemo(() => resource.filters.map(({ name }) => name), [resource])
  const [values, setValues] = useAllQueryStates(parameters, { history: 'push' })
  const [tab] = useQueryState('tab')

  const query: RecordQuery = useMemo(
    () => ({
      search: String(values.q ?? ''),
      filters: Object.fromEntries(filterNames.map((name) => [name, String(values[name] ?? '')])),
      within: resource.within,
      sort: String(values.sort),
      descending: values.desc === true,
      after: (values.after as Cursor | null) ?? null,
      before: values.after ? null : ((values.before as Cursor | null) ?? null),
    }),
    [values, filterNames, resource.within],
  )
  const { change, type, turnTo } = listChanges<Record<string, unknown>>(setValues)

  return {
    query,
    /** The id of the open record, 'new', or null. */
    record: (values.record as string | null) ?? null,
    /** The part of its form to begin with, or null. */
    part: (values.part as string | null) ?? null,
    search: (words: string) => type({ q: words || null }),
    filter: (name: string, value: string) => change({ [name]: value || null }),
    sortBy: (sort: string, descending: boolean) => change({ sort, desc: descending }),
    clear: () => change({ q: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
    turnTo,
    /** The address of a record of this list, in the tab that the list is in. */
    pathOf: (record: string) => `?${new URLSearchParams({ ...(tab && { tab }), record })}`,
    /** Closing replaces the open record's address, so that Back does not open it again. */
    open(record: string | null) {
      setValues({ record, part: null }, { history: record ? 'push' : 'replace' })
    },
  }
}

/** A record list: its query, its page, the selection across pages, and the user's permissions. */
export function useRecords<Row extends RecordRow>(resource: Resource<Row>) {
  const source = { table: resource.table, tenantId: useTenantId() }
  const address = useRecordQuery(resource)
  const list = useList({
    ...sourceOf<Row>(source),
    query: address.query,
    typed: ['search'],
    count: (supabase, wanted) => countRecords(supabase, source, wanted),
  })
  useFollowedList(source)
  const { selected, select } = useSelection(source, list.page?.rows)
  const { permissions } = useMember()
  const mayDo = (action: 'create' | 'edit' | 'delete' | 'export') =>
    may(permissions, resource.section, action) && !resource.elsewhere.some((one) => one === action)
  return { resource, source, address, query: address.query, list, selected, select, permissions, mayDo }
}

export type Records<Row extends RecordRow = RecordRow> = ReturnType<typeof useRecords<Row>>

/** The first query of a record page: the first page of its list. */
export function prefetchRecords(resource: Resource): Ahead {
  const query = wholeList(resource)
  return (tenantId) => [pageQuestion({ ...sourceOf({ table: resource.table, tenantId }), query })]
}

function sourceOf<Row extends RecordRow>(source: RecordSource) {
  return {
    key: keys.records(source.tenantId, source.table),
    list: (supabase: Supabase, wanted: RecordQuery) => listRecords<Row>(supabase, source, wanted),
  }
}

function parametersOf({ columns, filters, sort }: Pick<Resource, 'columns' | 'filters' | 'sort'>) {
  const sorts = columns.filter(({ sortable }) => sortable).map(({ id }) => id)
  const chosen = Object.fromEntries(
    filters.map(({ name, options, to }) => [
      name,
      options ? parseAsStringLiteral(options.map(({ value }) => value)) : to === 'days' ? days : recordId,
    ]),
  )
  return {
    ...chosen,
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral([...new Set([sort.column, ...sorts])]).withDefault(sort.column),
    desc: parseAsBoolean.withDefault(sort.descending ?? false),
    ...PAGE_PARAMETERS,
    record: parseAsString,
    part: parseAsString,
  } as Record<string, ReturnType<typeof createParser<unknown>>>
}
