import { useLiveRecords } from '@/hooks/use-live-records'

/** Follows companies and opportunities (`useLiveRecords`), for pages that load this later. */
export function LiveRecords(): null {
  useLiveRecords()
  return null
}
