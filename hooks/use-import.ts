import { countBy } from 'es-toolkit/array'
import { mapValues } from 'es-toolkit/object'
import { useMemo, useState } from 'react'
import { columnNames, isEmptyColumn } from '@/lib/csv'
import { failureMessage, isUnanswered, UserError } from '@/lib/errors'
import type { DecimalMark } from '@/lib/number-style'
import type { RecordValues } from '@/lib/records/field'
import { type ImportedRow, importRecords, type ImportRow } from '@/lib/records/import-records'
import {
  type ColumnMap,
  csvFields,
  type CsvFile,
  guessColumns,
  listedColumns,
  numberStyle,
  parseRows,
  readCsvFile,
  REJECTION,
} from '@/lib/records/record-csv'
import { loadRecordNames } from '@/lib/records/record-names'
import { recallColumns, rememberColumns } from '@/lib/records/remembered-columns'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Encoding } from '@/lib/text-file'
import { countOf } from '@/lib/words'
import { useTenantId } from './use-tenant'
import { useTurns } from './use-turns'
import { RUNNING, useUnsavedChanges } from './use-unsaved-changes'
import { useRefreshRecords } from './use-write'

/** The current step, and the number of rows done. */
interface ImportProgress {
  step: 'Reading' | 'Checking' | 'Importing'
  done: number
  of: number
  /** A response was lost, and the rows are being sent again. */
  waiting?: boolean
}

const UNANSWERED =
  'The server did not respond, so the last rows that were sent may be imported already. Import again: none is imported twice.'

interface ImportState {
  /** The chosen file, which can be decoded again with another encoding. */
  chosen: File | null
  file: CsvFile | null
  columns: ColumnMap
  /** The decimal mark chosen by the user; otherwise detected. */
  decimal: DecimalMark | null
  /** The rows that could be read. */
  rows: readonly ImportRow[]
  /** The result of each row of the file, in its order; null before the check. */
  report: readonly ImportedRow[] | null
  /** The audit trail shows the whole import as one change. */
  run: string
  /** Whether every row that passed the check is imported. */
  applied: boolean
  /** The results of imported rows, by their numbers in the file. */
  stored: ReadonlyMap<number, ImportedRow>
  /** The rows of records that were added before another check or file. */
  addedBefore: readonly RecordValues[]
  progress: ImportProgress | null
  failure: string | null
}

const START: ImportState = {
  chosen: null,
  file: null,
  columns: {},
  decimal: null,
  rows: [],
  report: null,
  run: '',
  applied: false,
  stored: new Map(),
  addedBefore: [],
  progress: null,
  failure: null,
}

/**
 * The columns without empty ones, which say nothing: to empty a field everywhere, it is matched by hand. Kept are keys, and what a filled
 * column decides.
 */
function withoutEmpty(
  { importKey = [], importKeyEach, decides = {} }: Resource,
  file: CsvFile,
  columns: ColumnMap,
): ColumnMap {
  const isFilled = (position?: number) => position !== undefined && !isEmptyColumn(file, position)
  const decided = Object.entries(decides).flatMap(([name, others = []]) =>
    isFilled(columns[name]) ? others : [],
  )
  const kept = [...(importKeyEach ? [] : importKey), ...decided]
  return mapValues(columns, (position, name) =>
    kept.includes(name) || isFilled(position) ? position : undefined,
  )
}

/** The names of the columns that fill no field: empty ones, those that an export only informs with, and others. */
export function unusedColumns(resource: Resource, file: CsvFile, columns: ColumnMap) {
  const used = Object.values(columns)
  const listed = listedColumns(resource).map(({ heading }) => heading)
  const unused = { empty: [] as string[], informing: [] as string[], unknown: [] as string[] }
  for (const [position, name] of columnNames(file.header).entries()) {
    const heading = file.header[position] ?? ''
    if (used.includes(position) || REJECTION.includes(heading)) continue
    if (isEmptyColumn(file, position)) unused.empty.push(name)
    else unused[listed.includes(heading) ? 'informing' : 'unknown'].push(name)
  }
  return unused
}

/** What a file changes in existing records, before it does, and what added ones lack. */
function notesOn(resource: Resource, report: readonly ImportedRow[], applied: boolean): string[] {
  const changed = report.flatMap((row) => (row.outcome === 'update' ? (row.changed ?? []) : []))
  const counts = countBy(changed, (name) => name)
  const fields = csvFields(resource).flatMap(({ name, heading }) => {
    const count = counts[name]
    return count ? [`${heading} in ${countOf(count, 'row')}`] : []
  })
  const lackPins = resource.fields.some(({ kind }) => kind === 'secret') && report.some(isAdded)
  return [
    ...(fields.length > 0 && !applied
      ? [`Changes: ${fields.join(', ')}. To keep a field as it is, go back and set it to “Not in the file”.`]
      : []),
    ...(lackPins
      ? [`Files have no PINs: the added ${resource.plural} ask for none until you set them.`]
      : []),
  ]
}

const isAdded = ({ outcome }: ImportedRow) => outcome === 'insert'

/** An import from choosing a file to storing its rows: read, checked, and applied in batches. */
export function useImport(resource: Resource) {
  const tenantId = useTenantId()
  const refresh = useRefreshRecords()
  const [state, setState] = useState(START)
  const begin = useTurns()
  useUnsavedChanges(state.progress?.step === 'Importing', { question: RUNNING })
  const { file, columns, rows, report, failure } = state
  const detected = useMemo(
    () => (file && !report ? numberStyle(resource, file, columns) : null),
    [resource, file, columns, report],
  )
  const notes = useMemo(
    () => notesOn(resource, report ?? [], state.applied),
    [resource, report, state.applied],
  )
  const decimal = detected && (state.decimal ?? detected)
  const added = [
    ...state.addedBefore,
    ...rows.flatMap(({ row, values }) => (state.stored.get(row)?.outcome === 'insert' ? [values] : [])),
  ]
  const set = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }))
  const show = (step: ImportProgress['step'], done: number, of: number, waiting = false) =>
    set({ progress: { step, done, of, waiting } })

  async function attempt(work: () => Promise<void>) {
    set({ failure: null })
    try {
      await work()
    } catch (error) {
      set({ failure: failureMessage(error) })
    } finally {
      set({ progress: null })
    }
  }

  async function read(chosen: File, encoding?: Encoding) {
    const isLatest = begin()
    const opened = await readCsvFile(chosen, encoding).catch((error) => {
      if (isLatest()) throw error
    })
    // Another was chosen while this one was read.
    if (!opened || !isLatest()) return
    const guessed = guessColumns(resource, opened.header)
    const recalled = recallColumns(resource, opened.header, guessed)
    const columns = withoutEmpty(resource, opened, recalled)
    set({ chosen, file: opened, columns, decimal: null, report: null })
  }

  const check = (file: CsvFile) =>
    attempt(async () => {
      const of = file.rows.length
      show('Reading', 0, of)
      // That a column was empty says nothing about the next file.
      const filled = file.header.map((heading, position) => (isEmptyColumn(file, position) ? '' : heading))
      rememberColumns(resource, filled, columns)
      const supabase = await getSupabase()
      const names = await loadRecordNames(supabase, resource, tenantId)
      const reading = (done: number) => show('Reading', done, of)
      const parsed = await parseRows(resource, file, columns, names, reading, decimal ?? undefined)
      const sent = parsed.filter(({ problem }) => !problem)
      const unread = parsed.flatMap(({ row, problem }): ImportedRow[] =>
        problem ? [{ row_number: row, outcome: 'error', message: problem }] : [],
      )
      let checked = unread.length
      show('Checking', checked, of)
      const answer = await importRecords(supabase, resource, tenantId, sent, true, {
        onPart: (part) => show('Checking', (checked += part.length), of),
        onLost: () => show('Checking', checked, of, true),
      })
      const all = inOrder([...answer, ...unread])
      set({ rows: sent, report: all, run: crypto.randomUUID(), stored: new Map() })
    })

  /** Imports the rows that were not rejected, continuing after those already stored. */
  const apply = () =>
    attempt(async () => {
      const checked = byNumber(report ?? [])
      const stored = new Map(state.stored)
      const good = rows.filter(({ row }) => checked.get(row)?.outcome !== 'error' && !stored.has(row))
      const of = stored.size + good.length
      // The first batch after a failure may be stored already.
      let unsure = failure !== null
      const tell = (waiting: boolean) => {
        set({ stored: new Map(stored) })
        show('Importing', stored.size, of, waiting)
      }
      tell(false)
      try {
        const answer = await importRecords(await getSupabase(), resource, tenantId, good, false, {
          run: state.run,
          onPart(part, again) {
            for (const imported of part) {
              // After a lost response, stored rows are reported as unchanged; the check has their actual result.
              const known =
                (again || unsure) && imported.outcome === 'unchanged' && checked.get(imported.row_number)
              stored.set(imported.row_number, {
                ...imported,
                outcome: known ? known.outcome : imported.outcome,
              })
            }
            unsure = false
            tell(false)
          },
          onLost: () => tell(true),
        })
        const refused = byNumber(answer.filter(({ outcome }) => outcome === 'error'))
        const all = new Map([...checked, ...stored, ...refused])
        const applied = stored.size === of
        // The progress goes as the result comes, not after the refetch: the buttons below must not move when someone is about to press them.
        set({ report: inOrder([...all.values()]), applied, ...(applied && { progress: null }) })
      } catch (error) {
        throw isUnanswered(error) ? new UserError(UNANSWERED) : error
      } finally {
        if (stored.size > state.stored.size) await refresh()
      }
    })

  return {
    ...state,
    /** The rows of added records. */
    added,
    notes,
    /** The decimal mark of the mapped columns; null if none of them has a comma or a point. */
    decimal,
    choose(chosen: File) {
      set({ file: null, report: null, stored: new Map(), addedBefore: added })
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
    back: () => set({ report: null, stored: new Map(), addedBefore: added, failure: null }),
  }
}

export type Import = ReturnType<typeof useImport>

const byNumber = (rows: readonly ImportedRow[]) => new Map(rows.map((row) => [row.row_number, row]))

const inOrder = (rows: readonly ImportedRow[]) =>
  rows.toSorted((one, other) => one.row_number - other.row_number)
