import { useMemo, useState } from 'react'
import { failureMessage, RequestFailure } from '@/lib/errors'
import { type ImportedRow, importRecords } from '@/lib/records/import-records'
import type { DecimalMark } from '@/lib/records/number-style'
import {
  type ColumnMap,
  type CsvFile,
  guessColumns,
  numberStyle,
  type ParsedRow,
  parseRows,
  readCsvFile,
} from '@/lib/records/record-csv'
import { loadRecordNames } from '@/lib/records/record-names'
import { recallColumns, rememberColumns } from '@/lib/records/remembered-columns'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Encoding } from '@/lib/text-file'
import { useRefreshRecords } from './use-write'

/** The current step, and the number of rows done. */
export interface ImportProgress {
  step: 'Reading' | 'Checking' | 'Importing'
  done: number
  of: number
  /** A response was lost, and the rows are being sent again. */
  waiting?: boolean
}

interface ImportState {
  /** The chosen file, which can be decoded again with another encoding. */
  chosen: File | null
  file: CsvFile | null
  columns: ColumnMap
  /** The decimal mark chosen by the user; otherwise detected. */
  decimal: DecimalMark | null
  /** The result of each row; null before the check. */
  report: readonly ImportedRow[] | null
  /** The audit trail shows the whole import as one change. */
  run: string
  /** Whether every row that passed the check is imported. */
  applied: boolean
  /** The results of imported rows, by their numbers in the file. */
  stored: ReadonlyMap<number, ImportedRow>
  progress: ImportProgress | null
  failure: string | null
}

const START: ImportState = {
  chosen: null,
  file: null,
  columns: {},
  decimal: null,
  report: null,
  run: '',
  applied: false,
  stored: new Map(),
  progress: null,
  failure: null,
}

/** An import from choosing a file to storing its rows: read, checked, and applied in batches. */
export function useImport(resource: Resource, tenantId: string | null) {
  const refresh = useRefreshRecords()
  const [state, setState] = useState(START)
  const [rows, setRows] = useState<readonly ParsedRow[]>([])
  const { file, columns, report, stored, failure } = state
  const shown = useMemo(
    () => (file && !report ? numberStyle(resource, file, columns) : null),
    [resource, file, columns, report],
  )
  const decimal = shown && (state.decimal ?? shown)
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
    const opened = await readCsvFile(chosen, encoding)
    const guessed = guessColumns(resource, opened.header)
    const recalled = recallColumns(resource, opened.header, guessed)
    set({ chosen, file: opened, columns: recalled, decimal: null, report: null })
  }

  const show = (step: ImportProgress['step'], done: number, of: number) =>
    set({ progress: { step, done, of } })

  const check = (file: CsvFile) =>
    attempt(async () => {
      const of = file.rows.length
      show('Reading', 0, of)
      rememberColumns(resource, file.header, columns)
      const supabase = await getSupabase()
      const names = await loadRecordNames(supabase, resource, tenantId)
      const reading = (done: number) => show('Reading', done, of)
      const parsed = await parseRows(resource, file, columns, names, reading, decimal ?? undefined)
      const sent = parsed.filter(({ problem }) => !problem)
      const unread = of - sent.length
      show('Checking', unread, of)
      const values = sent.map((row) => row.values)
      let checked = unread
      const answer = await importRecords(supabase, resource, tenantId, values, true, {
        onPart(done) {
          checked = unread + done
          show('Checking', checked, of)
        },
        onLost: () => set({ progress: { step: 'Checking', done: checked, of, waiting: true } }),
      })
      setRows(parsed)
      set({ report: inFileOrder(parsed, sent, answer), run: crypto.randomUUID(), stored: new Map() })
    })

  /** Imports the rows that were not rejected, continuing after those already stored. */
  const apply = () =>
    attempt(async () => {
      const checked = new Map((report ?? []).map((row) => [row.row_number, row]))
      const stored = new Map(state.stored)
      const good = rows.filter(({ row }) => checked.get(row)?.outcome !== 'error' && !stored.has(row))
      const of = stored.size + good.length
      // The first batch after a failure may be stored already.
      let unsure = failure !== null
      const tell = (waiting: boolean) =>
        set({ stored: new Map(stored), progress: { step: 'Importing', done: stored.size, of, waiting } })
      tell(false)
      try {
        const values = good.map((row) => row.values)
        const answer = await importRecords(await getSupabase(), resource, tenantId, values, false, {
          run: state.run,
          onPart(_done, part, again) {
            for (const told of part) {
              const place = good[told.row_number - 1]?.row ?? told.row_number
              // After a lost response, stored rows are reported as unchanged; the check has their actual result.
              const outcome = (again || unsure) && told.outcome === 'unchanged' && checked.get(place)?.outcome
              stored.set(place, { ...told, row_number: place, outcome: outcome || told.outcome })
            }
            unsure = false
            tell(false)
          },
          onLost: () => tell(true),
        })
        const refused = inFileOrder([], good, answer).filter(({ outcome }) => outcome === 'error')
        const known = new Map([
          ...checked,
          ...stored,
          ...refused.map((row) => [row.row_number, row] as const),
        ])
        set({ report: [...known.values()].sort(byRow), applied: stored.size === of })
      } finally {
        if (stored.size > state.stored.size) await refresh()
      }
    })

  return {
    ...state,
    /** The rows of added records. */
    added: rows.flatMap(({ row, values }) => (stored.get(row)?.outcome === 'insert' ? [values] : [])),
    /** The decimal mark of the mapped columns; null if none of them has a comma or a point. */
    decimal,
    choose(chosen: File) {
      set({ file: null, report: null, stored: new Map() })
      return attempt(() => read(chosen))
    },
    readAs: (encoding: Encoding) =>
      attempt(async () => {
        if (state.chosen) await read(state.chosen, encoding)
      }),
    check,
    apply,
    setColumn: (name: string, position: number | undefined) =>
      set({ columns: { ...columns, [name]: position } }),
    writeNumbers: (mark: DecimalMark) => set({ decimal: mark }),
    back: () => set({ report: null, stored: new Map(), failure: null }),
  }
}

/** The report of all rows by their numbers in the file; the database numbers the rows it receives. */
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
    .sort(byRow)
}

function byRow(one: ImportedRow, other: ImportedRow): number {
  return one.row_number - other.row_number
}
