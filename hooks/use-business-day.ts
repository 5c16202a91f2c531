import { type Day, todayIn } from '@/lib/dates/day'
import { useMember } from './use-member'

/** The time zone whose midnight ends the business day: the company's, for everybody who uses the app. */
export const useBusinessZone = (): string => useMember().timeZone

/** The current business day, by which invoices are overdue, subscriptions end and numbers can be assigned, as in the database. */
export const useBusinessDay = (): Day => todayIn(useBusinessZone())
