import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FormProvider, useController } from 'react-hook-form'
import { SecretField } from '@/components/common/secret-field'
import { ProvisioningAccount } from '@/components/devices/provisioning-account'
import { ResourceField } from '@/components/records/fields'
import { SaveNotices } from '@/components/records/save-notices'
import { TestUnsaved } from '@/components/test-call/test-unsaved'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DraftNotice } from '@/components/ui/draft-notice'
import { lateDialog } from '@/components/ui/late-code'
import { AfterSaveContext } from '@/hooks/after-save'
import { HoldSaveContext } from '@/hooks/held-save'
import { useMember } from '@/hooks/use-member'
import { useRecordForm } from '@/hooks/use-record-form'
import { useCurrentTenant } from '@/hooks/use-tenant'
import type { Field, RecordRow, RecordValues } from '@/lib/records/field'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { may } from '@/lib/session/permissions'
import { PRODUCT_SETTINGS } from '@/lib/supabase/constraints'
import { countOf } from '@/lib/words'

const ConfirmDialog = lateDialog(
  dynamic(() => import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog)),
)

const GROUPS = [...new Set(tenantSettings.fields.map(({ group }) => group))]
/** Contractual limits, which only users who may edit tenants can set. */
const LIMITS = ['did_limit', 'concurrent_call_limit']

/** All settings a tenant can override, each marked as inherited or overridden. `stored` is null before the first save. */
export function SettingsForm({ stored }: { stored: RecordRow | null }) {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  /** For how many days recordings will be kept, while the question about that is open. */
  const [keeping, setKeeping] = useState<number | null>(null)
  const record = useRecordForm({
    resource: tenantSettings,
    id: tenant.id,
    stored,
    draftName: `tenant_settings ${tenant.id}`,
    asks(values, base) {
      const days = daysKept(values)
      const isShorter = days < daysKept(base)
      if (isShorter) setKeeping(days)
      return isShorter
    },
  })
  const { form, unsaved, draft, save, saving, conflict } = record
  const mayEdit = may(permissions, 'telephony', 'edit')
  const mayLimit = may(permissions, 'tenants', 'edit')
  const [discards, setDiscards] = useState(0)

  function discard() {
    form.reset()
    setDiscards((count) => count + 1)
  }

  return (
    <FormProvider {...form}>
      <AfterSaveContext value={record.follow}>
        <HoldSaveContext value={record.hold}>
          <form noValidate onSubmit={save} aria-label="Settings" className="flex flex-col gap-4">
            {mayEdit ? <DraftNotice {...draft} /> : null}
            <SaveNotices resource={tenantSettings} record={record} />
            <fieldset
              // Typed secrets are not values of the form: they go with their fields.
              key={discards}
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
                    <div className="mt-4">
                      <ProvisioningAccount disabled={!mayEdit} />
                    </div>
                  ) : null}
                </Card>
              ))}
            </fieldset>
            {mayEdit && !conflict ? (
              <div className="flex items-center justify-end gap-3 border-t border-border pt-3">
                {unsaved ? (
                  <span className="text-sm text-text-muted max-sm:sr-only">Not saved yet</span>
                ) : null}
                <TestUnsaved resource={tenantSettings} id={tenant.id} record={record} />
                <Button onClick={discard} disabled={!unsaved || saving}>
                  Discard
                </Button>
                <Button type="submit" variant="primary" loading={saving}>
                  Save settings
                </Button>
              </div>
            ) : null}
          </form>
          {keeping === null ? null : (
            <ConfirmDialog
              open
              onOpenChange={() => setKeeping(null)}
              title={`Delete what is older than ${countOf(keeping, 'day')}?`}
              confirmLabel="Save and delete"
              onConfirm={async () => void (await save(undefined, true))}
            >
              Within the hour, all older recordings of calls, voicemail messages and faxes of this tenant are
              permanently deleted, including messages that nobody has heard. Setting a longer time again does
              not bring them back.
            </ConfirmDialog>
          )}
        </HoldSaveContext>
      </AfterSaveContext>
    </FormProvider>
  )
}

/** For how many days recordings, voicemail and faxes are kept. */
const daysKept = (values: RecordValues | null) =>
  Number(values?.recording_retention_days || PRODUCT_SETTINGS.recording_retention_days)

/** A setting: its control, whether it is inherited, and a reset button. */
function SettingRow({ field, disabled }: { field: Field; disabled: boolean }) {
  const {
    field: { value, onChange },
  } = useController<RecordValues>({ name: field.name })
  const overridden = Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
  if (field.kind === 'secret') return null

  return (
    <div className="grid gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_9.5rem]">
      <ResourceField field={field} disabled={disabled} />
      <div className="flex flex-wrap items-center gap-1.5 touch:min-h-10 sm:mt-6 sm:min-h-8 sm:self-start">
        <Badge tone={overridden ? 'accent' : 'neutral'}>
          <span className="sr-only">{field.label}: </span>
          {overridden ? 'Overridden' : 'Inherited'}
        </Badge>
        {overridden && !disabled ? (
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            Reset<span className="sr-only"> {field.label} to inherited</span>
          </Button>
        ) : null}
      </div>
    </div>
  )
}
