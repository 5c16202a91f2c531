/**
 * Amounts are integers of the smallest unit, so that sums have no binary fractions. Halves are rounded away from zero: lines to
 * cents, call costs to ten-thousandths (docs/decisions/020).
 */

import { formatFixed } from '../figures'
import type { BILLING_ACCOUNTS } from '../supabase/constraints'

/** Decimal places of an invoice amount and of a call's cost. */
export const CENTS = 2
export const CALL_COST = 4

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Converts a decimal (text or number) to units of 10^-places. Throws RangeError when it is not a decimal or has more places. */
export function toUnits(value: string | number, places: number): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(String(value)) ?? []
  if (whole === undefined || /[^0]/.test(fraction.slice(places))) {
    throw new RangeError(`${value} is not a decimal with ${places} places.`)
  }
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign ? -units : units
}

/** The sum of amounts that are written in the same unit, such as cents; 0 of none. */
export const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, next) => sum + next, 0n)

/** Units of 10^-places as a decimal text with all places: 1234n, 2 → "12.34". */
export function fromUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const at = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, at)}${places > 0 ? `.${digits.slice(at)}` : ''}`
}

/** What stands before an amount, by currency. */
const SIGNS: Readonly<Record<string, string>> = { USD: '$', CAD: 'CA$', EUR: '€', GBP: '£' } satisfies Record<
  (typeof BILLING_ACCOUNTS.currency.choices)[number],
  string
>

/** An amount for display: "$1,234.50", "-$20.00"; set `places` for prices below a cent. */
export function formatMoney(amount: number | string, currency: string, places = CENTS): string {
  return formatFixed(Number(amount), places, SIGNS[currency] ?? `${currency} `)
}

/** An amount of sales and purchases, which are in US dollars. */
export const formatDollars = (amount: number | string, places = CENTS): string =>
  formatMoney(amount, 'USD', places)

/** Whether a text is a non-negative amount with at most `places` decimals. */
export function isAmount(text: string, places = CENTS): boolean {
  return new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`).test(text.trim())
}
