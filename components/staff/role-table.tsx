import { Plus, ShieldCheck } from 'lucide-react'
import { inTable } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { useMember } from '@/hooks/use-member'
import { useRoles } from '@/hooks/use-roles'
import { rolePath } from '@/lib/record-paths'
import { may, SECTIONS } from '@/lib/session/permissions'
import { SECTION_LABELS } from '@/lib/staff/permission-labels'
import { type Role, roleLabel } from '@/lib/staff/roles'
import { SuperadminNav } from './superadmin-nav'

const COLUMNS: readonly Column<Role>[] = [
  {
    id: 'name',
    header: 'Role',
    cell: (role) => roleLabel(role),
  },
  {
    id: 'description',
    header: 'Description',
    cell: (role) => <span className="text-text-muted">{role.description}</span>,
  },
  {
    id: 'sections',
    header: 'Sees',
    cell: (role) => {
      const seen = SECTIONS.filter((section) => role.permissions.includes(`${section}.view`))
      if (seen.length === SECTIONS.length) return 'Everything'
      return seen.map((section) => SECTION_LABELS[section]).join(', ') || 'Nothing'
    },
  },
  { id: 'members', header: 'Members', numeric: true, cell: (role) => role.members },
  {
    id: 'origin',
    header: 'Origin',
    phone: 'hidden',
    cell: (role) => (role.built_in ? <Badge>Built-in</Badge> : <Badge tone="info">Custom</Badge>),
  },
]

export function RoleTable() {
  const { permissions } = useMember()
  const roles = useRoles()
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Super Admin', href: '/app/superadmin' }]}
        title="User Roles"
        description="What each role may do."
        actions={
          may(permissions, 'superadmin', 'create') ? (
            <LinkButton href={rolePath('new')} variant="primary" icon={Plus}>
              New role
            </LinkButton>
          ) : undefined
        }
      />
      <SuperadminNav />
      <DataTable
        label="Roles"
        columns={COLUMNS}
        rowKey={(role) => role.id}
        rowHref={(role) => rolePath(role.id)}
        {...inTable(roles, 'The roles could not be loaded')}
        empty={<EmptyState icon={<ShieldCheck size={18} />} title="No roles" />}
      />
    </>
  )
}
