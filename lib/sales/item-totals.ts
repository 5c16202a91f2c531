import { CENTS, fromUnits, isAmount, toUnits } from '../billing/money'

/** A line item's prices; amounts per unit as decimals. */
export interface PricedItem {
  quantity: unknown
  one_off_price: unknown
  monthly_price: unknown
}

/** Sums of line items as decimals with two places, exact to the cent. */
export interface ItemTotals {
  oneOff: string
  monthly: string
  /** Everything paid in the first twelve months. */
  firstYear: string
}

/** Quantity times price as a decimal; an incomplete line costs nothing. */
export function lineTotal(quantity: unknown, price: unknown): string {
  return fromUnits(lineUnits(quantity, price), CENTS)
}

/** Adds up the line items. */
export function itemTotals(items: readonly PricedItem[]): ItemTotals {
  let oneOff = 0n
  let monthly = 0n
  for (const { quantity, one_off_price, monthly_price } of items) {
    oneOff += lineUnits(quantity, one_off_price)
    monthly += lineUnits(quantity, monthly_price)
  }
  return {
    oneOff: fromUnits(oneOff, CENTS),
    monthly: fromUnits(monthly, CENTS),
    firstYear: fromUnits(oneOff + 12n * monthly, CENTS),
  }
}

function lineUnits(quantity: unknown, price: unknown): bigint {
  const count = String(quantity).trim()
  const each = String(price).trim()
  return /^\d{1,6}$/.test(count) && isAmount(each) ? BigInt(count) * toUnits(each, CENTS) : 0n
}
