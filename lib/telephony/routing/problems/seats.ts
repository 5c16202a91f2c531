import { PRODUCT_LABELS, type SeatProduct } from '../../../licensing/seats'
import { countOf } from '../../../words'
import type { TenantSnapshot } from '../snapshot'
import { checked, type Problem, problem } from './problem'

/** A product with more seats assigned than purchased. */
export interface SeatsOver {
  product: SeatProduct
  purchased: number
  assigned: number
}

/** Seats beyond those purchased, which soft caps let through, as problems of the tenant. */
export function seatProblems(snapshot: TenantSnapshot, over: readonly SeatsOver[], now: number): Problem[] {
  const at = checked(snapshot, now)
  return over.map(({ product, purchased, assigned }) => {
    const text = `${PRODUCT_LABELS[product]}: ${countOf(assigned, 'seat')} ${assigned === 1 ? 'is' : 'are'} assigned, and ${purchased} purchased.`
    return problem(at, 'warning', 'seats-over', at.index.tenant, text, product)
  })
}
