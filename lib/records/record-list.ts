import { dayAfter } from '../dates/day'
import { parseSpan } from '../dates/span'
import { allPages, onePage, type Page, type PageQuery } from '../lists/page'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { RecordRow, TableName } from './field'

/** A range of a column's values; `to` is excluded. */
export interface Range {
  from: string
  to: string
}

export interface RecordQuery<Filter = string> extends PageQuery {
  search: string
  /** Column to value, as text, or to a range. */
  filters: Readonly<Record<string, Filter>>
  sort: string
}

type Asked = Pick<RecordQuery<string | Range>, 'search' | 'filters'>

/** A table's records: one tenant's, or all of a table without tenants. */
export interface RecordSource {
  table: TableName
  tenantId: string | null
}

export function isFiltered({ search, filters }: Pick<RecordQuery, 'search' | 'filters'>): boolean {
  return search.trim() !== '' || Object.values(filters).some((value) => value !== '')
}

/** One page of the records that the caller may see. */
export function listRecords<Row extends RecordRow = RecordRow>(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery<string | Range>,
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

/** Number of matching records, counted up to 10,001. */
export async function countRecords(supabase: Supabase, source: RecordSource, query: Asked): Promise<number> {
  return dataOf(await supabase.rpc('record_count', asked(source, query)))
}

/** All matching records, in order; `onProgress` gets the number loaded. */
export function allRecords<Row extends RecordRow = RecordRow>(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery<string | Range>,
  onProgress?: (loaded: number) => void,
): Promise<Row[]> {
  return allPages(
    (after, size) => listRecords<Row>(supabase, source, { ...query, before: null, after }, size),
    onProgress,
  )
}

function asked({ table, tenantId }: RecordSource, { search, filters }: Asked) {
  return {
    target_table: table,
    tenant: tenantId ?? undefined,
    search: search.trim() || undefined,
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) =>
        value === '' ? [] : [[name, typeof value === 'string' ? wanted(value) : { ...value }]],
      ),
    ),
  }
}

/** A filter value as is, or the instants of a date range. */
function wanted(value: string) {
  const span = parseSpan(value)
  return span ? { from: span.from, to: dayAfter(span.until, 1) } : value
}
