import { CallRange } from '@/components/cdr/call-range'
import { AfterStanding } from '@/components/shell/after-standing'
import { SectionHeader } from '@/components/ui/section-header'
import { useTrailDays } from '@/hooks/use-trail'
import { TrailList } from './trail-list'

/** A tenant's audit trail. */
export function TenantChanges() {
  return (
    <AfterStanding>
      <Changes />
    </AfterStanding>
  )
}

function Changes() {
  const { day, span, choose } = useTrailDays()
  return (
    <>
      <SectionHeader
        title="Changes"
        description="Who changed what and when. Deleted records, imports and bulk changes can be undone here."
      />
      <div className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
        <CallRange span={span} today={day} onChange={choose} />
      </div>
      <TrailList span={span} />
    </>
  )
}
