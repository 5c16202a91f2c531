import { ShieldAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { useMember } from '@/hooks/use-member'
import { HOME_PATH } from '@/lib/paths'
import { type Action, may, type Section } from '@/lib/session/permissions'
import { SIGN_IN_PROBLEMS, signOut } from '@/lib/session/sign-in'
import { PageSkeleton } from './page-skeleton'

const SecondFactorGate = dynamic(() => import('@/components/account/second-factor-gate'), {
  ssr: false,
  loading: latePart(<PageSkeleton />),
})

/**
 * Shows a page only to members whose role allows it. The database enforces the same. If the member lookup itself fails, which is
 * only logged (specification section 8), the page is shown and the database decides what it contains.
 */
export function AccessGate({
  section,
  action = 'view',
  children,
}: {
  /** If several, one of them is enough. */
  section: Section | readonly Section[]
  action?: Action
  children: ReactNode
}) {
  const { member, permissions, needed, loading } = useMember()
  if (useIsCollectingQueries()) return children
  if (loading) return <PageSkeleton />

  const signOutButton = <Button onClick={signOut}>Sign out</Button>
  if (member === null) {
    return (
      <Refusal title="No member record" action={signOutButton}>
        You are signed in, but there is no member record for this account. Staff: ask a superadmin to add one.
        Customers: your account is ready; sign in to your portal instead.
      </Refusal>
    )
  }
  if (member && member.status !== 'active') {
    return (
      <Refusal title="Account disabled" action={signOutButton}>
        {SIGN_IN_PROBLEMS.disabled}
      </Refusal>
    )
  }
  if (needed) return <SecondFactorGate needed={needed} />
  const sections = typeof section === 'string' ? [section] : section
  if (member && !sections.some((one) => may(permissions, one, action))) {
    return (
      <Refusal
        title="You do not have access to this page"
        action={
          section === 'dashboard' ? undefined : <LinkButton href={HOME_PATH}>Go to the dashboard</LinkButton>
        }
      >
        It is not part of your role. Ask a superadmin if you need it.
      </Refusal>
    )
  }
  return children
}

/** Replaces a whole page, so its title is the page's h1. */
function Refusal({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col items-center gap-1 px-4 py-12 text-center touch:py-8">
      <span
        aria-hidden
        className="mb-2 grid size-10 place-items-center rounded-lg border border-border bg-surface-sunken text-text-muted"
      >
        <ShieldAlert size={18} />
      </span>
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="max-w-96 text-text-muted">{children}</p>
      {action ? <div className="mt-3">{action}</div> : null}
    </section>
  )
}
