import { useState } from 'react'
import { failureMessage, RequestFailure } from '@/lib/errors'
import { type ImportedRow, importRecords } from '@/lib/records/record-client'
import {
  type ColumnMap,
  type CsvFile,
  guessColumns,
  type ParsedRow,
  parseRows,
  readCsvFile,
} from '@/lib/records/record-csv'
import { loadRecordNames } from '@/lib/records/record-names'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Encoding } from '@/lib/text-file'
import { useRefreshRecords } from './use-write'

/** The current step, and how many rows are done. */
export interface ImportProgress {
  step: 'Reading' | 'Checking' | 'Importing'
  done: number
  of: number
}

interface ImportState {
  /** The chosen file, which can be read again in another encoding. */
  chosen: File | null
  file: CsvFile | null
  columns: ColumnMap
  /** The outcome of each row; null before the check. Of an import that stopped: of the stored and of the refused rows. */
  report: readonly ImportedRow[] | null
  /** Every row is imported. */
  applied: boolean
  /** Rows that were imported before others were refused. */
  stored: number
  progress: ImportProgress | null
  failure: string | null
}

const START: ImportState = {
  chosen: null,
  file: null,
  columns: {},
  report: null,
  applied: false,
  stored: 0,
  progress: null,
  failure: null,
}

/** An import from the choice of a file to the stored rows: read, checked, and applied part by part. */
export function useImport(resource: Resource, tenantId: string | null) {
  const refresh = useRefreshRecords()
  const [state, setState] = useState(START)
  const [rows, setRows] = useState<readonly ParsedRow[]>([])
  const set = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }))

  async function attempt(work: () => Promise<void>) {
    set({ failure: null })
    try {
      await work()
    } catch (error) {
      // The messages of unreadable files are meant for users.
      const own = error instanceof Error && !(error instanceof RequestFailure)
      set({ failure: own ? error.message : failureMessage(error) })
    } finally {
      set({ progress: null })
    }
  }

  async function read(chosen: File, encoding?: Encoding) {
    const file = await readCsvFile(chosen, encoding)
    set({ chosen, file, columns: guessColumns(resource, file.header), report: null })
  }

  const show = (step: ImportProgress['step'], done: number, of: number) =>
    set({ progress: { step, done, of } })

  const check = (file: CsvFile) =>
    attempt(async () => {
      const of = file.rows.length
      show('Reading', 0, of)
      const supabase = await getSupabase()
      const names = await loadRecordNames(supabase, resource, tenantId)
      const parsed = await parseRows(resource, file, state.columns, names, (done) =>
        show('Reading', done, of),
      )
      const sent = parsed.filter(({ problem }) => !problem)
      const unread = of - sent.length
      show('Checking', unread, of)
      const values = sent.map((row) => row.values)
      const answer = await importRecords(supabase, resource, tenantId, values, true, (done) =>
        show('Checking', unread + done, of),
      )
      setRows(parsed)
      set({ report: inFileOrder(parsed, sent, answer), stored: 0 })
    })

  const apply = () =>
    attempt(async () => {
      show('Importing', 0, rows.length)
      const values = rows.map((row) => row.values)
      const answer = await importRecords(await getSupabase(), resource, tenantId, values, false, (done) =>
        show('Importing', done, rows.length),
      )
      const report = inFileOrder(rows, rows, answer)
      const stored = report.filter(({ outcome }) => outcome !== 'error').length
      set({ report, applied: stored === rows.length, stored })
      if (stored > 0) await refresh()
    })

  return {
    ...state,
    choose(chosen: File) {
      set({ file: null, report: null, stored: 0 })
      return attempt(() => read(chosen))
    },
    readAs: (encoding: Encoding) =>
      attempt(async () => {
        if (state.chosen) await read(state.chosen, encoding)
      }),
    check,
    apply,
    setColumn: (name: string, position: number | undefined) =>
      set({ columns: { ...state.columns, [name]: position } }),
    back: () => set({ report: null, stored: 0, failure: null }),
  }
}

/** The report of all rows by their numbers in the file; the database numbers the rows that it gets. */
function inFileOrder(
  parsed: readonly ParsedRow[],
  sent: readonly ParsedRow[],
  answer: readonly ImportedRow[],
): ImportedRow[] {
  const problems = parsed.flatMap(({ row, problem }): ImportedRow[] =>
    problem ? [{ row_number: row, outcome: 'error', message: problem }] : [],
  )
  return answer
    .map((row) => ({ ...row, row_number: sent[row.row_number - 1]?.row ?? row.row_number }))
    .concat(problems)
    .sort((one, other) => one.row_number - other.row_number)
}
