import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { SessionList } from '@/components/account/session-list'
import { failureOf, Loaded } from '@/components/common/loaded'
import { AuditTrail } from '@/components/staff/audit-trail'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRoles } from '@/hooks/use-roles'
import { useStaff } from '@/hooks/use-staff'
import { may, type Permission, SECTIONS } from '@/lib/session/permissions'
import { ACTION_LABELS, SECTION_ACTIONS, SECTION_LABELS } from '@/lib/staff/permission-labels'
import type { StaffMember } from '@/lib/staff/staff'
import { lowerFirst } from '@/lib/words'
import { LastSignIn } from './last-sign-in'
import { MemberActions } from './member-actions'
import { MemberFactors } from './member-factors'
import { MemberForm } from './member-form'
import { StaffStatus } from './staff-status'

const TasksOf = dynamic(() => import('@/components/notes/my-tasks').then((module) => module.TasksOf), {
  ssr: false,
  loading: latePart(<Skeleton className="h-24 w-full" />),
})

const BREADCRUMBS = [
  { label: 'Super Admin', href: '/app/superadmin' },
  { label: 'Users', href: '/app/superadmin/users' },
]

/** A staff member: role, status, resulting permissions, and history. */
export function StaffMemberPage() {
  const { id } = useRouter().query
  const staff = useStaff()
  const member = staff.data?.find((one) => one.id === id)

  if (!member && (staff.data || staff.error)) {
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title="User" />
        <Loaded query={staff} title="The user could not be loaded">
          {() => (
            <EmptyState
              title="User not found"
              action={<LinkButton href="/app/superadmin/users">All users</LinkButton>}
            >
              The address may be mistyped, or the member has been removed.
            </EmptyState>
          )}
        </Loaded>
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
        actions={member ? <MemberActions key={member.id} member={member} /> : undefined}
      />
      {member ? <Details key={member.id} member={member} /> : <Skeleton className="h-64 w-full" />}
    </>
  )
}

function Details({ member }: { member: StaffMember }) {
  const roles = useRoles()
  const { permissions } = useMember()
  const role = roles.data?.find(({ name }) => name === member.user_role)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Name and role">
          <MemberForm member={member} />
        </Card>
        <Card title="What this role may do">
          {role ? (
            <AccessSummary permissions={role.permissions} />
          ) : (
            (failureOf(roles) ?? <Skeleton className="h-40 w-full" />)
          )}
        </Card>
        <TasksOf member={member.id} title="Open tasks" />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Second factor">
          <MemberFactors member={member} />
        </Card>
        <Card title="Sessions" flush>
          <p className="border-b border-border px-4 py-3 text-sm">
            Last sign-in: <LastSignIn of={member} />
          </p>
          <SessionList member={member.id} mayEnd={may(permissions, 'superadmin', 'edit')} />
        </Card>
        <Card title="Changes to this member" flush>
          <AuditTrail
            of={{ table: 'members', record: member.id }}
            emptyText="Changes to this member appear here."
          />
        </Card>
        <Card title="Latest activity" flush>
          <AuditTrail of={{ actor: member.user_id }} emptyText="Their changes in the app appear here." />
        </Card>
      </div>
    </div>
  )
}

/** The permissions in words, by section; sections without any come last. */
function AccessSummary({ permissions }: { permissions: readonly Permission[] }) {
  const allowed = SECTIONS.map((section) => ({
    section,
    actions: SECTION_ACTIONS[section].filter((action) => permissions.includes(`${section}.${action}`)),
  }))
  const closed = allowed.filter(({ actions }) => actions.length === 0)
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {allowed
        .filter(({ actions }) => actions.length > 0)
        .map(({ section, actions }) => (
          <div key={section} className="flex flex-wrap gap-x-3">
            <dt className="w-32 shrink-0 font-medium">{SECTION_LABELS[section]}</dt>
            <dd className="min-w-0 flex-1 text-text-muted">
              {actions.length === SECTION_ACTIONS[section].length
                ? 'everything'
                : actions.map((action) => lowerFirst(ACTION_LABELS[action])).join(', ')}
            </dd>
          </div>
        ))}
      {closed.length > 0 ? (
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-32 shrink-0 font-medium">Not allowed</dt>
          <dd className="min-w-0 flex-1 text-text-muted">
            {closed.map(({ section }) => SECTION_LABELS[section]).join(', ')}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
