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

/** What is being done with the rows, and how many are done; `done` undefined where that shows only at the end. */
export interface ImportProgress {
  step: 'reading' | 'checking' | 'importing'
  done: number | undefined
  of: number
}

interface ImportState {
  /** The file that was chosen, to be read again in another encoding. */
  chosen: File | null
  file: CsvFile | null
  columns: ColumnMap
  /** What would become of each row, or has; null before the check. */
  report: readonly ImportedRow[] | null
  applied: boolean
  progress: ImportProgress | null
  failure: string | null
}

const START: ImportState = {
  chosen: null,
  file: null,
  columns: {},
  report: null,
  applied: false,
  progress: null,
  failure: null,
}

/** An import from the choice of a file to the rows stored: read, checked, and applied all or none. */
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
      // What reading the file complains of is written for people.
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

  const choose = (chosen: File) => {
    set({ file: null, report: null })
    return attempt(() => read(chosen))
  }

  const readAs = (encoding: Encoding) =>
    attempt(async () => {
      if (state.chosen) await read(state.chosen, encoding)
    })

  const check = () =>
    attempt(async () => {
      const { file, columns } = state
      if (!file) return
      const of = file.rows.length
      set({ progress: { step: 'reading', done: 0, of } })
      const supabase = await getSupabase()
      const names = await loadRecordNames(supabase, resource, tenantId)
      const read = await parseRows(resource, file, columns, names, (done) =>
        set({ progress: { step: 'reading', done, of } }),
      )
      const readable = read.filter(({ problem }) => !problem)
      const unreadable = of - readable.length
      set({ progress: { step: 'checking', done: unreadable, of } })
      const answer = await importRecords(
        supabase,
        resource,
        tenantId,
        readable.map(({ values }) => values),
        true,
        (done) => set({ progress: { step: 'checking', done: unreadable + done, of } }),
      )
      setRows(read)
      set({ report: inFileOrder(read, readable, answer) })
    })

  const apply = () =>
    attempt(async () => {
      set({ progress: { step: 'importing', done: undefined, of: rows.length } })
      const values = rows.map((row) => row.values)
      const answer = await importRecords(await getSupabase(), resource, tenantId, values, false)
      const report = inFileOrder(rows, rows, answer)
      const applied = report.every(({ outcome }) => outcome !== 'error')
      set({ report, applied })
      if (applied) await refresh()
    })

  return {
    ...state,
    choose,
    readAs,
    check,
    apply,
    setColumn: (name: string, position: number | undefined) =>
      set({ columns: { ...state.columns, [name]: position } }),
    back: () => set({ report: null, failure: null }),
  }
}

/** The database numbers the rows it was sent; here they get the numbers they have in the file. */
function inFileOrder(
  parsed: readonly ParsedRow[],
  sent: readonly ParsedRow[],
  answer: readonly ImportedRow[],
): ImportedRow[] {
  const answered = answer.map((result) => ({
    ...result,
    row_number: sent[result.row_number - 1]?.row ?? result.row_number,
  }))
  const unreadable = parsed.flatMap(({ row, problem }): ImportedRow[] =>
    problem ? [{ row_number: row, outcome: 'error', message: problem }] : [],
  )
  return [...answered, ...unreadable].sort((one, other) => one.row_number - other.row_number)
}
