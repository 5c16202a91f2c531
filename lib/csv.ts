import { UnreadableFile } from './text-file'

/** A cell that a spreadsheet would run as a formula, after any apostrophes; full-width signs count too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
/**
 * The same inside a cell, after what a spreadsheet set to another separator takes as the end of a cell: Excel splits at its computer's
 * list separator, and then quotation marks do not hold a cell together, because they open in the middle of one.
 */
const FORMULA_WITHIN = /([,;\t\r\n][ "]*)('*)([=+\-@＝＋－＠][^,;\t\r\n]*)/g
/**
 * A value that a spreadsheet can only read as a number or text: an amount, or a phone number as stored or displayed. A spreadsheet drops
 * the plus of a stored number, so only those of eleven digits or more count: without the plus they are still clearly numbers with a
 * country code.
 */
const HARMLESS =
  /^(?:-[0-9]+(?:\.[0-9]+)?|\+[0-9]{11,15}|\+[0-9]{6,15};ext=[0-9]{1,8}|\+[0-9]{1,3} \([0-9]+\) [0-9-]+(?: ext\. [0-9]{1,8})?)$/

/**
 * What a spreadsheet saves as another number, after any apostrophes: it drops leading zeros and the plus, and shortens twelve digits to
 * 1.20756E+11. A North American number is still known without its plus.
 */
const ALTERED = /^'*(?:0[0-9]+|[0-9]{12,}|\+(?!1[0-9]{10}$)[0-9]{11,15})$/

/**
 * A cell without formulas: one that a spreadsheet would run gets a leading apostrophe. So does one that already has an apostrophe
 * before such a character, so that {@link restoreCell} can undo it. Amounts and phone numbers are kept: without a name or a function
 * call they are harmless.
 */
export function neutralizeCell(cell: string): string {
  if (HARMLESS.test(cell)) return cell
  const within = cell.replace(FORMULA_WITHIN, (whole, before: string, apostrophes: string, rest: string) =>
    apostrophes === '' && HARMLESS.test(rest) ? whole : `${before}'${apostrophes}${rest}`,
  )
  return FORMULA.test(cell) ? `'${within}` : within
}

/** A cell as written to a file that may be read back: neutralized, and with an apostrophe that keeps a spreadsheet from altering it. */
export const writtenCell = (cell: string): string => (ALTERED.test(cell) ? `'${cell}` : neutralizeCell(cell))

/** The line that tells Excel a file's separator; Excel neither shows nor counts it. */
const SEPARATOR_LINE = /^sep=([,;|\t])[,;|\t]*(?:\r\n|\n|\r)/i

/** Undoes {@link writtenCell}. */
export function restoreCell(cell: string): string {
  const bare = cell.startsWith("'") && (FORMULA.test(cell) || ALTERED.test(cell)) ? cell.slice(1) : cell
  return bare.replace(FORMULA_WITHIN, (_whole, before: string, apostrophes: string, rest: string) =>
    [before, apostrophes.slice(1), rest].join(''),
  )
}

export interface CsvStyle {
  /** A comma by default. */
  delimiter?: string
  /** Whether the file may be read back: its cells are as {@link writtenCell} has them; otherwise they are only neutralized. */
  readBack?: boolean
}

/** The text of a CSV file; starts with the byte order mark that tells Excel it is UTF-8. */
export async function writeCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { delimiter = ',', readBack = false }: CsvStyle = {},
): Promise<string> {
  const { default: papa } = await import('papaparse')
  const cells = [header, ...rows].map((row) => row.map(readBack ? writtenCell : neutralizeCell))
  return `\uFEFF${papa.unparse(cells, { delimiter })}`
}

/** A parsed CSV file. */
export interface CsvText {
  header: string[]
  rows: string[][]
  /** Row numbers in the file as a spreadsheet counts them: the header is row 1. */
  places: number[]
  /** By row number, the cells beyond those of the header, which `rows` is without. */
  overlong: ReadonlyMap<number, string[]>
  separator: string
}

/**
 * Header and rows of a CSV file, with cells restored; short rows are padded, and blank lines and the empty columns without a heading
 * that spreadsheets add are skipped. Throws UnreadableFile with the line number if a quotation mark is not closed, because cells cannot
 * be told apart from there on.
 */
export async function readCsv(text: string): Promise<CsvText> {
  const { default: papa } = await import('papaparse')
  const marked = text.replace(/^\uFEFF/, '')
  const plain = marked.replace(SEPARATOR_LINE, '')
  // Empty lines would hide how many cells the others have, by which the separator is guessed.
  const delimiter =
    SEPARATOR_LINE.exec(marked)?.[1] ??
    papa.parse(plain, { preview: 10, skipEmptyLines: 'greedy' }).meta.delimiter
  const { data, errors, meta } = papa.parse<string[]>(plain, { delimiter })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const line = plain.slice(0, broken.index).split(/\r\n|\n|\r/).length
    throw new UnreadableFile(
      `Line ${line}: a quotation mark opens a cell and is never closed. Nothing was imported. Close the cell with another quotation mark; to write one inside a cell, double it.`,
    )
  }
  const filled = data.flatMap((row, index) =>
    row.some((cell) => cell.trim() !== '') ? [{ row: row.map(restoreCell), place: index + 1 }] : [],
  )
  const [first, ...others] = filled
  const header = first?.row.map((cell) => cell.trim()) ?? []
  const columns = [...header.keys()].filter(
    (column) => header[column] || others.some(({ row }) => row[column]?.trim()),
  )
  return {
    header: columns.map((column) => header[column] ?? ''),
    rows: others.map(({ row }) => columns.map((column) => row[column] ?? '')),
    places: others.map(({ place }) => place),
    overlong: new Map(
      others
        .map(({ row, place }) => [place, row.slice(header.length)] as const)
        .filter(([, cells]) => cells.some((cell) => cell.trim() !== '')),
    ),
    separator: meta.delimiter,
  }
}

/** Whether a column has a heading at most. */
export const isEmptyColumn = ({ rows }: Pick<CsvText, 'rows'>, position: number): boolean =>
  rows.every((row) => !row[position]?.trim())

/** What columns are called where one is chosen: by the heading, and by the place where the heading does not tell them apart. */
export const columnNames = (header: readonly string[]): string[] =>
  header.map((heading, place) => {
    if (!heading) return `Column ${place + 1}`
    const isOnly = header.indexOf(heading) === header.lastIndexOf(heading)
    return isOnly ? heading : `${heading} (column ${place + 1})`
  })
