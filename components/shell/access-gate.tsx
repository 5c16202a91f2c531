import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { VisuallyHidden } from '@/components/ui/visually-hidden'
import { useMember } from '@/hooks/use-member'
import { SIGN_IN_PROBLEMS, signOut } from '@/lib/auth'
import { HOME_PATH } from '@/lib/paths'
import { type Action, may, type Section } from '@/lib/permissions'

const LOCK = <ShieldAlert size={18} />

/**
 * Shows a page only to members whose role allows it; to others it says so and nothing else. The database refuses
 * them too. When the member look-up itself fails, which is only logged (specification section 8), the page is shown
 * and the database alone decides what it may contain.
 */
export function AccessGate({
  section,
  action = 'view',
  children,
}: {
  section: Section
  action?: Action
  children: ReactNode
}) {
  const { member, permissions, loading } = useMember()
  if (loading) return <PageSkeleton />

  const signOutButton = <Button onClick={signOut}>Sign out</Button>
  if (member === null) {
    return (
      <EmptyState icon={LOCK} title="No member record" action={signOutButton}>
        You are signed in, but there is no member record for this account. Ask a superadmin to add one.
      </EmptyState>
    )
  }
  if (member && member.status !== 'active') {
    return (
      <EmptyState icon={LOCK} title="Account disabled" action={signOutButton}>
        {SIGN_IN_PROBLEMS.disabled}
      </EmptyState>
    )
  }
  if (member && !may(permissions, section, action)) {
    return (
      <EmptyState
        icon={LOCK}
        title="You do not have access to this page"
        action={
          section === 'dashboard' ? undefined : <LinkButton href={HOME_PATH}>Go to the dashboard</LinkButton>
        }
      >
        It is not part of your role. Ask a superadmin if you need it.
      </EmptyState>
    )
  }
  return children
}

function PageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-full max-w-lg" />
      <Skeleton className="h-48 w-full" />
    </div>
  )
}
