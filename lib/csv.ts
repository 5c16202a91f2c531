import { UnreadableFile } from './text-file'

/** A cell that a spreadsheet would take for a formula; where signs are typed in full width, they count as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const PHONE = /^\+[0-9]+$/

/**
 * A cell as it may stand in a CSV file: what a spreadsheet would run as a formula gets a leading apostrophe. So does
 * what already begins with one before such a character, for {@link restoreCell} to find what was there. A phone
 * number in E.164 form stays as it is.
 */
export function neutraliseCell(cell: string): string {
  const bare = cell.replace(/^'+/, '')
  return FORMULA.test(bare) && !PHONE.test(cell) ? `'${cell}` : cell
}

/** What {@link neutraliseCell} was given. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
}

/** A CSV file's text, cells neutralised; with the mark that tells Excel it is UTF-8. */
export async function writeCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const { default: papa } = await import('papaparse')
  const cells = [header, ...rows].map((row) => row.map(neutraliseCell))
  return `\uFEFF${papa.unparse(cells, { newline: '\r\n' })}`
}

/** A CSV file as text. */
export interface CsvText {
  header: string[]
  rows: string[][]
  /** Where each of the rows stands in the file, counted as a spreadsheet does: the header is in row 1. */
  places: number[]
  /** Which of the places hold more than the header has columns for; what is too much is not among the rows. */
  overlong: number[]
}

/**
 * A CSV file's header and rows, cells restored; short rows are filled up, empty lines left out. Throws UnreadableFile,
 * naming the line, where a quotation mark is not closed: from there on no cell could be told from another.
 */
export async function readCsv(text: string): Promise<CsvText> {
  const { default: papa } = await import('papaparse')
  const plain = text.replace(/^\uFEFF/, '')
  const { data, errors } = papa.parse<string[]>(plain)
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const line = plain.slice(0, broken.index).split(/\r\n|\n|\r/).length
    throw new UnreadableFile(
      `Line ${line}: a quotation mark opens a cell and is not closed. Nothing was taken from the file. Close the cell with another mark; write a mark inside a cell twice.`,
    )
  }
  const filled = data.flatMap((row, index) =>
    row.some((cell) => cell.trim() !== '') ? [{ row: row.map(restoreCell), place: index + 1 }] : [],
  )
  const [header = [], ...rows] = filled.map(({ row }) => row)
  return {
    header: header.map((cell) => cell.trim()),
    rows: rows.map((row) => header.map((_, index) => row[index] ?? '')),
    places: filled.slice(1).map(({ place }) => place),
    overlong: filled
      .slice(1)
      .filter(({ row }) => row.slice(header.length).some((cell) => cell.trim() !== ''))
      .map(({ place }) => place),
  }
}
