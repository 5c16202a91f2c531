import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { CopyButton } from '@/components/common/copy-button'
import { ConflictNotice } from '@/components/records/conflict-notice'
import { SecretField } from '@/components/records/secret-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DraftNotice } from '@/components/ui/draft-notice'
import { useFormDraft } from '@/hooks/use-draft'
import { useMember } from '@/hooks/use-member'
import { useRecordLabels } from '@/hooks/use-record-labels'
import { useRecordSave } from '@/hooks/use-record-save'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { columnLabel } from '@/lib/records/resource'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { may } from '@/lib/session/permissions'
import { SettingRow } from './setting-row'

const columns = Object.keys(tenantSettings.blank)
const GROUPS = [...new Set(tenantSettings.fields.map(({ group }) => group))]
/** What the contract says is set by who may edit tenants. */
const LIMITS = ['did_limit', 'concurrent_call_limit']

/** All that a tenant may override, each with whether it is inherited. `stored` is null before the first save. */
export function SettingsForm({
  stored,
  onSaved,
}: {
  stored: RecordRow | null
  onSaved: (row: RecordRow) => void
}) {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  const names = useRecordLabels(tenantSettings, tenant.id)
  const form = useForm<RecordValues>({
    defaultValues: Object.fromEntries(columns.map((column) => [column, stored?.[column] ?? null])),
    resolver: zodResolver(tenantSettings.schema),
  })
  const { dirtyFields, errors } = form.formState
  const unsaved = Object.keys(dirtyFields).length > 0
  const draft = useFormDraft(form, `tenant_settings ${tenant.id}`, stored?.version ?? null)
  const { leave } = useUnsavedChanges(unsaved, draft.forget)
  const mayEdit = may(permissions, 'telephony', 'edit')
  const mayLimit = may(permissions, 'tenants', 'edit')
  const { save, takeTheirs, overwrite, saving, failure, conflict } = useRecordSave({
    resource: tenantSettings,
    form,
    id: tenant.id,
    stored,
    columns,
    tenantId: tenant.id,
    onSaved(row) {
      draft.forget()
      leave()
      onSaved(row)
    },
  })
  const refused = Object.keys(errors)

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save} aria-label="Settings" className="flex flex-col gap-4">
        {mayEdit ? <DraftNotice {...draft} /> : null}
        {conflict ? (
          <ConflictNotice
            resource={tenantSettings}
            conflict={conflict}
            mine={form.getValues()}
            names={names}
            working={saving}
            onTakeTheirs={takeTheirs}
            onOverwrite={overwrite}
          />
        ) : null}
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        {refused.length > 0 ? (
          <Alert tone="danger" title="Not saved yet">
            Check {refused.map((name) => columnLabel(tenantSettings, name)).join(', ')}.
          </Alert>
        ) : null}
        <fieldset
          disabled={!mayEdit}
          className="min-w-0 gap-4 xl:columns-2 [&>section]:mb-4 [&>section]:break-inside-avoid"
        >
          <legend className="sr-only">Overridden settings</legend>
          {GROUPS.map((group) => (
            <Card key={group} title={group}>
              <ul className="flex flex-col gap-4">
                {tenantSettings.fields
                  .filter((field) => field.group === group)
                  .map((field) => (
                    <li key={field.name} id={`setting-${field.name}`} className="scroll-mt-16">
                      <SettingRow
                        field={field}
                        disabled={!mayEdit || (LIMITS.includes(field.name) && !mayLimit)}
                      />
                    </li>
                  ))}
              </ul>
              {group === 'Limits' && mayEdit && !mayLimit ? (
                <p className="mt-3 text-sm text-text-muted">
                  Only users who may edit tenants can change limits.
                </p>
              ) : null}
              {group === 'Phones' ? (
                <div className="mt-4">
                  <SecretField
                    table="tenants"
                    owner={tenant.id}
                    section="telephony"
                    field="phone_admin_password"
                    label="Phones’ administrator password"
                    generate="password"
                    disabled={!mayEdit}
                  />
                </div>
              ) : null}
              {group === 'Emergency and provisioning' ? (
                <div className="mt-4 flex flex-col gap-4">
                  <div className="flex flex-col gap-1.5">
                    <span className="text-sm font-medium">Provisioning user name</span>
                    <span className="flex min-h-8 items-center gap-1">
                      <span className="code min-w-0 truncate">{tenant.domain}</span>
                      <CopyButton text={tenant.domain} what="provisioning user name" />
                    </span>
                    <span className="text-sm text-text-muted">
                      With it and the password phones fetch their configuration.
                    </span>
                  </div>
                  <SecretField
                    table="tenants"
                    owner={tenant.id}
                    section="telephony"
                    field="provisioning_password"
                    label="Provisioning password"
                    generate="password"
                    opensOthers
                    disabled={!mayEdit}
                  />
                </div>
              ) : null}
            </Card>
          ))}
        </fieldset>
        {mayEdit && !conflict ? (
          <div className="flex items-center justify-end gap-3 border-t border-border pt-3">
            {unsaved ? <span className="text-sm text-text-muted">Not saved yet</span> : null}
            <Button onClick={() => form.reset()} disabled={!unsaved || saving}>
              Discard
            </Button>
            <Button type="submit" variant="primary" loading={saving}>
              Save settings
            </Button>
          </div>
        ) : null}
      </form>
    </FormProvider>
  )
}
