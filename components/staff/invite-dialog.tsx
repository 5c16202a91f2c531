import { type SyntheticEvent, useId, useState } from 'react'
import { PasswordAgain } from '@/components/common/password-again'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useRoles } from '@/hooks/use-roles'
import { failureMessage } from '@/lib/errors'
import { postJson } from '@/lib/fetcher'
import { notify } from '@/lib/notify'
import { holdsRole, roleLabel } from '@/lib/staff/roles'
import { type Invitation, STAFF_API } from '@/lib/staff/staff'

type Problems = Partial<Record<'email' | 'full_name' | 'user_role', string>>

/** Invites a member by mail. What was typed stays when the server refuses. */
export default function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const form = useId()
  const { permissions } = useMember()
  const { data: all } = useRoles()
  const roles = all?.filter((role) => holdsRole(permissions, role))
  const { run, asking } = useRecentSignIn()
  // One id for all tries: an invitation whose answer was lost is not sent twice.
  const [invitation, setInvitation] = useState<Invitation>(() => ({
    id: crypto.randomUUID(),
    email: '',
    full_name: '',
    user_role: '',
  }))
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const { email, full_name } = invitation
  const draft = useDraft('invitation', null, email || full_name ? { ...invitation } : {}, (typed) =>
    setInvitation({ ...invitation, ...typed }),
  )
  const set = (changes: Partial<Invitation>) => setInvitation({ ...invitation, ...changes })

  function cancel() {
    if (email || full_name) draft.forget()
    onClose()
  }

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    if (sending) return
    const found = problemsOf(invitation)
    setProblems(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      await run(() => postJson(`${STAFF_API}/invite`, invitation))
      draft.forget()
      void notify('success', `${email} has been invited`)
      onInvited()
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      title="Invite a member"
      description="They get an email with your name and a link to choose a password, which works for a day. They have the permissions of the role at once."
      size="sm"
      dismissable={!sending}
      footer={
        <>
          <Button onClick={cancel} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" loading={sending}>
            Send the invitation
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        <DraftNotice {...draft} />
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="Name" error={problems.full_name} required>
          <Input
            value={invitation.full_name}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => set({ full_name: event.target.value })}
          />
        </FormRow>
        <FormRow label="Email" error={problems.email} required>
          <Input
            type="email"
            value={invitation.email}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => set({ email: event.target.value.trim() })}
          />
        </FormRow>
        <FormRow
          label="Role"
          error={problems.user_role}
          hint={roles?.find(({ name }) => name === invitation.user_role)?.description}
          required
        >
          <Select
            placeholder="Choose a role"
            options={(roles ?? []).map((role) => ({ value: role.name, label: roleLabel(role) }))}
            value={invitation.user_role}
            onChange={(event) => set({ user_role: event.target.value })}
          />
        </FormRow>
      </form>
      <PasswordAgain asking={asking} />
    </Dialog>
  )
}

function problemsOf({ email, full_name, user_role }: Invitation): Problems {
  const problems: Problems = {}
  if (full_name.trim() === '') problems.full_name = 'Enter a name.'
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    problems.email = 'Enter an email address, such as name@example.com.'
  if (user_role === '') problems.user_role = 'Choose a role.'
  return problems
}
