import { failureMessage } from '../errors'
import type { RecordRow } from './field'

/** What became of one of many records. */
export interface RowReport<Row extends RecordRow = RecordRow> {
  row: Row
  /** undefined when it went well. */
  problem: string | undefined
}

/** Done to one record, or to several in one request, which answers what stood in the way of each, by id. */
export interface BulkWork<Row extends RecordRow = RecordRow> {
  one: (row: Row) => Promise<unknown>
  many?: (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>
}

/** Records in one request where that can be. */
const ROWS_A_REQUEST = 50

/** Does it to every record, each on its own, in order; one that fails does not keep the others back. Never throws. */
export async function runBulk<Row extends RecordRow>(
  rows: readonly Row[],
  { one, many }: BulkWork<Row>,
  onProgress: (done: number) => void,
): Promise<RowReport<Row>[]> {
  const size = many ? ROWS_A_REQUEST : 1
  const reports: RowReport<Row>[] = []
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size)
    try {
      const problems = many ? await many(part) : void (await Promise.all(part.map(one)))
      reports.push(...part.map((row) => ({ row, problem: problems?.get(row.id) })))
    } catch (error) {
      reports.push(...part.map((row) => ({ row, problem: failureMessage(error) })))
    }
    onProgress(reports.length)
  }
  return reports
}
