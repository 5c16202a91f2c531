import { bareNumber, detectOutsideNumber, shownNumber } from './phone'

/** An extension at the end: "ext. 12", "extension 12", "x12", "#12", or ";ext=12" as stored. */
const EXTENSION = /[\s,;]*(?:ext(?:ension)?\.?|x|#)\s*[:=]?\s*([0-9]{1,8})\s*$/i

/**
 * A person's phone number in stored form: E.164, with an extension as in RFC 3966 ("+12075550177;ext=12"). North American numbers
 * may be typed without a country code, all others need theirs; undefined for anything else.
 */
export function parseContactPhone(typed: string): string | undefined {
  const whole = bareNumber(typed)
  const extension = EXTENSION.exec(whole)?.[1]
  const number = detectOutsideNumber(whole.replace(EXTENSION, ''))
  return number && (extension ? `${number};ext=${extension}` : number)
}

/** A stored number for display: "(207) 555-0177 ext. 12", "+442079460018". */
export function formatContactPhone(stored: string): string {
  const extension = stored.split(';ext=')[1]
  const number = stored.replace(/;ext=.*/, '')
  const shown = shownNumber(number)
  return extension ? `${shown} ext. ${extension}` : shown
}
