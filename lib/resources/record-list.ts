import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Cursor } from '../tenants/tenant-query'
import type { RecordRow, TableName } from './resource'

/** What is asked of a list of records. At most one of `after` and `before` is set. */
export interface RecordQuery {
  search: string
  /** Column to value, as text. */
  filters: Readonly<Record<string, string>>
  sort: string
  descending: boolean
  after: Cursor | null
  before: Cursor | null
}

/** Rows of one page, and where the neighbouring pages start; null where there is none. */
export interface PageOfRecords<Row extends RecordRow = RecordRow> {
  rows: Row[]
  previous: Cursor | null
  next: Cursor | null
}

/** A table's records, of one tenant, or of none for what belongs to no tenant. */
export interface RecordSource {
  table: TableName
  tenantId: string | null
}

export const RECORDS_PER_PAGE = 50
/** A count stops here; what is more reads "10,000+". */
export const COUNTED_TO = 10_000

/** Rows fetched at a time when all are wanted, as for an export. */
const BATCH = 500

/** Whether the query leaves out records, other than by its page. */
export function isFiltered({ search, filters }: Pick<RecordQuery, 'search' | 'filters'>): boolean {
  return search.trim() !== '' || Object.values(filters).some((value) => value !== '')
}

/** One page of the records that the caller may see. Pages are found by key, not by counting. Throws RequestFailure. */
export async function listRecords(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery,
  pageSize = RECORDS_PER_PAGE,
): Promise<PageOfRecords> {
  const backwards = query.before !== null && query.after === null
  const from = backwards ? query.before : query.after
  const found = dataOf(
    await supabase.rpc('record_page', {
      ...asked(source, query),
      sort_by: query.sort,
      descending: query.descending !== backwards,
      after_value: from?.value,
      after_id: from?.id,
      // One more than is shown tells whether there is another page that way.
      page_size: pageSize + 1,
    }),
  ) as RecordRow[]
  const more = found.length > pageSize
  const rows = found.slice(0, pageSize)
  if (backwards) rows.reverse()
  const hasPrevious = backwards ? more : from !== null
  const hasNext = backwards || more
  const cursorAt = (row: RecordRow | undefined) =>
    row ? { id: row.id, value: String(row.sort_value ?? '') } : null
  return {
    rows,
    previous: hasPrevious ? cursorAt(rows[0]) : null,
    next: hasNext ? cursorAt(rows.at(-1)) : null,
  }
}

/** How many records the query finds, 10,001 for any number above 10,000. Throws RequestFailure. */
export async function countRecords(
  supabase: Supabase,
  source: RecordSource,
  query: Pick<RecordQuery, 'search' | 'filters'>,
): Promise<number> {
  return dataOf(await supabase.rpc('record_count', asked(source, query)))
}

/**
 * All records that the query finds, page after page, in its order; `onProgress` is told how many have come. Throws
 * RequestFailure.
 */
export async function allRecords(
  supabase: Supabase,
  source: RecordSource,
  query: RecordQuery,
  onProgress: (loaded: number) => void = () => undefined,
): Promise<RecordRow[]> {
  const rows: RecordRow[] = []
  let after: Cursor | null = null
  do {
    const page: PageOfRecords = await listRecords(supabase, source, { ...query, before: null, after }, BATCH)
    rows.push(...page.rows)
    onProgress(rows.length)
    after = page.next
  } while (after)
  return rows
}

/** "1,204", or "10,000+" where counting stopped. */
export function formatCount(count: number): string {
  return count > COUNTED_TO ? `${COUNTED_TO.toLocaleString('en')}+` : count.toLocaleString('en')
}

function asked(
  { table, tenantId }: RecordSource,
  { search, filters }: Pick<RecordQuery, 'search' | 'filters'>,
) {
  return {
    target_table: table,
    tenant: tenantId ?? undefined,
    search: search.trim() || undefined,
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  }
}
