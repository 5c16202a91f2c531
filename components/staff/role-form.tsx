import { useRouter } from 'next/router'
import { type SyntheticEvent, useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSubmit } from '@/hooks/use-submit'
import { useWrite } from '@/hooks/use-write'
import { rolePath } from '@/lib/record-paths'
import { may, type Permission, SECTIONS } from '@/lib/session/permissions'
import { SECTION_ACTIONS } from '@/lib/staff/permission-labels'
import { type Role, roleKey, roleLabel, saveRole } from '@/lib/staff/roles'
import { ROLE_NAME } from '@/lib/staff/staff'
import { PermissionMatrix } from './permission-matrix'

/** Creates a role, or changes one with its permissions. The input stays if the save is rejected. */
export function RoleForm({ role, roles }: { role: Role | undefined; roles: readonly Role[] }) {
  const write = useWrite()
  const router = useRouter()
  const { permissions: own } = useMember()
  const { run, asking } = useRecentSignIn()
  const [id] = useState(() => role?.id ?? crypto.randomUUID())
  const stored = role ? roleLabel(role) : ''
  const [label, setLabel] = useState(stored)
  const [description, setDescription] = useState(role?.description ?? '')
  const [factor, setFactor] = useState(role?.second_factor ?? false)
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(() => new Set(role?.permissions))
  const [problem, setProblem] = useState<string>()
  const { attempt, working, failure, setFailure } = useSubmit()
  const mayEdit = may(own, 'superadmin', role ? 'edit' : 'create')
  const whole = role?.name === 'superadmin'
  const set = [...permissions].sort()
  const draft = useDraft(
    `role ${role?.id ?? 'new'}`,
    role?.version ?? null,
    {
      ...(label !== stored && { label }),
      ...(description !== (role?.description ?? '') && { description }),
      ...(factor !== (role?.second_factor ?? false) && { factor }),
      ...(set.join() !== [...(role?.permissions ?? [])].sort().join() && { permissions: set }),
    },
    (typed) => {
      setLabel(typed.label ?? label)
      setDescription(typed.description ?? description)
      setFactor(typed.factor ?? factor)
      if (typed.permissions) setPermissions(new Set(typed.permissions))
    },
  )

  function save(event: SyntheticEvent) {
    event.preventDefault()
    // The key is kept, because members and permissions refer to it.
    const name = role?.name ?? roleKey(label)
    const called = label.trim()
    const wrong = ROLE_NAME.test(name) && called ? undefined : 'Use at least two letters from A to Z.'
    setProblem(wrong)
    setFailure(undefined)
    if (wrong) return
    const version = role?.version ?? null
    const saved = {
      id,
      version,
      name,
      label: called === name ? '' : called,
      description: description.trim(),
      permissions: [...permissions],
      second_factor: factor,
    }
    void attempt(async () => {
      await write(
        async (supabase) => {
          await run(() => saveRole(supabase, saved))
          draft.forget()
        },
        role ? 'Saved' : `Created the role ${called}`,
      )
      if (!role) await router.replace(rolePath(id))
    })
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {mayEdit ? <DraftNotice {...draft} /> : null}
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
      <Card title="Role">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormRow
            label="Name"
            error={problem}
            hint={role?.built_in ? 'A built-in role keeps its name.' : undefined}
            required
          >
            <Input
              value={label}
              maxLength={60}
              autoComplete="off"
              disabled={!mayEdit || role?.built_in}
              onChange={(event) => setLabel(event.target.value)}
            />
          </FormRow>
          {role ? null : (
            <FormRow label="Copy permissions from">
              <Select
                placeholder="Nothing"
                options={roles.map((one) => ({ value: one.name, label: roleLabel(one) }))}
                onChange={(event) => {
                  const start = roles.find((one) => one.name === event.target.value)?.permissions
                  setPermissions(new Set(start?.filter((permission) => own?.has(permission))))
                }}
              />
            </FormRow>
          )}
          <FormRow label="Description" className="sm:col-span-2">
            <Textarea
              value={description}
              rows={2}
              maxLength={500}
              disabled={!mayEdit}
              onChange={(event) => setDescription(event.target.value)}
            />
          </FormRow>
          <Checkbox
            className="sm:col-span-2"
            label="Ask for a second factor"
            hint="Its members see nothing until they have entered a code from an authenticator app. Anyone without one sets one up first."
            checked={factor}
            disabled={!mayEdit}
            onChange={(event) => setFactor(event.target.checked)}
          />
        </div>
      </Card>
      <Card title="What it may do" flush>
        {whole ? (
          <p className="border-b border-border px-4 py-2 text-sm text-text-muted">
            The superadmin role keeps all of its permissions.
          </p>
        ) : mayEdit &&
          SECTIONS.some((section) =>
            SECTION_ACTIONS[section].some((action) => !may(own, section, action)),
          ) ? (
          <p className="border-b border-border px-4 py-2 text-sm text-text-muted">
            You can grant and remove only permissions that you hold.
          </p>
        ) : null}
        <PermissionMatrix
          permissions={permissions}
          own={own}
          onChange={setPermissions}
          readOnly={!mayEdit || whole}
        />
      </Card>
      {mayEdit ? (
        <div>
          <Button type="submit" variant="primary" loading={working}>
            {role ? 'Save' : 'Create role'}
          </Button>
        </div>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </form>
  )
}
