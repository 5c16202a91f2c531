/**
 * Amounts as whole numbers of their smallest unit, so that no sum is ever off by a binary fraction. Rounding is half
 * away from zero throughout: a line to cents, the cost of a call to ten-thousandths (docs/decisions/020).
 */

/** Decimal places of an amount on an invoice, and of the cost of one call. */
export const CENTS = 2
export const CALL_COST = 4

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** A decimal text or number as units of 10^-places. Throws RangeError when it is no decimal, or has more places. */
export function toUnits(value: string | number, places: number): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(String(value)) ?? []
  if (whole === undefined || /[^0]/.test(fraction.slice(places))) {
    throw new RangeError(`${value} is not a decimal with ${places} places.`)
  }
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign ? -units : units
}

/** Units of 10^-places as a decimal text with all of its places: 1234n, 2 → "12.34". */
export function fromUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const at = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${places > 0 ? `.${digits.slice(at)}` : ''}`
}

/** The quotient as a whole number, halves away from zero. The divisor is above zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const quotient = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -quotient : quotient
}

/** An amount for reading: "$1,234.50", "-$20.00"; with `places` for prices below a cent. */
export function formatMoney(amount: number | string, currency: string, places = CENTS): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(Number(amount))
}

/** Whether a text is an amount of money from zero up with at most `places` decimals. */
export function isAmount(text: string, places = CENTS): boolean {
  return new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`).test(text.trim())
}
