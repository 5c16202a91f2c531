// An independent model of what the database charges, in integer cents and ten-thousandths, without SQL.
import type { Cycle } from '@/lib/billing/cycle'
import { CALL_COST, toUnits } from '@/lib/billing/money'
import { dayAfter, monthStart } from '@/lib/dates/day'
import { type DaySpan, lengthOf } from '@/lib/dates/span'
import { CYCLE_MONTHS } from '@/lib/supabase/constraints'

/** The quotient rounded half away from zero. Neither argument is negative. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

/** The calendar month, quarter or year that holds the day. */
function cycleOf(day: string, cycle: Cycle): DaySpan {
  const months = CYCLE_MONTHS[cycle]
  const from = monthStart(day, -((Number(day.slice(5, 7)) - 1) % months))
  return { from, until: dayAfter(monthStart(from, months), -1) }
}

/** The part of a cycle's price (cents) for some of its days: the difference of two shares counted from its start. */
function prorate(price: bigint, cycle: DaySpan, days: DaySpan): bigint {
  const from = days.from > cycle.from ? days.from : cycle.from
  const until = days.until < cycle.until ? days.until : cycle.until
  if (from > until) return 0n
  const share = (passed: number) => divideRounded(price * BigInt(passed), BigInt(lengthOf(cycle)))
  return share(lengthOf({ from: cycle.from, until })) - share(lengthOf({ from: cycle.from, until: from }) - 1)
}

/** The fields of a subscription that determine its charges; the price is in cents per full cycle. */
interface Terms {
  price: bigint
  cycle: Cycle
  startsOn: string
  /** The last day charged; null while it is active. */
  endsOn: string | null
  prorate: boolean
}

/** Cents charged for each cycle that begins by `until`. */
export function charges(terms: Terms, until: string): bigint[] {
  const last = terms.endsOn !== null && terms.endsOn < until ? terms.endsOn : until
  const cents: bigint[] = []
  for (let day = terms.startsOn; day <= last;) {
    const cycle = cycleOf(day, terms.cycle)
    const own = { from: terms.startsOn, until: terms.endsOn ?? cycle.until }
    cents.push(terms.prorate ? prorate(terms.price, cycle, own) : terms.price)
    day = dayAfter(cycle.until, 1)
  }
  return cents
}

/** The rate for numbers that start with a prefix. */
export interface Rate {
  prefix: string
  connect_fee: number
  included_seconds: number
  cost_per_minute: number
  first_increment: number
  next_increment: number
}

/** Cost of calls by matching prefix; `cost` in ten-thousandths. */
interface Usage {
  calls: number
  billedSeconds: number
  cost: bigint
}

/** E.164 without its plus; ten digits and a leading 011 are North American ways of dialing. Empty for a number that is none. */
function ratedDigits(number: string): string {
  if (number.startsWith('+')) return number.slice(1)
  if (number.startsWith('011')) return number.slice(3)
  const national = number.length === 11 && number.startsWith('1') ? number.slice(1) : number
  return /^[0-9]{10}$/.test(national) ? `1${national}` : ''
}

function billedSeconds(talkSeconds: number, rate: Rate): number {
  const chargeable = talkSeconds - rate.included_seconds
  if (chargeable <= 0) return 0
  const beyond = Math.max(0, chargeable - rate.first_increment)
  return rate.first_increment + Math.ceil(beyond / rate.next_increment) * rate.next_increment
}

const EMERGENCY = ['911', '933', '988']

/** Rates calls (talk seconds are null if not answered); the key undefined is for calls without a rate. Emergency calls are not rated. */
export function rateCalls(
  calls: readonly { to: string; talkSeconds: number | null }[],
  rates: readonly Rate[],
): Map<string | undefined, Usage> {
  const longestFirst = rates.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const usage = new Map<string | undefined, Usage>()
  for (const { to, talkSeconds } of calls) {
    if (talkSeconds === null || EMERGENCY.includes(to)) continue
    const rate = longestFirst.find(({ prefix }) => ratedDigits(to).startsWith(prefix))
    const sum = usage.get(rate?.prefix) ?? { calls: 0, billedSeconds: 0, cost: 0n }
    const seconds = rate ? billedSeconds(talkSeconds, rate) : 0
    const units = (amount = 0) => toUnits(amount, CALL_COST)
    const cost = rate
      ? units(rate.connect_fee) + divideRounded(BigInt(seconds) * units(rate.cost_per_minute), 60n)
      : 0n
    usage.set(rate?.prefix, {
      calls: sum.calls + 1,
      billedSeconds: sum.billedSeconds + seconds,
      cost: sum.cost + cost,
    })
  }
  return usage
}
