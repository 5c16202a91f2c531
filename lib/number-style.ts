/** The decimal mark; the other of the two may group thousands. */
export type DecimalMark = '.' | ','

/** Spaces, apostrophes between thousands, and currency signs, which do not affect the value. */
const BESIDE = /[\s'’\p{Sc}]/gu

/** A number as a spreadsheet writes it ("1,234.50", "1.234,50", "$12"), or undefined. */
export function readNumber(cell: string, decimal: DecimalMark): number | undefined {
  const bare = cell.replace(BESIDE, '')
  const pointed = decimal === '.' ? bare : bare.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?$/.test(pointed) || !/\d/.test(bare)) return undefined
  return Number(pointed.replaceAll(',', ''))
}

/**
 * Detects the decimal mark of a file from unambiguous cells: "1,5", "1.234,5", "1.234.567". If there are none, a file separated by
 * semicolons uses commas, because spreadsheets choose both by the same regional setting.
 */
export function decimalMarkOf(cells: Iterable<string>, separator: string): DecimalMark {
  let commas = 0
  for (const cell of cells) {
    const mark = tellingMark(cell.replace(BESIDE, ''))
    if (mark) commas += mark === ',' ? 1 : -1
  }
  return commas > 0 || (commas === 0 && separator === ';') ? ',' : '.'
}

/** The decimal mark if a number shows it unambiguously; "1,234" may be either. */
function tellingMark(bare: string): DecimalMark | undefined {
  const marks: string[] = bare.match(/[.,]/g) ?? []
  const last = marks.at(-1) as DecimalMark | undefined
  if (!last || !/^[+-]?[\d.,]+$/.test(bare)) return undefined
  const other = last === '.' ? ',' : '.'
  if (marks.includes(other)) return last
  if (marks.length > 1) return other
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare) ? undefined : last
}
