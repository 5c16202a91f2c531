import { useContext, useSyncExternalStore } from 'react'
import { businessDayAt } from '@/lib/dates/business-day'
import type { Day } from '@/lib/dates/day'
import { isKnownZone } from '@/lib/dates/zone-clock'
import { InitialDataContext } from './initial-data'
import { useMember } from './use-member'
import { everyMinute } from './use-minute'

/** The time zone whose midnight ends the business day: the company's, for everybody who uses the app; UTC where Intl does not know it. */
export function useBusinessZone(): string {
  const { timeZone } = useMember()
  return isKnownZone(timeZone) ? timeZone : 'UTC'
}

/**
 * The current business day, by which invoices are overdue, subscriptions end and numbers can be assigned, as in the database. A
 * page is hydrated with the day on which the server rendered it.
 */
export function useBusinessDay(): Day {
  const { businessDay } = useMember()
  const { at } = useContext(InitialDataContext)
  return useSyncExternalStore(
    everyMinute,
    () => businessDayAt(businessDay),
    () => businessDayAt(businessDay, at),
  )
}
