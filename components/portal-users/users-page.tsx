import { Moment } from '@/components/common/relative-time'
import { ExtensionList } from '@/components/extensions/extension-list'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import { Alert } from '@/components/ui/alert'
import type { MenuEntry } from '@/components/ui/menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useAction } from '@/hooks/use-write'
import { Refusal } from '@/lib/errors'
import { invitePortalUsers, type PortalUserRow } from '@/lib/portal/portal-client'
import { portalUrl } from '@/lib/portal/portal-url'
import { portalUser } from '@/lib/resources/portal-user'
import { may } from '@/lib/session/permissions'
import { countOf } from '@/lib/words'

/** Each waits for an account and an email, so progress shows in small steps. */
const INVITATIONS_A_REQUEST = 20

const BULK_ACTIONS: readonly BulkAction<PortalUserRow>[] = [
  {
    label: 'Invite',
    question: (count) =>
      `${countOf(count, 'user')} ${count === 1 ? 'gets' : 'get'} an email with a link to choose a password. Those who are disabled or have already accepted are skipped and listed.`,
    rowsARequest: INVITATIONS_A_REQUEST,
    async act(_supabase, rows, _chosen, run) {
      const { failed } = await invitePortalUsers(
        rows[0]?.tenant_id ?? '',
        rows.map(({ id }) => id),
        run,
      )
      return new Map(failed.map(({ id, message }) => [id, message]))
    },
  },
]

/** A tenant's portal users, with their extensions and invitation status. */
export function UsersPage() {
  const { permissions } = useMember()
  const { act } = useAction()

  const invite = (row: PortalUserRow) =>
    act(
      async () => {
        const { invited, failed } = await invitePortalUsers(row.tenant_id, [row.id])
        if (failed[0]) throw new Refusal(failed[0].message, 409, 'refused')
        return invited[0]
      },
      (stored) =>
        stored?.accepted_at ? `${row.email} already has an account and can sign in` : `Invited ${row.email}`,
    )

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
        extensions: ({ extensions }) => (extensions ? <span className="numeric">{extensions}</span> : null),
        standing: (row) => <Invitation row={row} />,
      }}
      sections={UserExtensions}
      above={
        portalUrl() ? undefined : (
          <Alert quiet>
            No portal address is set, so invitations cannot say where to sign in. Whoever runs this
            installation sets NEXT_PUBLIC_PORTAL_URL.
          </Alert>
        )
      }
      rowActions={rowActions}
      bulkActions={BULK_ACTIONS}
      emptyText="Add the people of this tenant who use its portal, then send them an invitation."
    />
  )
}
UsersPage.ahead = prefetchRecords(portalUser)

function UserExtensions() {
  return <ExtensionList table="portal_user_extensions" first="Own line" />
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
