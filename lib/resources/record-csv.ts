import { readCsv, writeCsv } from '../csv'
import { type Names, parseText, plainText } from './field-text'
import { columnLabel, type Field, type RecordRow, type RecordValues, type Resource } from './resource'
import { issuesOf } from './validate'

/** The fields that a file has a column for: all but secrets. */
export function csvFields({ fields }: Pick<Resource, 'fields'>): Field[] {
  return fields.filter(({ kind }) => kind !== 'secret')
}

/** The records as a CSV file under their fields' labels. */
export function recordsToCsv(resource: Resource, rows: readonly RecordRow[], names: Names): Promise<string> {
  const fields = csvFields(resource)
  return writeCsv(
    fields.map(({ label }) => label),
    rows.map((row) => fields.map((field) => plainText(field, row[field.name], names))),
  )
}

/** A file that was chosen: its columns and its rows as text. */
export interface CsvFile {
  name: string
  header: string[]
  rows: string[][]
}

export const MAX_IMPORT_ROWS = 5000

/** Reads a CSV file. Throws Error with words for the reader when it holds no rows, or too many. */
export async function readCsvFile(file: File): Promise<CsvFile> {
  const { header, rows } = await readCsv(await file.text())
  if (rows.length === 0)
    throw new Error('The file has no rows below its first line, which names the columns.')
  if (rows.length > MAX_IMPORT_ROWS) {
    throw new Error(
      `The file has ${rows.length.toLocaleString('en')} rows; ${MAX_IMPORT_ROWS.toLocaleString('en')} can be imported at once.`,
    )
  }
  return { name: file.name, header, rows }
}

/** Which column of a file fills which field: field name to the column's position, or none. */
export type ColumnMap = Record<string, number | undefined>

/** Maps each field to the column that bears its label or its name. */
export function guessColumns(resource: Resource, header: readonly string[]): ColumnMap {
  const wanted = header.map(plain)
  return Object.fromEntries(
    csvFields(resource).map(({ name, label }) => {
      const position = wanted.findIndex((one) => one === plain(label) || one === plain(name))
      return [name, position < 0 ? undefined : position]
    }),
  )
}

/** A file's row as values, or why it has none. Rows count from 1, the header not counted. */
export interface ParsedRow {
  row: number
  values: RecordValues
  problem: string | undefined
}

/** Reads every row's mapped cells by their fields' kinds. */
export function parseRows(
  resource: Resource,
  { rows }: CsvFile,
  columns: ColumnMap,
  names: Names,
): ParsedRow[] {
  const mapped = csvFields(resource).flatMap((field) => {
    const position = columns[field.name]
    return position === undefined ? [] : [{ field, position }]
  })
  return rows.map((cells, index) => {
    const values: RecordValues = {}
    const problems: string[] = []
    for (const { field, position } of mapped) {
      try {
        values[field.name] = parseText(field, cells[position] ?? '', names)
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
    for (const { column, message } of issuesOf(resource, values, Object.keys(values))) {
      problems.push(`${columnLabel(resource, column)}: ${message}`)
    }
    return { row: index + 1, values, problem: problems.join(' ') || undefined }
  })
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
}
