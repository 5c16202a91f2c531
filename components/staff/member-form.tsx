import type { SyntheticEvent } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Button } from '@/components/ui/button'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useDraft } from '@/hooks/use-draft'
import { useEdits } from '@/hooks/use-edits'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useRoles } from '@/hooks/use-roles'
import { useSubmit } from '@/hooks/use-submit'
import { useUser } from '@/hooks/use-user'
import { useRefreshRecords, useWrite } from '@/hooks/use-write'
import { postJson } from '@/lib/fetcher'
import { may } from '@/lib/session/permissions'
import { holdsRole, roleLabel } from '@/lib/staff/roles'
import { type AccessChange, staffApi, type StaffMember } from '@/lib/staff/staff'
import { MEMBERS } from '@/lib/supabase/constraints'

/** Changes a member's name and role. */
export function MemberForm({ member }: { member: StaffMember }) {
  const write = useWrite()
  const refresh = useRefreshRecords()
  const user = useUser()
  const { permissions } = useMember()
  const { data: roles } = useRoles()
  const { run, asking } = useRecentSignIn()
  const { values, changed, version, edit, saved, discard } = useEdits(
    { name: member.full_name, role: member.user_role },
    member.version,
  )
  const { name, role } = values
  const { attempt, working, failure, setFailure } = useSubmit()
  const own = member.user_id === user?.id
  const mayEdit = may(permissions, 'superadmin', 'edit')
  const change: AccessChange = {
    version,
    ...(name.trim() !== member.full_name && { full_name: name.trim() }),
    ...(role !== member.user_role && { user_role: role }),
  }
  const draft = useDraft(`member ${member.id}`, version, changed, edit)
  const unchanged = Object.keys(change).length === 1

  function save(event: SyntheticEvent) {
    event.preventDefault()
    if (unchanged) return
    void attempt(async () => {
      const stored = await write(async () => {
        const answered = await run(() => postJson<StaffMember>(staffApi(member.id, 'access'), change))
        draft.forget()
        return answered
      }, 'Saved')
      saved(values, stored.version)
    })
  }

  /** Shows what is stored, by someone else too: a save over that is a conflict for as long as the input stays. */
  function startOver() {
    discard()
    draft.forget()
    setFailure(undefined)
    void refresh()
  }

  const known = roles
    ?.filter((one) => one.name === member.user_role || holdsRole(permissions, one))
    .map((one) => ({ value: one.name, label: roleLabel(one) })) ?? [
    { value: member.user_role, label: member.user_role },
  ]
  const present = roles?.find((one) => one.name === member.user_role)
  const above = mayEdit && present !== undefined && !holdsRole(permissions, present)
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {mayEdit ? <DraftNotice {...draft} /> : null}
      <FailureAlert text={failure} />
      <FormRow label="Name">
        <Input
          value={name}
          maxLength={MEMBERS.full_name.maxLength}
          disabled={!mayEdit}
          onChange={(event) => edit({ name: event.target.value })}
        />
      </FormRow>
      <FormRow
        label="Role"
        hint={
          own
            ? 'You cannot change your own role.'
            : above
              ? 'This role may do more than yours, so you cannot change it.'
              : undefined
        }
      >
        <Select
          options={known}
          value={role}
          disabled={own || above || !mayEdit}
          onChange={(event) => edit({ role: event.target.value })}
        />
      </FormRow>
      {mayEdit ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={working} disabled={unchanged}>
            Save
          </Button>
          {unchanged ? null : (
            <Button disabled={working} onClick={startOver}>
              Discard
            </Button>
          )}
        </div>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </form>
  )
}
