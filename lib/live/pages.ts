/** Rows requested per page, and the most that the embedded backend returns; others may return fewer (hosted Supabase: 1,000 unless configured). */
export const ROWS_PER_REQUEST = 10_000

/**
 * Reads pages until one is empty, each starting after the previous page's last row. A short page is not the end: the server
 * decides its size.
 */
export async function* readPages<Row>(
  readPage: (after: Row | undefined) => Promise<readonly Row[]>,
  after?: Row,
): AsyncGenerator<readonly Row[]> {
  for (let last = after; ;) {
    const page = await readPage(last)
    if (page.length === 0) return
    last = page.at(-1)
    yield page
  }
}

/** All rows of `readPages`. */
export async function readAll<Row>(
  readPage: (after: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of readPages(readPage)) rows.push(...page)
  return rows
}
