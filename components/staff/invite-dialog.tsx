import { useState } from 'react'
import { z } from 'zod'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useRoles } from '@/hooks/use-roles'
import { notify } from '@/lib/browser/notify'
import { postJson } from '@/lib/fetcher'
import { type Invitation, invitationSchema } from '@/lib/staff/invitation'
import { holdsRole, roleLabel } from '@/lib/staff/roles'
import { STAFF_API } from '@/lib/staff/staff'
import { MEMBERS } from '@/lib/supabase/constraints'

/** Invites a member by email. The input stays if the server rejects it. */
export default function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { permissions } = useMember()
  const { data: all } = useRoles()
  const roles = all?.filter((role) => holdsRole(permissions, role))
  const { run, asking } = useRecentSignIn()
  // One id for all attempts: an invitation whose response was lost is not sent twice.
  const [invitation, setInvitation] = useState<Invitation>(() => ({
    id: crypto.randomUUID(),
    email: '',
    full_name: '',
    user_role: '',
  }))
  const [problems, setProblems] = useState<Partial<Record<keyof Invitation, string[]>>>({})
  const { email, full_name } = invitation
  const draft = useDraft('invitation', null, email || full_name ? { ...invitation } : {}, (typed) =>
    setInvitation({ ...invitation, ...typed }),
  )
  const set = (changes: Partial<Invitation>) => setInvitation({ ...invitation, ...changes })

  async function send() {
    const { error } = invitationSchema.safeParse(invitation)
    setProblems(error ? z.flattenError(error).fieldErrors : {})
    if (error) return false
    await run(() => postJson(`${STAFF_API}/invite`, invitation))
    void notify('success', `${email} has been invited`)
    onInvited()
    return true
  }

  return (
    <>
      <FormDialog
        title="Invite a member"
        description="They get an email with your name and a link to choose a password, which works for a day. They have the permissions of the role at once."
        size="sm"
        submitLabel="Send the invitation"
        dirty={Boolean(email || full_name)}
        draft={draft}
        onSave={send}
        onClose={onClose}
      >
        <FormRow label="Name" error={problems.full_name?.[0]} required>
          <Input
            value={invitation.full_name}
            maxLength={MEMBERS.full_name.maxLength}
            autoComplete="off"
            onChange={(event) => set({ full_name: event.target.value })}
          />
        </FormRow>
        <FormRow label="Email" error={problems.email?.[0]} required>
          <Input
            type="email"
            value={invitation.email}
            maxLength={MEMBERS.email.maxLength}
            autoComplete="off"
            onChange={(event) => set({ email: event.target.value.trim() })}
          />
        </FormRow>
        <FormRow
          label="Role"
          error={problems.user_role?.[0]}
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
      </FormDialog>
      <ConfirmSignIn asking={asking} />
    </>
  )
}
