import { lengthOf } from '../dates/span'
import { type Cycle, cyclesWithin, type Days } from './cycle'
import { divideRounded } from './money'

/**
 * The share of a cycle's price for some of its days, in cents. It is the difference of two rounded shares counted from the
 * cycle's first day, so that the parts of a cycle always add up to its full price. Days outside the cycle cost nothing. The
 * database function private.prorated uses the same rule.
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

/** The parts of a subscription that decide its charges; the price, in cents, is for one full cycle. */
export interface Terms {
  price: bigint
  cycle: Cycle
  startsOn: string
  /** Last day charged; null while the subscription runs. */
  endsOn: string | null
  prorate: boolean
}

/** The charge for each cycle that starts on or before `until`: days within the subscription, and cents. */
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
