import { DAY_MS } from './calendar'
import { type Day, dayAfter } from './day'

/** The business day as the database told it, and the moment (ISO 8601) at which it ends. */
export interface BusinessDay {
  today: Day
  ends_at: string
}

/**
 * The business day at a moment (milliseconds since 1970). It needs no Intl, whose first use in a tab takes tens of milliseconds
 * (docs/performance.md). Past the end of the day that the database told, days have 24 hours until it is asked again.
 */
export function businessDayAt({ today, ends_at }: BusinessDay, now: number): Day {
  const over = now - Date.parse(ends_at)
  return over < 0 ? today : dayAfter(today, 1 + Math.floor(over / DAY_MS))
}
