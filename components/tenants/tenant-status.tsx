import { StatusBadge } from '@/components/ui/status-badge'

/** Whether a tenant is active or suspended. */
export function TenantStatus({ status }: { status: string }) {
  return status === 'suspended' ? (
    <StatusBadge tone="danger">Suspended</StatusBadge>
  ) : (
    <StatusBadge tone="success">Active</StatusBadge>
  )
}
