import { detectPhone } from '../validation/phone'

/** A part of a line that is no telephone number; lines count from 1. */
export interface BadLine {
  line: number
  text: string
  reason: string
}

export interface NumberLines {
  /** E.164, each once, in the order in which they first stand. */
  numbers: string[]
  bad: BadLine[]
  /** How many stood there more than once. */
  repeated: number
}

/** What divides numbers that stand on one line. */
const DIVIDER = /[,;\t|]/

/** Fewer digits than these are no attempt at a telephone number, for instance the amount beside one. */
const AN_ATTEMPT = 7

/**
 * Reads pasted or uploaded telephone numbers, a line each or divided by commas, semicolons, tabs or bars. Every number
 * goes by the phone rule; what is none is named with its line and the reason, and the rest is kept. Cells beside a
 * number are passed over unless they look like one. `heading` passes over a first line without digits, as files have.
 */
export function readNumberLines(text: string, { heading = false } = {}): NumberLines {
  const found = new Set<string>()
  const bad: BadLine[] = []
  let repeated = 0
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      if (line.trim() === '' || (heading && index === 0 && !/\d/.test(line))) return
      const cells = line
        .split(DIVIDER)
        .map((cell) =>
          cell
            .trim()
            .replace(/^["']+|["']+$/g, '')
            .trim(),
        )
        .filter(Boolean)
      const numbers = cells.map(detectPhone)
      for (const number of numbers) {
        if (!number) continue
        if (found.has(number)) repeated += 1
        found.add(number)
      }
      const refused = numbers.some(Boolean)
        ? cells.filter((cell, at) => !numbers[at] && digitsOf(cell).length >= AN_ATTEMPT)
        : [line.trim()]
      for (const cell of refused) {
        bad.push({ line: index + 1, text: cell.slice(0, 60), reason: reasonAgainst(cell) })
      }
    })
  return { numbers: [...found], bad, repeated }
}

/** Why a text is no North American telephone number, as a sentence. */
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
