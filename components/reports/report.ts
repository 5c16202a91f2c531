import type { DaySpan } from '@/lib/dates/span'

export interface ReportProps {
  span: DaySpan
  /** Whether each tenant's own today is meant, which starts at another instant in another time zone. */
  ownToday: boolean
  mayExport: boolean
}

export const REPORT_FAILURE = 'The report could not be loaded'
