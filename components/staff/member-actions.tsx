import { Ban, KeyRound, LogOut, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useRoleLabel } from '@/hooks/use-roles'
import { useUser } from '@/hooks/use-user'
import { useWrite } from '@/hooks/use-write'
import { postJson } from '@/lib/fetcher'
import { may } from '@/lib/session/permissions'
import { staffApi, type StaffMember } from '@/lib/staff/staff'

interface Question {
  title: string
  text: string
  confirm: string
  danger: boolean
  done: string
  act: () => Promise<unknown>
}

/** Actions on a member other than changing the role; each asks for confirmation. */
export function MemberActions({ member }: { member: StaffMember }) {
  const write = useWrite()
  const user = useUser()
  const { permissions } = useMember()
  const { run, asking } = useRecentSignIn()
  const labelOf = useRoleLabel()
  const [question, setQuestion] = useState<Question | null>(null)
  if (!may(permissions, 'superadmin', 'edit')) return null

  const own = member.user_id === user?.id
  const name = member.full_name || member.email
  const disabled = member.status !== 'active'
  const access = (status: 'active' | 'disabled') => () =>
    postJson(staffApi(member.id, 'access'), { version: member.version, status })

  return (
    <>
      <Button
        icon={KeyRound}
        onClick={() =>
          setQuestion({
            title: `Email ${name} a link to choose a new password?`,
            text: 'The link works once, for a day at most. Their current password keeps working until they use it.',
            confirm: 'Send email',
            danger: false,
            done: 'Email sent',
            act: () => postJson(staffApi(member.id, 'reset-password'), {}),
          })
        }
      >
        Reset password
      </Button>
      <Button
        icon={LogOut}
        onClick={() =>
          setQuestion({
            title: `Sign ${name} out everywhere?`,
            text: 'They are signed out of every browser at once. They can sign in again.',
            confirm: 'Sign out everywhere',
            danger: true,
            done: 'Signed out everywhere',
            act: () => postJson(staffApi(member.id, 'sign-out'), {}),
          })
        }
      >
        Sign out everywhere
      </Button>
      {own ? null : disabled ? (
        <Button
          variant="primary"
          icon={UserCheck}
          onClick={() =>
            setQuestion({
              title: `Let ${name} sign in again?`,
              text: `They will have the permissions of the role ${labelOf(member.user_role)}.`,
              confirm: 'Enable',
              danger: false,
              done: 'Enabled',
              act: access('active'),
            })
          }
        >
          Enable
        </Button>
      ) : (
        <Button
          variant="danger"
          icon={Ban}
          onClick={() =>
            setQuestion({
              title: `Disable ${name}?`,
              text: 'Their sessions end at once, and they cannot sign in until someone enables them again. Their changes stay in the audit trail. They keep their open tasks, which this page lists.',
              confirm: 'Disable',
              danger: true,
              done: 'Disabled',
              act: access('disabled'),
            })
          }
        >
          Disable
        </Button>
      )}
      {question ? (
        <ConfirmDialog
          open
          onOpenChange={() => setQuestion(null)}
          title={question.title}
          confirmLabel={question.confirm}
          tone={question.danger ? 'danger' : 'primary'}
          onConfirm={async () => {
            await write(() => run(question.act), question.done)
          }}
        >
          {question.text}
        </ConfirmDialog>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </>
  )
}
