import { halfWidth } from '../half-width'
import { detectPhone } from '../validation/phone'
import { countOf } from '../words'

/** A piece of a line and a note on it; lines count from 1. */
export interface RejectedLine {
  line: number
  text: string
  reason: string
}

export interface NumberLines {
  /** E.164, without duplicates, in order of first appearance. */
  numbers: string[]
  /** Pieces that were not accepted. */
  bad: RejectedLine[]
  /** Pieces left out of accepted numbers, such as an extension. */
  remarks: RejectedLine[]
  /** How many numbers appeared more than once. */
  repeated: number
}

/** Separators between cells on a line. */
const DIVIDER = /[,;\t|]/
/** Fewer digits than this cannot be meant as a phone number (an amount in the next cell, for example). */
const AN_ATTEMPT = 7
const SEPARATORS = '[\\s./()\\-\\u2010-\\u2015\\u2212]*'
/** Digits and the characters commonly typed between them. */
const RUN = /[+(]*\d(?:[\d\s()+./\-\u2010-\u2015\u2212]*\d)?/g
const ONE_NUMBER = `\\(?(?:\\+?1\\)?${SEPARATORS})?[2-9]\\d{2}${SEPARATORS}[2-9]\\d{2}${SEPARATORS}\\d{4}(?!\\d)`
const NUMBERS_ONLY = new RegExp(`^(?:${ONE_NUMBER}${SEPARATORS})+$`)
const EACH_NUMBER = new RegExp(ONE_NUMBER, 'g')
/** Numbering of lists: `12. ` and `12) `. */
const PLACE_IN_LIST = /^\d{1,4}[.)]+\s+/
const EXTENSION = /^[\s,;(]*((?:ext(?:ension)?|x|#)[.:=\s]*\d{1,7})(?!\d)/i
/** What follows a number and means further ones by their last digits: `or 0121`, `to 0129`. */
const SHORTENED = new RegExp(`^[\\s,;)]*((?:or|and|&|to|thru|through)\\s*\\d{1,6})(?!${SEPARATORS}\\d)`, 'i')
const LEFT_OUT = [
  [EXTENSION, 'The number was added without its extension.'],
  [SHORTENED, 'Only the whole number was added. Write out the others.'],
] as const
const JOINED_LETTER = /[\p{L}_]/u
/** The rest of a word that contains digits, as in `1-800-555-CALL`. */
const WORD_BEFORE = /[\p{L}_][^\s\d]*$/u
const WORD_AFTER = /^-?[\p{L}_]\S*/u
const QUOTES = /["'\u2018-\u201f\u00ab\u00bb]+/g

/**
 * Finds phone numbers in pasted or uploaded text: next to names and labels, after `tel:`, in quotation marks, several per line.
 * Every candidate must pass the phone rule (detectPhone). Candidates with enough digits that fail it are reported with line and
 * reason, and so are lines without any number; words and short figures next to a number are ignored. `heading` skips a first line
 * without digits, as files have.
 */
export function readNumberLines(text: string, { heading = false } = {}): NumberLines {
  const found = new Set<string>()
  const bad: RejectedLine[] = []
  const remarks: RejectedLine[] = []
  let repeated = 0
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    // Invisible characters that phones add when copying, and full-width digits and spaces.
    const line = halfWidth(raw).replace(/\p{Cf}/gu, '')
    if (line.trim() === '' || (heading && index === 0 && !/\d/.test(line))) continue
    const read = readLine(line)
    for (const number of read.numbers) {
      if (found.has(number)) repeated += 1
      found.add(number)
    }
    const entry = ({ text: part, reason }: Refused): RejectedLine => ({
      line: index + 1,
      text: part.slice(0, 60),
      reason,
    })
    bad.push(...read.refused.map(entry))
    remarks.push(...read.remarks.map(entry))
  }
  return { numbers: [...found], bad, remarks, repeated }
}

type Refused = Omit<RejectedLine, 'line'>

function readLine(line: string): { numbers: string[]; refused: Refused[]; remarks: Refused[] } {
  const numbers: string[] = []
  const refused: Refused[] = []
  const remarks: Refused[] = []
  let at = 0
  for (const cell of line.split(DIVIDER)) {
    for (const run of cell.matchAll(RUN)) {
      const [before, after] = [cell.slice(0, run.index), cell.slice(run.index + run[0].length)]
      const here = isJoined(before, after) ? [] : numbersIn(run[0])
      numbers.push(...here)
      const rest = here.length > 0 ? line.slice(at + run.index + run[0].length) : ''
      for (const [left, reason] of LEFT_OUT) {
        const what = left.exec(rest)?.[1]
        if (what) remarks.push({ text: `${run[0]} ${what}`, reason })
      }
      if (here.length === 0 && digitsOf(run[0]).length >= AN_ATTEMPT) {
        const part = `${WORD_BEFORE.exec(before)?.[0] ?? ''}${run[0]}${WORD_AFTER.exec(after)?.[0] ?? ''}`
        refused.push({ text: part, reason: invalidReason(part) })
      }
    }
    at += cell.length + 1
  }
  if (numbers.length === 0 && refused.length === 0) {
    const bare = line.replace(QUOTES, ' ').trim()
    refused.push({ text: bare || line.trim(), reason: invalidReason(bare) })
  }
  return { numbers, refused, remarks }
}

/** The numbers in a run of digits, if it holds nothing else except a list number. */
function numbersIn(run: string): string[] {
  const whole = detectPhone(run)
  if (whole) return [whole]
  const listed = run.replace(PLACE_IN_LIST, '')
  if (!NUMBERS_ONLY.test(listed)) return []
  const found = (listed.match(EACH_NUMBER) ?? []).map((one) => detectPhone(one.replace(/[()]/g, ' ')))
  return found.every((number) => number !== undefined) ? found : []
}

/** Whether letters touch the digits, so that they belong to something else; an extension does not count. */
function isJoined(before: string, after: string): boolean {
  return (
    JOINED_LETTER.test(before.at(-1) ?? '') ||
    (JOINED_LETTER.test(after.at(0) ?? '') && !EXTENSION.test(after))
  )
}

/** Why a text is not a North American phone number, as a sentence. */
export function invalidReason(text: string): string {
  const digits = digitsOf(text)
  if (digits === '') return 'No phone number found.'
  if (/[a-z]/i.test(text)) return 'It has letters in it.'
  if (digits.length < 10) return `It has ${countOf(digits.length, 'digit')}; a number has 10.`
  if (digits.length === 11 && !digits.startsWith('1')) return 'It has 11 digits but does not start with 1.'
  if (digits.length > 11) return `It has ${digits.length} digits; a number has 10, or 11 starting with 1.`
  const national = digits.slice(-10)
  if (/^[01]/.test(national)) return `No area code starts with ${national.charAt(0)}.`
  if (/^...[01]/.test(national)) return `No exchange starts with ${national.charAt(3)}.`
  return 'It has characters that do not belong in a number.'
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
