import { useContext } from 'react'
import { businessDayAt } from '@/lib/dates/business-day'
import type { Day } from '@/lib/dates/day'
import { isKnownZone } from '@/lib/dates/zone-clock'
import { InitialDataContext } from './initial-data'
import { useMember } from './use-member'

/** The time zone whose midnight ends the business day: the company's, for everybody who uses the app; UTC where Intl does not know it. */
export function useBusinessZone(): string {
  const { timeZone } = useMember()
  return isKnownZone(timeZone) ? timeZone : 'UTC'
}

/** The current business day, by which invoices are overdue, subscriptions end and numbers can be assigned, as in the database. */
export const useBusinessDay = (): Day => businessDayAt(useMember().businessDay)

/** The same for queries about it: the server asks for what it finds before it knows the day, and once more. */
export function useAskedBusinessDay(): Day {
  const { businessDay } = useMember()
  const { questions } = useContext(InitialDataContext)
  if (!businessDay) questions?.waits()
  return businessDayAt(businessDay)
}
