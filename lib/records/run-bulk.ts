import { failureMessage } from '../errors'
import type { RecordRow } from './field'

/** The outcome for one record. */
export interface RowReport<Row extends RecordRow = RecordRow> {
  row: Row
  /** undefined on success. */
  problem: string | undefined
}

/** Work on one record, or on several in one request that resolves to the problems by id. */
export interface BulkWork<Row extends RecordRow = RecordRow> {
  one: (row: Row) => Promise<unknown>
  many?: (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>
}

/** Records per request, if several can be sent. */
const ROWS_A_REQUEST = 50

/** Does the work on every record in order. A failure does not stop the others. Never throws. */
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
