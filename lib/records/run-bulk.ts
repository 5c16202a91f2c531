import { chunk } from 'es-toolkit/array'
import { failureMessage } from '../errors'
import type { RecordRow } from './field'

export interface RowReport<Row extends RecordRow = RecordRow> {
  row: Row
  /** undefined on success. */
  problem: string | undefined
}

/**
 * Runs the work on all records in order, in chunks of `size`; the audit trail shows the run as one change. `work` resolves to the
 * problems by id; a failure does not stop the others. Never throws.
 */
export async function runBulk<Row extends RecordRow>(
  rows: readonly Row[],
  size: number,
  work: (part: readonly Row[], run: string) => Promise<ReadonlyMap<string, string>>,
  onProgress: (done: number) => void,
): Promise<RowReport<Row>[]> {
  const reports: RowReport<Row>[] = []
  const run = crypto.randomUUID()
  for (const part of chunk(rows, size)) {
    try {
      const problems = await work(part, run)
      reports.push(...part.map((row) => ({ row, problem: problems.get(row.id) })))
    } catch (error) {
      reports.push(...part.map((row) => ({ row, problem: failureMessage(error) })))
    }
    onProgress(reports.length)
  }
  return reports
}
