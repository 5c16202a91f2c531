import { detectPhone, formatNorthAmericanPhone } from './phone'

/** An extension at the end: "ext. 12", "extension 12", "x12", "#12", or ";ext=12" as stored. */
const EXTENSION = /[\s,;]*(?:ext(?:ension)?\.?|x|#)\s*[:=]?\s*([0-9]{1,8})\s*$/i
const ABROAD = /^\+[0-9\s./()\-\u2010-\u2015\u2212]+$/

/**
 * A person's phone number in stored form: E.164, with an extension as in RFC 3966 ("+12075550177;ext=12"). North American numbers
 * may be typed without a country code, all others need a plus; undefined for anything else.
 */
export function parseContactPhone(typed: string): string | undefined {
  const extension = EXTENSION.exec(typed)?.[1]
  const main = typed.replace(EXTENSION, '').trim()
  const number = detectPhone(main) ?? abroad(main)
  return number && (extension ? `${number};ext=${extension}` : number)
}

/** A number of another country, whose rules are left to its carriers; +1 is validated here. */
function abroad(main: string): string | undefined {
  if (!ABROAD.test(main)) return undefined
  const digits = main.replace(/\(0\)|\D/g, '')
  return /^[2-9][0-9]{6,14}$/.test(digits) ? `+${digits}` : undefined
}

/** A stored number for display: "(207) 555-0177 ext. 12", "+442079460018". */
export function formatContactPhone(stored: string): string {
  const extension = stored.split(';ext=')[1]
  const number = stored.replace(/;ext=.*/, '')
  // The formatter would take any ten digits for a North American number.
  const shown = (number.startsWith('+1') && formatNorthAmericanPhone(number)) || number
  return extension ? `${shown} ext. ${extension}` : shown
}
