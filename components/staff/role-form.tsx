import { type ReactNode, useEffect, useRef } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { focusInvalid } from '@/components/ui/focus-invalid'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useMember } from '@/hooks/use-member'
import { useRoleForm } from '@/hooks/use-role-form'
import { may, SECTIONS } from '@/lib/session/permissions'
import { SECTION_ACTIONS } from '@/lib/staff/permission-labels'
import { type Role, roleLabel } from '@/lib/staff/roles'
import { ROLES } from '@/lib/supabase/constraints'
import { PermissionMatrix } from './permission-matrix'

/** Creates a role, or changes one with its permissions. The input stays if the save is rejected. */
export function RoleForm({ role, roles }: { role: Role | undefined; roles: readonly Role[] }) {
  const { permissions: own } = useMember()
  const form = useRoleForm(role)
  const { setPermissions, refusals } = form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The button is below the whole matrix, far from the name.
    if (refusals > 0) focusInvalid(element.current)
  }, [refusals])
  const mayEdit = may(own, 'superadmin', role ? 'edit' : 'create')
  const whole = role?.name === 'superadmin'

  return (
    <form ref={element} noValidate onSubmit={form.save} className="flex flex-col gap-4">
      {mayEdit ? <DraftNotice {...form.draft} /> : null}
      <FailureAlert text={form.failure} />
      <RoleFields role={role} form={form} mayEdit={mayEdit}>
        {role ? null : (
          <FormRow label="Copy permissions from">
            <Select
              placeholder="Nothing"
              options={roles.map((one) => ({ value: one.name, label: roleLabel(one) }))}
              onChange={(event) => {
                const start = roles.find((one) => one.name === event.target.value)?.permissions
                setPermissions(start?.filter((permission) => own?.has(permission)) ?? [])
              }}
            />
          </FormRow>
        )}
      </RoleFields>
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
          permissions={new Set(form.values.permissions)}
          own={own}
          onChange={setPermissions}
          readOnly={!mayEdit || whole}
        />
      </Card>
      {mayEdit ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={form.working}>
            {role ? 'Save' : 'Create role'}
          </Button>
          {form.unchanged ? null : (
            <Button disabled={form.working} onClick={form.discard}>
              Discard
            </Button>
          )}
        </div>
      ) : null}
      <ConfirmSignIn asking={form.asking} />
    </form>
  )
}

/** Name, description and second factor; `children` follow the name. */
function RoleFields({
  role,
  form,
  mayEdit,
  children,
}: {
  role: Role | undefined
  form: ReturnType<typeof useRoleForm>
  mayEdit: boolean
  children: ReactNode
}) {
  return (
    <Card title="Role">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRow
          label="Name"
          error={form.problem}
          hint={role?.built_in ? 'A built-in role keeps its name.' : undefined}
          required
        >
          <Input
            value={form.values.label}
            maxLength={ROLES.label.maxLength}
            autoComplete="off"
            disabled={!mayEdit || role?.built_in}
            onChange={(event) => form.edit({ label: event.target.value })}
          />
        </FormRow>
        {children}
        <FormRow label="Description" className="sm:col-span-2">
          <Textarea
            value={form.values.description}
            rows={2}
            maxLength={ROLES.description.maxLength}
            disabled={!mayEdit}
            onChange={(event) => form.edit({ description: event.target.value })}
          />
        </FormRow>
        <Checkbox
          className="sm:col-span-2"
          label="Ask for a second factor"
          hint="Its members see nothing until they have entered a code from an authenticator app. Anyone without one sets one up first."
          checked={form.values.factor}
          disabled={!mayEdit}
          onChange={(event) => form.edit({ factor: event.target.checked })}
        />
      </div>
    </Card>
  )
}
