import dynamic from 'next/dynamic'
import type { Key } from '@/hooks/keys'

/** Follows companies and opportunities (`useLiveRecords`), with code that loads after the page. */
export const LiveRecords = dynamic<{ also: readonly Key[] }>(
  () =>
    import('@/hooks/use-live-records').then(
      ({ useLiveRecords }) =>
        function LiveRecords({ also }) {
          useLiveRecords(also)
          return null
        },
    ),
  { ssr: false },
)
