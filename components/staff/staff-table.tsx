import { UserPlus, Users } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { ListFilters } from '@/components/common/list-filters'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { NoMatchState } from '@/components/ui/no-match-state'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { useMember } from '@/hooks/use-member'
import { useRoleLabel, useRoles } from '@/hooks/use-roles'
import { useStaff } from '@/hooks/use-staff'
import { PAGE_SIZE } from '@/lib/lists/page'
import { staffPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { roleLabel } from '@/lib/staff/roles'
import type { StaffMember } from '@/lib/staff/staff'
import { selectStaff, STAFF_SORTS, STAFF_STATUSES } from '@/lib/staff/staff-list'
import { LastSignIn } from './last-sign-in'
import { StaffStatus } from './staff-status'
import { SuperadminNav } from './superadmin-nav'

const InviteDialog = lateDialog(dynamic(() => import('./invite-dialog'), { ssr: false }))

const PARAMETERS = {
  search: parseAsString.withDefault(''),
  role: parseAsString.withDefault(''),
  status: parseAsStringLiteral(STAFF_STATUSES),
  sort: parseAsStringLiteral(STAFF_SORTS).withDefault('name'),
  descending: parseAsStringLiteral(['1']),
  page: parseAsInteger.withDefault(1),
}

const COLUMNS: readonly Column<StaffMember>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (member) => member.full_name || member.email },
  { id: 'email', header: 'Email', sortable: true, cell: (member) => member.email },
  { id: 'role', header: 'Role', sortable: true, cell: (member) => <RoleName of={member} /> },
  { id: 'status', header: 'Status', cell: (member) => <StaffStatus member={member} /> },
  {
    id: 'last_sign_in',
    header: 'Last sign-in',
    sortable: true,
    cell: (member) => <LastSignIn of={member} />,
  },
]

function RoleName({ of: { user_role } }: { of: StaffMember }) {
  return useRoleLabel()(user_role)
}

/** The staff list, with search, filters and sorting in the address, and invitations. */
export function StaffTable() {
  const { permissions } = useMember()
  const staff = useStaff()
  const { data: roles } = useRoles()
  const [inviting, setInviting] = useState(false)
  const [query, setQuery] = useQueryStates(PARAMETERS, { urlKeys: { search: 'q', descending: 'desc' } })
  const change = (changes: Partial<typeof query>) => void setQuery({ page: 1, ...changes })
  const clear = () => change({ search: '', role: '', status: null })

  const found = staff.data && selectStaff(staff.data, { ...query, descending: query.descending === '1' })
  // Someone else's change may have emptied the page in the address.
  const page = Math.max(1, Math.min(query.page, Math.ceil((found?.length ?? 0) / PAGE_SIZE)))
  const first = (page - 1) * PAGE_SIZE
  const rows = found?.slice(first, first + PAGE_SIZE)
  const filtered = Boolean(query.search || query.role || query.status)
  const mayInvite = may(permissions, 'superadmin', 'create')
  const invite = (
    <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      Invite a member
    </Button>
  )

  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Super Admin', href: '/app/superadmin' }]}
        title="Users"
        description="Staff accounts with their role, status and last sign-in."
        actions={mayInvite ? invite : undefined}
      />
      <SuperadminNav />
      <ListFilters
        label="Search users"
        placeholder="Name or email"
        search={query.search}
        onSearch={(search) => change({ search })}
        filters={[
          {
            label: 'Role',
            options: (roles ?? []).map((role) => ({ value: role.name, label: roleLabel(role) })),
            value: query.role,
            onChange: (role) => change({ role }),
          },
          {
            label: 'Status',
            options: STAFF_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
            value: query.status,
            onChange: (value) =>
              change({ status: STAFF_STATUSES.find((status) => status === value) ?? null }),
          },
        ]}
        onClear={filtered ? clear : undefined}
      />
      <DataTable
        label="Users"
        columns={COLUMNS}
        rows={rows}
        rowKey={(member) => member.id}
        rowHref={(member) => staffPath(member.id)}
        sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
        onSortChange={({ column, direction }) =>
          change({
            sort: STAFF_SORTS.find((sort) => sort === column) ?? 'name',
            descending: direction === 'desc' ? '1' : null,
          })
        }
        error={failureOf(staff, 'The users could not be loaded')}
        filtered={filtered}
        noMatch={
          <NoMatchState title="No user matches" onClear={clear} clearLabel="Clear filters">
            Search for part of a name or email address.
          </NoMatchState>
        }
        empty={
          <EmptyState
            icon={<Users size={18} />}
            title="No users yet"
            action={mayInvite ? invite : undefined}
          />
        }
        footer={
          found?.length ? (
            <Pagination
              page={page}
              range={`${first + 1}–${Math.min(first + PAGE_SIZE, found.length)} of ${found.length}`}
              onPrevious={first > 0 ? () => void setQuery({ page: page - 1 }) : undefined}
              onNext={first + PAGE_SIZE < found.length ? () => void setQuery({ page: page + 1 }) : undefined}
            />
          ) : undefined
        }
      />
      {inviting ? (
        <InviteDialog onClose={() => setInviting(false)} onInvited={() => void staff.retry()} />
      ) : null}
    </>
  )
}

const STATUS_LABELS: Record<(typeof STAFF_STATUSES)[number], string> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}
