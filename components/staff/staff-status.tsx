import { StatusBadge } from '@/components/ui/status-badge'
import type { StaffMember } from '@/lib/staff/staff'

/** Whether a member can sign in, and has done so yet. */
export function StaffStatus({ member }: { member: Pick<StaffMember, 'status' | 'invited'> }) {
  if (member.status !== 'active') return <StatusBadge tone="danger">Disabled</StatusBadge>
  if (member.invited) return <StatusBadge tone="info">Invited</StatusBadge>
  return <StatusBadge tone="success">Active</StatusBadge>
}
