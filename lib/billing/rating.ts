import { CALL_COST, divideRounded, toUnits } from './money'

/** The price of calls to numbers with a prefix; amounts are decimals with up to four places. */
export interface Rate {
  /** Leading digits of the E.164 number without its plus; empty for numbers that no other rate covers. */
  prefix: string
  connect_fee: string | number
  /** Seconds of each call covered by the connect fee. */
  included_seconds: number
  cost_per_minute: string | number
  /** Minimum seconds charged, then the increment in which further time is charged. */
  first_increment: number
  next_increment: number
}

/** A call to rate: seconds of conversation, null when it was not answered. */
export interface Call {
  to: string
  talkSeconds: number | null
}

/**
 * The digits used to rate a dialed number: E.164 without the plus. Ten digits and a leading 011 are North American dialing. The
 * database function private.rated_digits uses the same rule.
 */
export function ratedDigits(number: string): string {
  const digits = number.replace(/[^0-9]/g, '')
  if (number.startsWith('+')) return digits
  if (digits.startsWith('011')) return digits.slice(3)
  return digits.length === 10 ? `1${digits}` : digits
}

/** The rate with the longest prefix that matches the number; undefined when none matches. */
export function rateFor<R extends Pick<Rate, 'prefix'>>(number: string, rates: readonly R[]): R | undefined {
  const digits = ratedDigits(number)
  let best: R | undefined
  for (const rate of rates) {
    if (digits.startsWith(rate.prefix) && (!best || rate.prefix.length > best.prefix.length)) best = rate
  }
  return best
}

/** Seconds charged by the minute: those beyond the included ones, rounded up to the first increment, then to the next ones. */
export function billedSeconds(talkSeconds: number, rate: Rate): number {
  const chargeable = talkSeconds - rate.included_seconds
  if (chargeable <= 0) return 0
  if (chargeable <= rate.first_increment) return rate.first_increment
  const steps = Math.ceil((chargeable - rate.first_increment) / rate.next_increment)
  return rate.first_increment + steps * rate.next_increment
}

/** Cost of a call in ten-thousandths: connect fee plus billed seconds; zero unless it was answered. */
export function callCost(talkSeconds: number | null, rate: Rate): bigint {
  if (talkSeconds === null) return 0n
  const seconds = BigInt(billedSeconds(talkSeconds, rate))
  const perMinute = toUnits(rate.cost_per_minute, CALL_COST)
  return toUnits(rate.connect_fee, CALL_COST) + divideRounded(seconds * perMinute, 60n)
}

/** Cost of calls by matched prefix; `cost` in ten-thousandths. Unanswered calls are left out. */
export interface Usage {
  calls: number
  billedSeconds: number
  cost: bigint
}

/** Rates calls. The key undefined holds calls that no rate covers; they cost nothing. */
export function rateCalls(calls: readonly Call[], rates: readonly Rate[]): Map<string | undefined, Usage> {
  const usage = new Map<string | undefined, Usage>()
  for (const { to, talkSeconds } of calls) {
    if (talkSeconds === null) continue
    const rate = rateFor(to, rates)
    const sum = usage.get(rate?.prefix) ?? { calls: 0, billedSeconds: 0, cost: 0n }
    usage.set(rate?.prefix, {
      calls: sum.calls + 1,
      billedSeconds: sum.billedSeconds + (rate ? billedSeconds(talkSeconds, rate) : 0),
      cost: sum.cost + (rate ? callCost(talkSeconds, rate) : 0n),
    })
  }
  return usage
}
