import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { TextLink } from '@/components/ui/text-link'
import { HOME_PATH } from '@/lib/paths'
import { portalUrl } from '@/lib/portal/portal-url'
import { SIGN_IN_PROBLEMS, signOut } from '@/lib/session/sign-in'

/** Replaces a page that the user may not see. */
export default function Refused({
  because,
}: {
  because: 'no member' | 'disabled' | 'role' | 'no dashboard'
}) {
  const signOutButton = <Button onClick={signOut}>Sign out</Button>
  const portal = portalUrl()
  if (because === 'no member') {
    return (
      <Refusal title="No member record" action={signOutButton}>
        You are signed in, but there is no member record for this account. Staff: ask a superadmin to add one.
        Customers: your account is ready; sign in to{' '}
        {portal ? <TextLink href={portal}>your portal</TextLink> : 'your portal'} instead.
      </Refusal>
    )
  }
  if (because === 'disabled') {
    return (
      <Refusal title="Account disabled" action={signOutButton}>
        {SIGN_IN_PROBLEMS.disabled}
      </Refusal>
    )
  }
  return (
    <Refusal
      title="You do not have access to this page"
      action={because === 'role' ? <LinkButton href={HOME_PATH}>Go to the dashboard</LinkButton> : undefined}
    >
      It is not part of your role. Ask a superadmin if you need it.
    </Refusal>
  )
}

/** Its title is the page's h1. */
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
