import { halfWidth } from './half-width'

const LOST_LETTERS = 'Letters were lost (\uFFFD) before the file was saved. Export it again as UTF-8.'

/** A long number as a spreadsheet shows it, 1.20756E+10: its last digits are gone from the file. */
const SHORTENED = /^\s*[+-]?\d(?:[.,]\d+)?E\+\d+\s*$/i
const LOST_DIGITS =
  'A spreadsheet has shortened this number. Format the column as text there, enter the number again, and export the file again.'

const SWAPPED_DATES =
  'is in a column with days before months, so it may be another day. Write dates as 2026-01-31.'

/**
 * What befell a cell before its file was saved, so that what it said can no longer be known; undefined for a sound one. `dayFirst`: it
 * is in a column of dates of which some have the day before the month.
 */
export function damageOf(cell: string, dayFirst: boolean): string | undefined {
  if (cell.includes('\uFFFD')) return LOST_LETTERS
  if (SHORTENED.test(cell)) return `"${cell.trim()}" ${LOST_DIGITS}`
  return dayFirst && halfWidth(cell).includes('/') ? `"${cell.trim()}" ${SWAPPED_DATES}` : undefined
}
