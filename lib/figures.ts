/**
 * Figures are written without Intl, whose first use in a browser tab holds the main thread while the first rows wait to be painted
 * (docs/performance.md).
 */

/** What stands where there is no value. */
export const NO_VALUE = '—'

/**
 * A figure for display: "1,234.5", with at most `places` decimals. Halves of the decimal as written are rounded away from zero.
 * Exact up to 15 digits.
 */
export function formatFigure(value: number, places = 3): string {
  const { sign, whole, fraction } = rounded(value, places)
  const decimals = fraction.replace(/0+$/, '')
  return sign + whole + (decimals && `.${decimals}`)
}

/** The same with all `places` decimals, and with a unit after the sign: "-$1,234.50". */
export function formatFixed(value: number, places: number, unit = ''): string {
  const { sign, whole, fraction } = rounded(value, places)
  return sign + unit + whole + (places > 0 ? `.${fraction}` : '')
}

function rounded(value: number, places: number): { sign: string; whole: string; fraction: string } {
  const size = Math.abs(value)
  // Shifting the decimal in the text keeps 1.005 a half, which its binary value is not. Below 1e-6 the text has an exponent.
  const units = size < 1e-6 ? 0 : Math.round(Number(`${size}e${places}`))
  const digits = String(units).padStart(places + 1, '0')
  const point = digits.length - places
  return {
    sign: value < 0 && units > 0 ? '-' : '',
    whole: grouped(digits.slice(0, point)),
    fraction: digits.slice(point),
  }
}

function grouped(digits: string): string {
  const first = digits.length % 3 || 3
  let text = digits.slice(0, first)
  for (let at = first; at < digits.length; at += 3) text += `,${digits.slice(at, at + 3)}`
  return text
}
