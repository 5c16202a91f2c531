import { StatusBadge } from '@/components/ui/status-badge'

export function TenantStatus({ status }: { status: string }) {
  return status === 'suspended' ? (
    <StatusBadge tone="danger">Suspended</StatusBadge>
  ) : (
    <StatusBadge tone="success">Active</StatusBadge>
  )
}
