import dynamic from 'next/dynamic'
import { latePart } from '@/components/ui/late-code'
import { useTrail } from '@/hooks/use-staff'
import type { AuditFilter } from '@/lib/trail/recent'

// With the words of all fields and choices it is the heaviest part of these pages, and below the rest.
const ActivityList = dynamic(
  () => import('@/components/common/activity-list').then((module) => module.ActivityList),
  { loading: latePart(null) },
)

/** The newest audit entries about a record, or by a user. */
export function AuditTrail({ of, emptyText }: { of: AuditFilter; emptyText: string }) {
  return <ActivityList query={useTrail(of)} emptyText={emptyText} />
}
