import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { useFormDraft } from '@/hooks/use-draft'
import { useRecordSave } from '@/hooks/use-record-save'
import { useTenantOfPage } from '@/hooks/use-tenant'
import type { RecordValues } from '@/lib/records/field'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { DestinationField, type DestinationFieldProps } from './destination-field'
import { PlainField } from './plain-field'

export interface CreateDestinationProps {
  resource: Resource
  /** For what is asked for and is a destination itself. */
  picker: DestinationFieldProps['picker']
  onClose: () => void
  onCreated: (id: string) => void
}

/** Makes a record to which calls can be sent, asking only for what it cannot do without. */
export function CreateDestination({ resource, picker, onClose, onCreated }: CreateDestinationProps) {
  const formId = useId()
  const tenant = useTenantOfPage()
  const [id] = useState(() => crypto.randomUUID())
  const { blank } = resource
  const form = useForm<RecordValues>({
    defaultValues: blank,
    resolver: zodResolver(resource.schema),
  })
  const { isDirty } = form.formState
  const draft = useFormDraft(form, `${resource.table} ${tenant?.id ?? ''} in a picker`, null)
  const { save, saving, failure } = useRecordSave({
    resource,
    form,
    id,
    stored: null,
    columns: Object.keys(blank),
    tenantId: tenant?.id ?? null,
    onSaved() {
      draft.forget()
      onCreated(id)
      onClose()
    },
  })
  const asked = (resource.essentials ?? []).map((name) => fieldOf(resource, name))
  const hidden = Object.keys(form.formState.errors).filter((name) => !resource.essentials?.includes(name))

  function cancel() {
    if (isDirty) draft.forget()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={`New ${resource.noun}`}
      description="The rest can be filled in later, on its own page."
      dismissable={!saving}
      zIndex={70}
      footer={
        <>
          <Button onClick={cancel} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Create {resource.noun}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            // In the page this form is no descendant of the one it was opened from; in React it is.
            event.stopPropagation()
            void save(event)
          }}
        >
          <DraftNotice {...draft} />
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
          {hidden.length > 0 ? (
            <Alert tone="danger">
              Make it on its own page: it needs {hidden.map((name) => columnLabel(resource, name)).join(', ')}
              .
            </Alert>
          ) : null}
          {asked.map((field) => {
            if (!field || field.kind === 'secret') return null
            return field.kind === 'destination' ? (
              <DestinationField key={field.name} field={field} picker={picker} />
            ) : (
              <PlainField key={field.name} field={field} />
            )
          })}
        </form>
      </FormProvider>
    </Dialog>
  )
}
