import { Eye } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useMinute } from '@/hooks/use-minute'
import { useRoleLabel } from '@/hooks/use-roles'
import { useViewAs } from '@/hooks/use-view-as'
import { dateFormat } from '@/lib/dates/date-format'
import { actingRole, type Member } from '@/lib/session/member'

/** Says that the app is being viewed as another role, with a way back. */
export function ViewAsBanner({ member }: { member: Member | null | undefined }) {
  useMinute()
  if (!member?.viewing_as_until) return null
  const role = actingRole(member)
  return role === member.user_role ? null : (
    <Banner role={role} own={member.user_role} until={member.viewing_as_until} />
  )
}

function Banner({ role, own, until }: { role: string; own: string; until: string }) {
  const { take } = useViewAs()
  const labelOf = useRoleLabel()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-warning/40 bg-warning-soft px-3 py-1.5 text-sm"
    >
      <Eye aria-hidden size={14} className="text-warning-text" />
      <span>
        You see the app as <strong>{labelOf(role)}</strong> does, until{' '}
        {dateFormat({ timeStyle: 'short' }).format(Date.parse(until))}.
      </span>
      <Button size="sm" onClick={() => void take(null)}>
        Back to {labelOf(own)}
      </Button>
    </div>
  )
}
