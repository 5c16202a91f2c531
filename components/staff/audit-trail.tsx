import { ActivityList } from '@/components/common/activity-list'
import { useTrail } from '@/hooks/use-staff'
import type { TrailOf } from '@/lib/trail/newest'

/** The newest entries of the trail about one record, or by one person. */
export function AuditTrail({ of, emptyText }: { of: TrailOf; emptyText: string }) {
  return <ActivityList query={useTrail(of)} emptyText={emptyText} />
}
