import { detectPhone } from '../validation/phone'

/** A part of a line, and what is to be said about it; lines count from 1. */
export interface BadLine {
  line: number
  text: string
  reason: string
}

export interface NumberLines {
  /** E.164, each once, in the order in which they first stand. */
  numbers: string[]
  /** What was not taken. */
  bad: BadLine[]
  /** What was left out of a number that was taken, such as its extension. */
  remarks: BadLine[]
  /** How many stood there more than once. */
  repeated: number
}

/** What divides cells that stand on one line. */
const DIVIDER = /[,;\t|]/
/** Fewer digits than these are no attempt at a phone number, for instance the amount beside one. */
const AN_ATTEMPT = 7
const SEPARATORS = '[\\s./()\\-\\u2010-\\u2015\\u2212]*'
/** Digits and what people put between the digits of a number. */
const RUN = /[+(]*\d(?:[\d\s()+./\-\u2010-\u2015\u2212]*\d)?/g
const ONE_NUMBER = `\\(?(?:\\+?1\\)?${SEPARATORS})?[2-9]\\d{2}${SEPARATORS}[2-9]\\d{2}${SEPARATORS}\\d{4}(?!\\d)`
const NUMBERS_ONLY = new RegExp(`^(?:${ONE_NUMBER}${SEPARATORS})+$`)
const EACH_NUMBER = new RegExp(ONE_NUMBER, 'g')
/** `12. ` and `12) `, as lists have them. */
const PLACE_IN_LIST = /^\d{1,4}[.)]+\s+/
const EXTENSION = /^[\s,;(]*((?:ext(?:ension)?|x|#)[.:=\s]*\d{1,7})(?!\d)/i
const JOINED_LETTER = /[\p{L}_]/u
/** The rest of a word that has digits in it, as in `1-800-555-CALL`. */
const WORD_BEFORE = /[\p{L}_][^\s\d]*$/u
const WORD_AFTER = /^-?[\p{L}_]\S*/u
const QUOTES = /["'\u2018-\u201f\u00ab\u00bb]+/g

/**
 * Finds the phone numbers in pasted or uploaded text: beside names and labels, behind `tel:`, in quotation marks, several on
 * a line. Each candidate goes by the phone rule (detectPhone). What has the digits of a number and is none is named with its
 * line and the reason, and so is a line without any number; words and short figures beside a number are passed over.
 * `heading` passes over a first line without digits, as files have.
 */
export function readNumberLines(text: string, { heading = false } = {}): NumberLines {
  const found = new Set<string>()
  const bad: BadLine[] = []
  const remarks: BadLine[] = []
  let repeated = 0
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    // Invisible marks, as phones put around what they copy, and wide digits and spaces.
    const line = raw.normalize('NFKC').replace(/\p{Cf}/gu, '')
    if (line.trim() === '' || (heading && index === 0 && !/\d/.test(line))) continue
    const read = readLine(line)
    for (const number of read.numbers) {
      if (found.has(number)) repeated += 1
      found.add(number)
    }
    const entry = ({ text: part, reason }: Refused): BadLine => ({
      line: index + 1,
      text: part.slice(0, 60),
      reason,
    })
    bad.push(...read.refused.map(entry))
    remarks.push(...read.remarks.map(entry))
  }
  return { numbers: [...found], bad, remarks, repeated }
}

type Refused = Omit<BadLine, 'line'>

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
      const extension = here.length > 0 && EXTENSION.exec(line.slice(at + run.index + run[0].length))
      if (extension) {
        remarks.push({
          text: `${run[0]} ${extension[1]}`,
          reason: 'The number is taken without its extension.',
        })
      }
      if (here.length === 0 && digitsOf(run[0]).length >= AN_ATTEMPT) {
        const part = `${WORD_BEFORE.exec(before)?.[0] ?? ''}${run[0]}${WORD_AFTER.exec(after)?.[0] ?? ''}`
        refused.push({ text: part, reason: reasonAgainst(part) })
      }
    }
    at += cell.length + 1
  }
  if (numbers.length === 0 && refused.length === 0) {
    const bare = line.replace(QUOTES, ' ').trim()
    refused.push({ text: bare || line.trim(), reason: reasonAgainst(bare) })
  }
  return { numbers, refused, remarks }
}

/** The numbers of a run of digits, when there is nothing else in it but its place in a list. */
function numbersIn(run: string): string[] {
  const whole = detectPhone(run)
  if (whole) return [whole]
  const listed = run.replace(PLACE_IN_LIST, '')
  if (!NUMBERS_ONLY.test(listed)) return []
  const found = (listed.match(EACH_NUMBER) ?? []).map((one) => detectPhone(one.replace(/[()]/g, ' ')))
  return found.every((number) => number !== undefined) ? found : []
}

/** Whether letters stand right beside digits, so that these are a part of something else; an extension is not. */
function isJoined(before: string, after: string): boolean {
  return (
    JOINED_LETTER.test(before.at(-1) ?? '') ||
    (JOINED_LETTER.test(after.at(0) ?? '') && !EXTENSION.test(after))
  )
}

/** Why a text is no North American phone number, as a sentence. */
export function reasonAgainst(text: string): string {
  const digits = digitsOf(text)
  if (digits === '') return 'There is no number in it.'
  if (/[a-z]/i.test(text)) return 'It has letters in it.'
  if (digits.length < 10)
    return `It has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'}; a number has 10.`
  if (digits.length === 11 && !digits.startsWith('1')) return 'It has 11 digits and does not begin with 1.'
  if (digits.length > 11) return `It has ${digits.length} digits; a number has 10, or 11 beginning with 1.`
  const national = digits.slice(-10)
  if (/^[01]/.test(national)) return `No area code begins with ${national.charAt(0)}.`
  if (/^...[01]/.test(national)) return `No exchange begins with ${national.charAt(3)}.`
  return 'It has characters that do not belong in a number.'
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
