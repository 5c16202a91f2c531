import { Moment } from '@/components/common/moment'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import type { MenuEntry } from '@/components/ui/menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { invitePortalUser, type PortalUserRow } from '@/lib/portal/portal-client'
import { portalUser } from '@/lib/resources/portal-user'
import { may } from '@/lib/session/permissions'
import { UserExtensions } from './user-extensions'

const BULK_ACTIONS: readonly BulkAction<PortalUserRow>[] = [
  {
    label: 'Invite',
    question: (count) =>
      `${count} ${count === 1 ? 'user gets' : 'users get'} a mail with which a password is chosen. Those who are disabled or have accepted are left out and named.`,
    run: invitePortalUser,
  },
]

/** A tenant's portal users: who they are, whose extensions they have, and how far their invitation has got. */
export function UsersPage() {
  const { permissions } = useMember()
  const refresh = useRefreshRecords()

  async function invite(row: PortalUserRow) {
    try {
      const { accepted_at: accepted } = await invitePortalUser(row)
      void notify(
        'success',
        accepted ? `${row.email} has an account and signs in with it` : `Invited ${row.email}`,
      )
    } catch (error) {
      void notify('error', failureMessage(error))
    }
    await refresh()
  }

  function rowActions(row: PortalUserRow): MenuEntry[] {
    if (!may(permissions, 'telephony', 'edit') || row.standing === 'accepted') return []
    return [
      {
        kind: 'action',
        label: row.standing === 'invited' ? 'Send the invitation again' : 'Send an invitation',
        disabled: row.standing === 'disabled',
        onSelect: () => void invite(row),
      },
    ]
  }

  return (
    <ResourcePage
      resource={portalUser}
      cells={{
        extensions: ({ extensions }) =>
          extensions ? (
            <span className="numeric">{extensions}</span>
          ) : (
            <span className="text-text-muted">—</span>
          ),
        standing: (row) => <Invitation row={row} />,
      }}
      sections={UserExtensions}
      rowActions={rowActions}
      bulkActions={BULK_ACTIONS}
      emptyText="Add the people of this tenant who use its portal, then send them an invitation."
    />
  )
}

function Invitation({ row }: { row: PortalUserRow }) {
  if (row.standing === 'disabled') return <StatusBadge>Disabled</StatusBadge>
  if (row.accepted_at) {
    return (
      <StatusBadge tone="success">
        Accepted <Moment at={row.accepted_at} />
      </StatusBadge>
    )
  }
  if (row.invited_at) {
    return (
      <StatusBadge tone="warning">
        Invited <Moment at={row.invited_at} />
      </StatusBadge>
    )
  }
  return <StatusBadge>Not invited</StatusBadge>
}
