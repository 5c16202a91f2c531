import { halfWidth } from '../half-width.ts'

/**
 * Formats a North American phone number as `(NNN) NNN-NNNN`.
 *
 * Specification section 5: "accepts only digits, plus, hyphen, parentheses and spaces; otherwise returns
 * nothing. Non-digits are stripped; a leading 1 is dropped when there are 11 digits; 10 digits are formatted
 * as (NNN) NNN-NNNN; anything else returns nothing."
 *
 * @returns the formatted number, or undefined where the rule returns nothing. A space is U+0020 only.
 */
export function formatNorthAmericanPhone(value: string): string | undefined {
  if (!/^[0-9+\-() ]+$/.test(value)) return undefined
  const digits = withoutCountryCode(value.replace(/\D/g, ''))
  if (digits.length !== 10) return undefined
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** A stored number as people read it: in the North American form, or as it is. Ten digits after a plus may be another country's. */
export function shownNumber(number: string): string {
  if (number.startsWith('+') && !number.startsWith('+1')) return number
  return formatNorthAmericanPhone(number) ?? number
}

/** A record's label as people read it: a number that it begins with as {@link shownNumber} says. Files keep E.164. */
export function shownLabel(label: string): string {
  const [first] = label.split(' ', 1) as [string]
  return first.startsWith('+') ? shownNumber(first) + label.slice(first.length) : label
}

/**
 * Specification section 5: "Phone to 10 digits: accepts 10 digits, or 11 digits dropping the first; otherwise undefined." The
 * first of 11 digits is dropped whatever it is. Nothing is stripped: a value with anything but ASCII digits is undefined. Nothing calls it yet:
 * numbers are stored and sent to providers in E.164.
 */
export function phoneToTenDigits(value: string): string | undefined {
  if (/^[0-9]{10}$/.test(value)) return value
  return /^[0-9]{11}$/.test(value) ? value.slice(1) : undefined
}

/**
 * Specification section 5: "Phone to 11 digits: adds a leading 1 to 10 digits, keeps 11 digits, otherwise undefined." Nothing is
 * stripped: a value with anything but ASCII digits is undefined. Nothing calls it yet: Telnyx takes E.164, with the plus.
 */
export function phoneToElevenDigits(value: string): string | undefined {
  if (/^[0-9]{10}$/.test(value)) return `1${value}`
  return /^[0-9]{11}$/.test(value) ? value : undefined
}

/** What people write between digits: white space, dots, slashes, parentheses, hyphens and other dashes. */
const SEPARATORS = /[\s./()\-\u2010-\u2015\u2212\p{Cf}]/gu
/** A leading plus, digits, and the separators. */
const TYPED_PHONE = /^\(?\+?[0-9\s./()\-\u2010-\u2015\u2212]+$/

/** A typed number without the separators between its digits. */
export const withoutSeparators = (typed: string): string => halfWidth(typed).replace(SEPARATORS, '')

/** A number without separators, with the plus before its country code that a spreadsheet or a carrier left out (lib/switch/numbers.ts). */
export const withPlus = (number: string): string => number.replace(/^[1-9][0-9]{10,14}$/, '+$&')

/** A typed or pasted number without what links and address books put around it: `tel:`, and invisible marks. */
export const bareNumber = (typed: string): string =>
  halfWidth(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')

/**
 * Detects whether a search term is a North American phone number, and which one (specification section 5 asks for the test but
 * leaves its rule open).
 *
 * The rule: apart from surrounding white space, invisible marks and a leading `tel:` the term consists of digits and separators
 * (white space, dots, slashes, parentheses, hyphens and other dashes), with at most one plus, in front: `+1 …` or `(+1) …`. It has
 * 10 digits, or 11 starting with 1; after a plus it has 11. Area code and exchange start with 2–9, as in the numbering plan, so an
 * order number such as 1000000000 is not a phone number.
 *
 * @returns the number in E.164 form, `+1NXXNXXXXXX`, or undefined.
 */
export function detectPhone(term: string): string | undefined {
  const typed = bareNumber(term)
  if (!TYPED_PHONE.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  if (typed.includes('+') && digits.length !== 11) return undefined
  const national = withoutCountryCode(digits)
  return /^[2-9][0-9]{2}[2-9][0-9]{6}$/.test(national) ? `+1${national}` : undefined
}

/**
 * A typed outside number in E.164 form: a North American one, or one abroad with its country code after a plus, or after 011 as it
 * is dialed. The rules of numbers abroad are left to their carriers. Undefined for anything else.
 */
export function detectOutsideNumber(typed: string): string | undefined {
  const abroad = withoutSeparators(bareNumber(typed).replace('(0)', ''))
  const [, digits] = /^(?:\+|011)([2-9][0-9]{6,14})$/.exec(abroad) ?? []
  return detectPhone(typed) ?? (digits && `+${digits}`)
}

function withoutCountryCode(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
