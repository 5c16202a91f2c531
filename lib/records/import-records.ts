import { chunk } from 'es-toolkit/array'
import { retry } from 'es-toolkit/function'
import { isUnanswered, Refusal } from '../errors'
import { dataOf, orNull } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json } from '../supabase/database.types'
import { refusalOfMessage } from '../supabase/refusal'
import type { RecordValues } from './field'
import { problemText, type Resource } from './resource'

export type ImportOutcome = 'insert' | 'update' | 'unchanged' | 'error'

/** A row to import, with its number in the file. */
export interface ImportRow {
  row: number
  values: RecordValues
}

/** The outcome of a row of an import, by its number in the file. */
export interface ImportedRow {
  row_number: number
  outcome: ImportOutcome
  message: string | null
  /** The columns of an existing record that the row changes. */
  changed?: readonly string[]
}

/** Rows per request, as many as import_records takes; each request stores all of its rows or none. */
export const ROWS_A_REQUEST = 1000

const SENT_AGAIN_AFTER = [1, 3, 9, 20]

/** Progress callbacks and retry settings of an import. */
interface ImportWatch {
  /** The audit trail shows all requests of a run as one change. */
  run?: string
  /** A batch is done: its outcomes, and whether it was sent more than once. */
  onPart?: (part: readonly ImportedRow[], again: boolean) => void
  /** A response was lost; the batch is sent again. */
  onLost?: () => void
  /** Seconds to wait before each retry after a lost response; without any, there is no retry. */
  sentAgainAfter?: readonly number[]
}

/**
 * Imports rows in batches, or only checks them. A batch with a rejected row is not stored, and nothing after it is sent: the result
 * has the rows of earlier batches and the rejected ones. A batch whose response is lost, or that the server is too busy for, is sent
 * again, which is safe, because rows already stored do not change (docs/decisions/132). After half a minute without a response, throws
 * the RequestFailure; `watch` has the earlier batches.
 */
export async function importRecords(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
  rows: readonly ImportRow[],
  dryRun: boolean,
  { run = crypto.randomUUID(), onPart, onLost, sentAgainAfter = SENT_AGAIN_AFTER }: ImportWatch = {},
): Promise<ImportedRow[]> {
  const results: ImportedRow[] = []
  for (const part of chunk(rows, ROWS_A_REQUEST)) {
    const asked = {
      target_table: resource.table,
      tenant: orNull(tenantId),
      key_columns: [...Object.keys(resource.within ?? {}), ...(resource.importKey ?? [])],
      any_key: resource.importKeyEach ?? false,
      may_insert: !resource.elsewhere.includes('create'),
      rows: part.map(({ values }) => values) as Json,
      dry_run: dryRun,
      run,
    }
    let again = false
    const answer = await retry(async () => dataOf(await supabase.rpc('import_records', asked)), {
      retries: sentAgainAfter.length,
      delay: (attempt) => 1000 * (sentAgainAfter[attempt] ?? 0),
      shouldRetry: (failure, attempt) => {
        const passes = isUnanswered(failure) || (failure instanceof Refusal && failure.reason === 'busy')
        if (!passes || attempt >= sentAgainAfter.length) return false
        again = true
        onLost?.()
        return true
      },
    })
    const outcomes = answer.map(({ row_number, outcome, message, changed }) => ({
      row_number: part[row_number - 1]?.row ?? row_number,
      outcome: outcome as ImportOutcome,
      message: message && problemText(resource, refusalOfMessage(message)),
      changed,
    }))
    const refused = dryRun ? [] : outcomes.filter(({ outcome }) => outcome === 'error')
    if (refused.length > 0) return [...results, ...refused]
    results.push(...outcomes)
    onPart?.(outcomes, again)
  }
  return results
}
