import { lengthOf } from '../dates/span'
import { type Cycle, cyclesWithin, type Days } from './cycle'
import { divideRounded } from './money'

/**
 * The part of a cycle's price that falls on some of its days, in cents. It is the difference of two rounded shares
 * since the cycle's first day, so that the parts of a cycle always add up to its whole price. Days outside the cycle
 * cost nothing. The database function private.prorated does the same.
 */
export function prorate(price: bigint, cycle: Days, days: Days): bigint {
  const from = days.from > cycle.from ? days.from : cycle.from
  const to = days.to < cycle.to ? days.to : cycle.to
  if (from > to) return 0n
  const length = BigInt(lengthOf({ from: cycle.from, until: cycle.to }))
  const share = (passed: number) => divideRounded(price * BigInt(passed), length)
  return (
    share(lengthOf({ from: cycle.from, until: to })) - share(lengthOf({ from: cycle.from, until: from }) - 1)
  )
}

/** A subscription as far as it decides what is charged; the price in cents is that of one whole cycle. */
export interface Terms {
  price: bigint
  cycle: Cycle
  startsOn: string
  /** The last day that is charged; null while it goes on. */
  endsOn: string | null
  prorate: boolean
}

/** What is charged for each cycle that begins by `until`: days within the subscription, cents. */
export function charges(terms: Terms, until: string): { cycle: Days; cents: bigint }[] {
  const last = terms.endsOn !== null && terms.endsOn < until ? terms.endsOn : until
  if (terms.startsOn > last) return []
  return cyclesWithin({ from: terms.startsOn, to: last }, terms.cycle).map((cycle) => ({
    cycle,
    cents: terms.prorate
      ? prorate(terms.price, cycle, { from: terms.startsOn, to: terms.endsOn ?? cycle.to })
      : terms.price,
  }))
}
