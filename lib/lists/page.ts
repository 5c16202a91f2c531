import { formatFigure } from '../figures'
import type { Cursor } from './cursor'

/** The requested page of a sorted list. At most one of `after` and `before` is set. */
export interface PageQuery {
  descending: boolean
  after: Cursor | null
  before: Cursor | null
}

/** Rows of one page and the cursors of its neighbors; null where there is none. */
export interface Page<Row> {
  rows: Row[]
  previous: Cursor | null
  next: Cursor | null
}

/** Paging arguments of the database's list functions. */
export interface AskedPage {
  descending: boolean
  after_value: string | undefined
  after_id: string | undefined
  page_size: number
}

type Listed = { id: string; sort_value?: unknown }

export const PAGE_SIZE = 50
/** Rows per request when all are wanted, as for an export. */
const BATCH = 500
/** Counting stops here (private.counted_to); larger totals read "10,000+". */
export const COUNTED_TO = 10_000

/** One page of a list, found by keyset rather than offset; the page before a cursor is read in reverse. */
export async function onePage<Row extends Listed>(
  { descending, after, before }: PageQuery,
  ask: (asked: AskedPage) => Promise<Row[]>,
  size = PAGE_SIZE,
): Promise<Page<Row>> {
  const backwards = before !== null && after === null
  const from = backwards ? before : after
  const found = await ask({
    descending: descending !== backwards,
    after_value: from?.value,
    after_id: from?.id,
    // One row beyond the page tells whether there is another page that way.
    page_size: size + 1,
  })
  const more = found.length > size
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  const hasPrevious = backwards ? more : from !== null
  const hasNext = backwards || more
  return {
    rows,
    previous: hasPrevious ? cursorAt(rows[0]) : null,
    next: hasNext ? cursorAt(rows.at(-1)) : null,
  }
}

/** The page that is asked for or, where others have removed all of its rows, the nearest that has rows: the last one, or the first. */
export async function nearestPage<Row, Query extends PageQuery>(
  query: Query,
  load: (query: Query) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const page = await load(query)
  if (page.rows.length > 0 || !(query.after ?? query.before)) return page
  if (!query.after) return load({ ...query, before: null })
  const fromTheEnd = await load({ ...query, after: null, descending: !query.descending })
  return { rows: fromTheEnd.rows.toReversed(), previous: fromTheEnd.next, next: null }
}

/** All rows of a list in order, page by page; `onProgress` gets the number of rows so far. */
export async function allPages<Row>(
  page: (after: Cursor | null, size: number) => Promise<Page<Row>>,
  onProgress: (loaded: number) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Cursor | null = null
  do {
    const found: Page<Row> = await page(after, BATCH)
    rows.push(...found.rows)
    onProgress(rows.length)
    after = found.next
  } while (after)
  return rows
}

/** "1,204", or "10,000+" where counting stopped. */
export function formatCount(count: number): string {
  return count > COUNTED_TO ? `${formatFigure(COUNTED_TO)}+` : formatFigure(count)
}

function cursorAt(row: Listed | undefined): Cursor | null {
  return row ? { id: row.id, value: String(row.sort_value ?? '') } : null
}

/** The range shown by a list: "20 of 5,000 ring groups", or "20 ring groups" if that is all or there is no count. */
export function rangeText(
  shown: number,
  count: number | undefined,
  { noun, plural }: { noun: string; plural: string },
): string {
  const word = count === 1 || (count === undefined && shown === 1) ? noun : plural
  return count === undefined || count === shown
    ? `${shown} ${word}`
    : `${shown} of ${formatCount(count)} ${word}`
}
