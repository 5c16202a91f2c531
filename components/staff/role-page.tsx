import { Eye, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { failureOf, Loaded } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FirstItems } from '@/components/ui/first-items'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useRoles } from '@/hooks/use-roles'
import { useStaff } from '@/hooks/use-staff'
import { useViewAs } from '@/hooks/use-view-as'
import { useWrite } from '@/hooks/use-write'
import { staffPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { deleteRole, holdsRole, type Role, roleLabel } from '@/lib/staff/roles'
import { AuditTrail } from './audit-trail'
import { RoleForm } from './role-form'

const LIST = '/app/superadmin/roles'
const BREADCRUMBS = [
  { label: 'Super Admin', href: '/app/superadmin' },
  { label: 'User Roles', href: LIST },
]

/** A role: its permissions, members and history. */
export function RolePage() {
  const { id } = useRouter().query
  const query = useRoles()
  const roles = query.data
  const role = roles?.find((one) => one.id === id)

  if (!role || !roles) {
    const isNew = id === 'new' && roles !== undefined
    return (
      <>
        <PageHeader breadcrumbs={BREADCRUMBS} title={isNew ? 'New role' : 'Role'} />
        <Loaded
          query={query}
          pending={<Skeleton className="h-96 w-full" />}
          title="The role could not be loaded"
        >
          {(all) =>
            isNew ? (
              <RoleForm role={undefined} roles={all} />
            ) : (
              <EmptyState title="Role not found" action={<LinkButton href={LIST}>All roles</LinkButton>}>
                The address may be mistyped, or the role has been removed.
              </EmptyState>
            )
          }
        </Loaded>
      </>
    )
  }
  return (
    <>
      <PageHeader
        breadcrumbs={BREADCRUMBS}
        title={roleLabel(role)}
        badge={role.built_in ? <Badge>Built-in</Badge> : undefined}
        description={role.description}
        actions={<RoleActions key={role.id} role={role} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RoleForm key={role.id} role={role} roles={roles} />
        <div className="flex min-w-0 flex-col gap-4">
          <Holders role={role.name} />
          <Card title="Changes" flush>
            <AuditTrail
              of={{ table: 'roles', record: role.id }}
              emptyText="Changes to this role appear here."
            />
          </Card>
        </div>
      </div>
    </>
  )
}

function RoleActions({ role }: { role: Role }) {
  const write = useWrite()
  const router = useRouter()
  const { member, permissions } = useMember()
  const { take } = useViewAs()
  const { run, asking } = useRecentSignIn()
  const [deleting, setDeleting] = useState(false)
  const removable =
    !role.built_in &&
    role.members === 0 &&
    may(permissions, 'superadmin', 'delete') &&
    holdsRole(permissions, role)
  return (
    <>
      {may(permissions, 'superadmin', 'edit') &&
      role.name !== member?.user_role &&
      holdsRole(permissions, role) ? (
        <Button icon={Eye} onClick={() => void take(role.name)}>
          View as this role
        </Button>
      ) : null}
      {removable ? (
        <Button variant="danger" icon={Trash2} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      {deleting ? (
        <ConfirmDialog
          open
          onOpenChange={setDeleting}
          title={`Delete the role ${roleLabel(role)}?`}
          confirmLabel="Delete"
          onConfirm={async () => {
            await write(
              async (supabase) => {
                await run(() => deleteRole(supabase, role.id, role.version))
                await router.push(LIST)
              },
              `Deleted the role ${roleLabel(role)}`,
            )
          }}
        >
          No member has this role.
        </ConfirmDialog>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </>
  )
}

/** Maximum number of members named; the rest are counted. */
const NAMED = 50

function Holders({ role }: { role: string }) {
  const staff = useStaff()
  const holders = staff.data?.filter((member) => member.user_role === role)
  return (
    <Card title="Who has it">
      {holders === undefined ? (failureOf(staff) ?? <Skeleton className="h-10 w-full" />) : null}
      {holders?.length === 0 ? <p className="text-sm text-text-muted">No members yet.</p> : null}
      <ul className="flex flex-col gap-1 text-sm">
        <FirstItems items={holders ?? []} most={NAMED}>
          {(member) => (
            <li key={member.id}>
              <Link
                href={staffPath(member.id)}
                className="inline-flex min-h-6 items-center rounded-sm hover:underline"
              >
                {member.full_name || member.email}
              </Link>
              {member.status === 'active' ? null : <span className="text-text-muted"> (disabled)</span>}
            </li>
          )}
        </FirstItems>
      </ul>
    </Card>
  )
}
