import { downloadCsv, downloadText } from '../browser/download'
import { type CsvText, readCsv, writeCsv } from '../csv'
import { damageOf } from '../damaged-cell'
import { isDayFirst } from '../dates/day'
import { formatFigure } from '../figures'
import { nextTask } from '../next-task'
import { type DecimalMark, decimalMarkOf } from '../number-style'
import type { Supabase } from '../supabase/browser-client'
import { type Encoding, readTextFile, UnreadableFile } from '../text-file'
import type { Field, RecordRow, RecordValues } from './field'
import { type Names, parseText, plainText } from './field-text'
import type { ImportedRow, ImportRow } from './import-records'
import { allRecords, type RecordQuery, wholeList } from './record-list'
import { loadRecordNames } from './record-names'
import { columnLabel, fieldOf, issuesOf, problemText, type Resource } from './resource'

/** The fields in a file, all but secrets; the heading is the label, with its group if another field has the same label. */
export function csvFields({ fields }: Pick<Resource, 'fields'>): (Field & { heading: string })[] {
  const all = fields.filter(({ kind }) => kind !== 'secret')
  return all.map((field) => {
    const { label, group } = field
    const shared = all.some((other) => other.name !== field.name && other.label === label)
    return { ...field, heading: shared && group ? `${group}: ${label}` : label }
  })
}

/** What a list or only its files have beside the fields, without ids: an exported file ends with it, and an import passes over it. */
export function listedColumns(resource: Resource): { id: string; heading: string }[] {
  const taken = csvFields(resource).map(({ heading }) => plain(heading))
  return [...resource.columns, ...(resource.fileOnly ?? []).map((id) => ({ id }))]
    .filter(({ id }) => !fieldOf(resource, id) && !id.endsWith('_id'))
    .map(({ id }) => ({ id, heading: columnLabel(resource, id) }))
    .filter(({ heading }) => !taken.includes(plain(heading)))
}

/** The records as a CSV file: their fields, and what else their list shows of plain values, under the headings of both. */
export function recordsToCsv(resource: Resource, rows: readonly RecordRow[], names: Names): Promise<string> {
  const fields = csvFields(resource)
  const listed = listedColumns(resource).filter(
    ({ id }) => rows.some((row) => id in row) && rows.every((row) => typeof (row[id] ?? '') !== 'object'),
  )
  return writeCsv(
    [...fields, ...listed].map(({ heading }) => heading),
    rows.map((row) => [
      ...fields.map((field) => plainText(field, row[field.name], names)),
      ...listed.map(({ id }) => plainText(undefined, row[id], names)),
    ]),
    { readBack: true },
  )
}

/** Downloads a resource's filtered records, or with the file of one of its child tables all of their child rows. */
export async function exportRecords(
  supabase: Supabase,
  { table, children }: Resource,
  file: Resource,
  tenantId: string | null,
  query: RecordQuery,
): Promise<void> {
  const names = await loadRecordNames(supabase, file, tenantId)
  let rows = await allRecords(supabase, { table, tenantId }, query)
  const part = children.find((child) => child.file === file)
  if (part) {
    const all = await allRecords(supabase, { table: file.table, tenantId }, wholeList(file))
    const byRecord = Map.groupBy(all, (row) => row[part.parent])
    rows = rows.flatMap(({ id }) => byRecord.get(id) ?? [])
  }
  downloadText(await recordsToCsv(file, rows, names), csvName(file), 'text/csv')
}

/** The name of a file of these records: "ring-groups-template.csv". */
export function csvName({ plural }: Resource, suffix = ''): string {
  return `${plural.replaceAll(' ', '-')}${suffix}.csv`
}

/** A chosen file: its columns and its rows as text. */
export interface CsvFile extends CsvText {
  name: string
  encoding: Encoding
  /** Lines that show whether the encoding is right; none if the file itself declares it. */
  doubtful: string[]
}

const MAX_IMPORT_ROWS = 50_000

/** Reads a CSV file, in a given encoding or a detected one. Throws UnreadableFile, also if it has no rows or too many. */
export async function readCsvFile(file: File, chosen?: Encoding): Promise<CsvFile> {
  const { text, encoding, doubtful } = await readTextFile(file, chosen)
  const read = await readCsv(text)
  const { length } = read.rows
  if (length === 0) throw new UnreadableFile('The file has no rows below the line that names the columns.')
  if (length > MAX_IMPORT_ROWS) {
    throw new UnreadableFile(
      `The file has ${formatFigure(length)} rows; ${formatFigure(MAX_IMPORT_ROWS)} can be imported at once.`,
    )
  }
  return { name: file.name, ...read, encoding, doubtful }
}

/** Field name to the position of the column that fills it. */
export type ColumnMap = Record<string, number | undefined>

/**
 * Key fields that a file may lack: references that may be empty. Without a column the key has none, as in a block rule for all
 * extensions.
 */
export function optionalKeys(resource: Resource): string[] {
  const { importKey = [], importKeyEach, blank } = resource
  if (importKeyEach) return []
  return importKey.filter((key) => {
    const { kind, required } = fieldOf(resource, key) ?? {}
    return kind === 'reference' && !required && blank[key] === null
  })
}

/** Maps each field to the column with its heading or name, or with its header in the list. */
export function guessColumns(resource: Resource, header: readonly string[]): ColumnMap {
  const headings = header.map(plain)
  const fields = csvFields(resource)
  const columnOf = (names: readonly string[]) => headings.findIndex((one) => names.includes(one))
  const own = fields.map(({ name, heading }) => columnOf([plain(heading), plain(name)]))
  return Object.fromEntries(
    fields.map(({ name }, place) => {
      const listed = resource.columns.find(({ id }) => id === name)?.header
      const asListed = listed === undefined ? -1 : columnOf([plain(listed)])
      const position = own[place] === -1 && !own.includes(asListed) ? asListed : own[place]
      return [name, position === -1 ? undefined : position]
    }),
  )
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

/** The decimal mark of the mapped columns; null if none of them has a comma or a point. */
export function numberStyle(
  resource: Resource,
  file: Pick<CsvText, 'rows' | 'separator'>,
  columns: ColumnMap,
): DecimalMark | null {
  const positions = csvFields(resource).flatMap(({ kind, name }) =>
    kind === 'number' ? (columns[name] ?? []) : [],
  )
  const cells = file.rows.flatMap((row) => positions.map((position) => row[position] ?? ''))
  return cells.some((cell) => /[.,]/.test(cell)) ? decimalMarkOf(cells, file.separator) : null
}

/** A row's values, and its problem if it has one. Rows count as in a spreadsheet, from 2 below the header. */
export type ParsedRow = ImportRow & { problem: string | undefined }

const TOO_MANY_CELLS =
  'The row has more cells than the first line names columns. Put quotation marks around a cell that has commas in it.'

/** Rows read before the page can respond. */
const SLICE = 250

/**
 * Reads every row's mapped cells by their fields' kinds, and finds rows that repeat the key of an earlier one. The page stays
 * responsive; `onProgress` gets the number of rows read.
 */
export async function parseRows(
  resource: Resource,
  { rows, places, overlong }: Omit<CsvText, 'separator'>,
  columns: ColumnMap,
  names: Names,
  onProgress: (read: number) => void = () => undefined,
  decimal: DecimalMark = '.',
): Promise<ParsedRow[]> {
  const mapped = csvFields(resource).flatMap((field) => {
    const position = columns[field.name]
    return position === undefined ? [] : [{ field, position, start: resource.blank[field.name] }]
  })
  const dayFirst = new Set(
    mapped.flatMap(({ field: { kind }, position }) =>
      kind === 'date' && rows.some((cells) => isDayFirst(cells[position] ?? '')) ? [position] : [],
    ),
  )
  const lacking = optionalKeys(resource).filter((key) => columns[key] === undefined)
  const earlier = new Map<string, number>()
  const parsed: ParsedRow[] = []
  for (const [index, cells] of rows.entries()) {
    const row = places[index] ?? index + 2
    const values: RecordValues = { ...resource.within }
    for (const key of lacking) values[key] = null
    const problems: string[] = []
    for (const { field, position, start } of mapped) {
      const cell = cells[position] ?? ''
      const damage = damageOf(cell, dayFirst.has(position))
      if (damage !== undefined) {
        problems.push(`${field.heading}: ${damage}`)
        continue
      }
      // An empty cell means the same as an empty field of the form.
      const emptied = cell.trim() === '' && (start === null || start === '')
      try {
        values[field.name] = emptied ? start : parseText(field, cell, names, decimal)
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
    problems.push(...issuesOf(resource, values).map((issue) => problemText(resource, issue)))
    if (overlong.has(row)) problems.push(TOO_MANY_CELLS)
    const saved = asSaved(resource, values)
    problems.push(...repetitions(resource, saved, row, earlier))
    parsed.push({ row, values: saved, problem: problems.join(' ') || undefined })
    if (parsed.length % SLICE === 0) {
      onProgress(parsed.length)
      await nextTask()
    }
  }
  return parsed
}

/**
 * The values as the form would save them: trimmed, lowercased, or transformed by the schema. Each as its field alone would save it, if the
 * file lacks a column that the form requires.
 */
function asSaved({ schema, shape, blank }: Resource, values: RecordValues): RecordValues {
  const { data } = schema.safeParse({ ...blank, ...values })
  const saved = (name: string, value: unknown) => {
    if (data) return name in data ? data[name] : value
    const alone = shape[name]?.safeParse(value)
    return alone?.success ? alone.data : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, saved(name, value)]))
}

/** Errors for keys that an earlier row has; `earlier` collects the rows by key. */
function repetitions(
  resource: Resource,
  values: RecordValues,
  row: number,
  earlier: Map<string, number>,
): string[] {
  const { importKey = [], importKeyEach } = resource
  const filled = importKey.filter((column) => ![null, undefined, ''].includes(values[column] as null))
  const keys = importKeyEach ? filled.map((column) => [column]) : filled.length > 0 ? [filled] : []
  return keys.flatMap((columns) => {
    const key = JSON.stringify(columns.map((column) => [column, values[column]]))
    const first = earlier.get(key)
    if (first === undefined) {
      earlier.set(key, row)
      return []
    }
    const labels = columns.map((column) => columnLabel(resource, column)).join(' and ')
    return [`${labels}: the same as in row ${first}.`]
  })
}

/** What a file of rejected rows says before each row. */
export const REJECTION = ['Row', 'Problem']

/**
 * Downloads the rejected rows as a CSV file of the same style: their row numbers, problems and cells. In a file of rejected rows that
 * is rejected again, they replace the earlier ones.
 */
export function downloadRejected(
  resource: Resource,
  { header, rows, places, overlong, separator }: CsvText,
  rejected: readonly ImportedRow[],
): Promise<void> {
  const again = REJECTION.every((heading, position) => header[position] === heading)
  const own = again ? REJECTION.length : 0
  const cellsAt = new Map(
    places.map((place, index) => [
      place,
      [...(rows[index] ?? []), ...(overlong.get(place) ?? [])].slice(own),
    ]),
  )
  return downloadCsv(
    csvName(resource, '-rejected'),
    [...REJECTION, ...header.slice(own)],
    rejected.map(({ row_number: row, message }) => [String(row), message ?? '', ...(cellsAt.get(row) ?? [])]),
    { delimiter: separator, readBack: true },
  )
}
