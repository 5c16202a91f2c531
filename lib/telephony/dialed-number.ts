import { withoutSeparators } from '../validation/phone'

/** The exchange and line of a number of the North American plan, as a regular expression. */
export const EXCHANGE = '[2-9][0-9]{6}'

const SEVEN_DIGITS = new RegExp(`^${EXCHANGE}$`)

/**
 * The digits that routes are matched against: separators are removed, `+1…` loses its plus, any other `+…` becomes 011…. Undefined
 * if the text cannot be dialed.
 */
export function dialedDigits(typed: string): string | undefined {
  const dialed = withoutSeparators(typed)
  if (!/^\+?[0-9*#]{1,24}$/.test(dialed)) return undefined
  if (!dialed.startsWith('+')) return dialed
  return dialed.startsWith('+1') ? dialed.slice(1) : `011${dialed.slice(1)}`
}

/** The dialed digits with the tenant's area code before seven of them. */
export function withAreaCode(digits: string, areaCode?: string): string {
  return areaCode !== undefined && SEVEN_DIGITS.test(digits) ? areaCode + digits : digits
}

/** 011 and a number, of which networks ignore what follows the longest possible one (E.164). */
const INTERNATIONAL = /^011([1-9][0-9]{6,14})[0-9]*$/

/** The called number in E.164, where the dialed digits (dialedDigits) are one of the North American plan or begin with 011. */
export function calledNumber(digits: string, areaCode?: string): string {
  const whole = withAreaCode(digits, areaCode)
  if (/^1?[2-9][0-9]{2}[2-9][0-9]{6}$/.test(whole)) return `+1${whole.slice(-10)}`
  const international = INTERNATIONAL.exec(whole)?.[1]
  return international === undefined ? digits : `+${international}`
}
