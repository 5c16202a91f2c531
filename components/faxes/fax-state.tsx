import { StatusBadge } from '@/components/ui/status-badge'
import type { RowOf } from '@/lib/records/resource'
import type { fax } from '@/lib/resources/fax'

/** Whether the fax is complete. */
export function FaxState({ fax: { path, problem } }: { fax: Pick<RowOf<typeof fax>, 'path' | 'problem'> }) {
  if (!path) return <StatusBadge tone="danger">Failed</StatusBadge>
  return problem ? (
    <StatusBadge tone="warning">May be incomplete</StatusBadge>
  ) : (
    <StatusBadge tone="success">Received</StatusBadge>
  )
}
