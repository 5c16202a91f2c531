import { useLiveRecords } from '@/hooks/use-live-records'

/** Follows companies and opportunities (`useLiveRecords`), for pages that load this later, or only while a form is open. */
export function LiveRecords(): null {
  useLiveRecords()
  return null
}
