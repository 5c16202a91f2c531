import type { Key } from '@/hooks/keys'
import { useLiveRecords } from '@/hooks/use-live-records'

/** Follows companies and opportunities (`useLiveRecords`), for pages that load this later. */
export function LiveRecords({ also }: { also: readonly Key[] }): null {
  useLiveRecords(also)
  return null
}
