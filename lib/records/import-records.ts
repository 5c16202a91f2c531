import { retry } from 'es-toolkit/function'
import { RequestFailure } from '../errors'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json } from '../supabase/database.types'
import { refusalOfMessage } from '../supabase/refusal'
import type { RecordValues } from './field'
import { columnLabel, type Resource } from './resource'

export type ImportOutcome = 'insert' | 'update' | 'unchanged' | 'error'

/** The outcome of a row of an import; rows count from 1. */
export interface ImportedRow {
  row_number: number
  outcome: ImportOutcome
  message: string | null
}

/** Rows per request: all of them are imported or none. */
const ROWS_A_REQUEST = 1000

const SENT_AGAIN_AFTER = [1, 3, 9, 20]

/** How an import is watched, and how patient it is. */
export interface ImportWatch {
  /** The trail shows the parts of one run as one change, whoever of its calls sent them. */
  run?: string
  /** A part is done: how many rows altogether, its own outcomes, and whether it was sent more than once. */
  onPart?: (done: number, part: readonly ImportedRow[], again: boolean) => void
  /** No answer came; the part is sent again. */
  onLost?: () => void
  /** Seconds until a part is sent again whose answer was lost; with none it is sent once. */
  sentAgainAfter?: readonly number[]
}

/**
 * Imports rows in parts, or only answers their outcomes. A part of which a row is refused is not stored, and nothing after it is
 * sent: the answer then has the rows of the parts before and the refused ones. A part whose answer is lost is sent again, which
 * is safe: rows that are stored already stay as they are (docs/decisions/132). When no answer comes for half a minute, the
 * RequestFailure is thrown; the watch knows the parts before. `row_number` counts from 1 in `rows`.
 */
export async function importRecords(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
  rows: readonly RecordValues[],
  dryRun: boolean,
  { run = crypto.randomUUID(), onPart, onLost, sentAgainAfter = SENT_AGAIN_AFTER }: ImportWatch = {},
): Promise<ImportedRow[]> {
  const results: ImportedRow[] = []
  for (let from = 0; from < rows.length; from += ROWS_A_REQUEST) {
    const part = rows.slice(from, from + ROWS_A_REQUEST)
    const asked = {
      target_table: resource.table,
      tenant: tenantId as string,
      key_columns: [...(resource.importKey ?? [])],
      any_key: resource.importKeyEach ?? false,
      may_insert: !resource.elsewhere.includes('create'),
      rows: part as Json,
      dry_run: dryRun,
      run,
    }
    let again = false
    const answer = await retry(
      async () => dataOf(await supabase.rpc('import_records', asked)) as ImportedRow[],
      {
        retries: sentAgainAfter.length,
        delay: (attempt) => 1000 * (sentAgainAfter[attempt] ?? 0),
        shouldRetry: (failure, attempt) => {
          if (!isLost(failure) || attempt >= sentAgainAfter.length) return false
          again = true
          onLost?.()
          return true
        },
      },
    )
    const refused = dryRun ? [] : answer.filter(({ outcome }) => outcome === 'error')
    const told = refused.length > 0 ? refused : answer
    results.push(...told.map((row) => ({ ...row, row_number: row.row_number + from })))
    if (refused.length > 0) break
    const numbered = answer.map((row) => ({ ...row, row_number: row.row_number + from }))
    onPart?.(from + part.length, numbered, again)
  }
  return results.map((row) => {
    if (!row.message) return row
    const { message, column } = refusalOfMessage(row.message)
    return { ...row, message: column ? `${columnLabel(resource, column)}: ${message}` : message }
  })
}

// No answer at all, or one of a proxy that got none.
function isLost(failure: unknown): boolean {
  return failure instanceof RequestFailure && [0, 502, 503, 504].includes(failure.status)
}
