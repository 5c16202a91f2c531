import { dayAfter } from '../dates/day'
import { parseSpan } from '../dates/span'
import { byIds } from '../lists/ids'
import { allPages, onePage, type Page, type PageQuery } from '../lists/page'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { RecordRow, TableName } from './field'
import type { Resource } from './resource'

export interface RecordQuery extends PageQuery {
  search: string
  /** Column to value, as text; a date range as its link contains it. */
  filters: Readonly<Record<string, string>>
  within?: Resource['within']
  sort: string
}

/** The first page of a whole list, in its default order. */
export function wholeList({ filters, sort }: Pick<Resource, 'filters' | 'sort'>): RecordQuery {
  return {
    search: '',
    filters: Object.fromEntries(filters.map(({ name }) => [name, ''])),
    sort: sort.column,
    descending: sort.descending ?? false,
    after: null,
    before: null,
  }
}

/** A table's records: one tenant's, or all of a table without tenants. */
export interface RecordSource {
  table: TableName
  tenantId: string | null
}

type Searched = Pick<RecordQuery, 'search' | 'filters' | 'within'>

/** Whether the user's search or filters leave out any record. */
export function isFiltered({ search, filters }: Searched): boolean {
  return search.trim() !== '' || Object.values(filters).some((value) => value !== '')
}

/** One page of the records that the caller may see. */
export function listRecords<Row extends RecordRow = RecordRow>(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery,
  pageSize?: number,
): Promise<Page<Row>> {
  return onePage(
    query,
    async (page) =>
      answerOf<Row[]>(
        await supabase.rpc('record_page', { ...asked(source, query), ...page, sort_by: query.sort }),
      ),
    pageSize,
  )
}

/** Number of matching records, counted to one past COUNTED_TO. */
export async function countRecords(
  supabase: Supabase,
  source: RecordSource,
  query: Searched,
): Promise<number> {
  return dataOf(await supabase.rpc('record_count', asked(source, query)))
}

/** All matching records, in order; `onProgress` gets the number loaded. */
export function allRecords<Row extends RecordRow = RecordRow>(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery,
  onProgress?: (loaded: number) => void,
): Promise<Row[]> {
  return allPages(
    (after, size) => listRecords<Row>(supabase, source, { ...query, before: null, after }, size),
    onProgress,
  )
}

/** Those of the ids that are records of the list, whatever it is filtered by. */
export async function storedIds(
  supabase: Supabase,
  { table, tenantId }: RecordSource,
  ids: readonly string[],
): Promise<string[]> {
  return byIds(ids, async (some) => {
    // The client's types need a literal table name.
    const rows = supabase
      .from(table as 'extensions')
      .select('id')
      .in('id', some)
    return dataOf(await (tenantId ? rows.eq('tenant_id', tenantId) : rows)).map(({ id }) => id)
  })
}

function asked({ table, tenantId }: RecordSource, { search, filters, within }: Searched) {
  const chosen = Object.entries({ ...filters, ...within }).filter(([, value]) => value !== '')
  return {
    target_table: table,
    tenant: tenantId ?? undefined,
    search: search.trim() || undefined,
    filters: Object.fromEntries(chosen.map(([name, value]) => [name, filterValue(value)])),
  }
}

/** A filter value as is, or the instants of a date range. */
function filterValue(value: string) {
  const span = parseSpan(value)
  return span ? { from: span.from, to: dayAfter(span.until, 1) } : value
}
