import { SectionNav } from '@/components/shell/section-nav'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { useMember } from '@/hooks/use-member'
import { useUser } from '@/hooks/use-user'
import { ACCOUNT_PATH } from '@/lib/paths'
import { COMPANY_PATH } from '@/lib/record-paths'
import { hasSecondFactor } from '@/lib/session/has-second-factor'

const PAGES = [
  { href: '/app/superadmin', label: 'Overview', section: 'superadmin' },
  { href: '/app/superadmin/users', label: 'Users', section: 'superadmin' },
  { href: '/app/superadmin/roles', label: 'User Roles', section: 'superadmin' },
  { href: '/app/superadmin/gateways', label: 'Gateways', section: 'superadmin' },
  { href: '/app/superadmin/switches', label: 'Switches', section: 'superadmin' },
  { href: COMPANY_PATH, label: 'Company', section: 'superadmin' },
  { href: '/app/superadmin/mails', label: 'Emails', section: 'superadmin' },
] as const

/**
 * The pages of Super Admin; Users and User Roles are in the shell's navigation too. A superadmin without a second factor is asked
 * to set one up.
 */
export function SuperadminNav() {
  return (
    <>
      <SectionNav label="Super Admin" pages={PAGES} />
      <FactorNotice />
    </>
  )
}

function FactorNotice() {
  const { member } = useMember()
  if (hasSecondFactor(useUser()) !== false || member?.user_role !== 'superadmin') return null
  return (
    <Alert
      quiet
      className="mb-4"
      title="Your account is protected by a password alone"
      action={
        <LinkButton href={ACCOUNT_PATH} size="sm">
          Set up a second factor
        </LinkButton>
      }
    >
      Anyone who has it can change every role and reveal every secret. Protect your account with an
      authenticator app.
    </Alert>
  )
}
