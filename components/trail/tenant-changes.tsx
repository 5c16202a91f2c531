import { CallRange } from '@/components/cdr/call-range'
import { useTrailDays } from '@/hooks/use-trail'
import { TrailList } from './trail-list'

export function TenantChanges() {
  const { day, span, choose } = useTrailDays()
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Changes</h2>
        <p className="text-sm text-text-muted">
          Who changed what and when. Deleted records, imports and bulk changes can be undone here.
        </p>
      </header>
      <div className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
        <CallRange span={span} today={day} onChange={choose} />
      </div>
      <TrailList span={span} />
    </>
  )
}
