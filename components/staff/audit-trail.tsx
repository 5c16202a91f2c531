import { ActivityList } from '@/components/common/activity-list'
import { useTrail } from '@/hooks/use-staff'
import type { AuditFilter } from '@/lib/trail/recent'

/** The newest audit entries about a record, or by a user. */
export function AuditTrail({ of, emptyText }: { of: AuditFilter; emptyText: string }) {
  return <ActivityList query={useTrail(of)} emptyText={emptyText} />
}
