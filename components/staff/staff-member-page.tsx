import { useRouter } from 'next/router'
import { useSWRConfig } from 'swr'
import { AuditTrail } from '@/components/staff/audit-trail'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useRoles } from '@/hooks/use-roles'
import { useStaff } from '@/hooks/use-staff'
import { failureMessage } from '@/lib/errors'
import type { StaffMember } from '@/lib/staff/staff'
import { AccessSummary } from './access-summary'
import { MemberActions } from './member-actions'
import { MemberForm } from './member-form'
import { StaffStatus } from './staff-status'

const BREADCRUMBS = [
  { label: 'Super Admin', href: '/app/superadmin' },
  { label: 'Users', href: '/app/superadmin/users' },
]

/** One member of staff: their role and status, what these allow, and what they and others have done. */
export function StaffMemberPage() {
  const { id } = useRouter().query
  const { staff, error, loading, refresh } = useStaff()
  const { mutate } = useSWRConfig()
  const member = staff?.find((one) => one.id === id)
  function changed() {
    void refresh()
    void mutate((key) => Array.isArray(key) && key[0] === 'trail')
  }

  if (error && !staff) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="User" />
        <ErrorState
          title="The user could not be loaded"
          message={failureMessage(error)}
          onRetry={refresh}
          retrying={loading}
        />
      </>
    )
  }
  if (staff && !member) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="User" />
        <EmptyState
          title="There is no such user"
          action={<LinkButton href="/app/superadmin/users">All users</LinkButton>}
        >
          The address may be mistyped, or the member has been removed.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        breadcrumbs={BREADCRUMBS}
        title={member ? member.full_name || member.email : <Skeleton className="my-1 h-6 w-56" />}
        badge={member ? <StaffStatus member={member} /> : undefined}
        description={member?.email}
        actions={member ? <MemberActions member={member} onChanged={changed} /> : undefined}
      />
      {member ? <Details member={member} onChanged={changed} /> : <Skeleton className="h-64 w-full" />}
    </>
  )
}

function Details({ member, onChanged }: { member: StaffMember; onChanged: () => void }) {
  const { roles } = useRoles()
  const role = roles?.find(({ name }) => name === member.user_role)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Name and role">
          <MemberForm key={member.version} member={member} onSaved={onChanged} />
        </Card>
        <Card title="What this role may do">
          {role ? <AccessSummary permissions={role.permissions} /> : <Skeleton className="h-40 w-full" />}
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Changes to this member" flush>
          <AuditTrail
            of={{ table: 'members', record: member.id }}
            emptyText="Changes to this member appear here."
          />
        </Card>
        <Card title="What they did last" flush>
          <AuditTrail of={{ actor: member.user_id }} emptyText="Their changes in the app appear here." />
        </Card>
      </div>
    </div>
  )
}
