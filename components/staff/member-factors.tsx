import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useMemberFactors } from '@/hooks/use-sign-in-security'
import { useWrite } from '@/hooks/use-write'
import { may } from '@/lib/session/permissions'
import { removeSecondFactor } from '@/lib/session/sessions'
import type { StaffMember } from '@/lib/staff/staff'

/** A member's authenticator apps, and a way to remove them if lost. */
export function MemberFactors({ member }: { member: StaffMember }) {
  const factors = useMemberFactors(member.id)
  const { permissions } = useMember()
  const write = useWrite()
  const { run, asking } = useRecentSignIn()
  const [removing, setRemoving] = useState(false)
  const name = member.full_name || member.email
  return (
    <>
      <Loaded
        query={factors}
        title="The second factor could not be loaded"
        pending={<Skeleton className="h-5" />}
        empty={<p className="text-text-muted">None. They sign in with their password alone.</p>}
      >
        {(list) => (
          <div className="flex flex-col gap-3">
            <ul className="flex flex-col gap-1">
              {list.map((factor) => (
                <li key={factor.id}>
                  {factor.name || 'Authenticator app'}{' '}
                  <span className="text-sm text-text-muted">
                    set up <Moment at={factor.created_at} />
                  </span>
                </li>
              ))}
            </ul>
            {may(permissions, 'superadmin', 'edit') ? (
              <Button className="self-start" onClick={() => setRemoving(true)}>
                Remove second factor
              </Button>
            ) : null}
          </div>
        )}
      </Loaded>
      {removing ? (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={`Remove the second factor of ${name}?`}
          confirmLabel="Remove"
          onConfirm={async () => {
            await write((supabase) => run(() => removeSecondFactor(supabase, member.id)), 'Removed')
          }}
        >
          Make sure the request really comes from them. They are signed out everywhere, and their password is
          then enough to sign in, or to set up another app where their role asks for one.
        </ConfirmDialog>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </>
  )
}
