import { DAY_MS } from './calendar'
import { type Day, dayAfter } from './day'

/** The business day as the database told it, and the moment (ISO 8601) at which it ends. */
export interface BusinessDay {
  today: Day
  ends_at: string
}

/**
 * The business day at a moment (milliseconds since 1970). It needs no Intl, whose first use in a tab takes tens of milliseconds
 * (docs/performance.md). Past the end of the day that the database told, days have 24 hours until it is asked again. UTC's while it has
 * not told any.
 */
export function businessDayAt(told: BusinessDay | undefined, now = Date.now()): Day {
  if (!told) return new Date(now).toISOString().slice(0, 10)
  const over = now - Date.parse(told.ends_at)
  return over < 0 ? told.today : dayAfter(told.today, 1 + Math.floor(over / DAY_MS))
}
