import { businessDayAt } from '@/lib/dates/business-day'
import type { Day } from '@/lib/dates/day'
import { isKnownZone } from '@/lib/dates/zone-clock'
import { useMember } from './use-member'

/** The time zone whose midnight ends the business day: the company's, for everybody who uses the app; UTC where Intl does not know it. */
export function useBusinessZone(): string {
  const { timeZone } = useMember()
  return isKnownZone(timeZone) ? timeZone : 'UTC'
}

/** The current business day, by which invoices are overdue, subscriptions end and numbers can be assigned, as in the database. */
export const useBusinessDay = (): Day => businessDayAt(useMember().businessDay)
