import { type ComponentType, useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { useRecordForm } from '@/hooks/use-record-form'
import { useTenantId } from '@/hooks/use-tenant'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { type DestinationPickerProps, PlainField } from './plain-field'

export interface CreateRecordProps {
  resource: Resource
  /** For essential fields that are destinations themselves. */
  picker: ComponentType<DestinationPickerProps>
  onClose: () => void
  onCreated: (id: string) => void
}

/** Creates a record from a picker, with its essential fields. */
export function CreateRecord({ resource, picker, onClose, onCreated }: CreateRecordProps) {
  const formId = useId()
  const [id] = useState(() => crypto.randomUUID())
  const tenantId = useTenantId()
  const { form, unsaved, draft, save, saving, failure } = useRecordForm({
    resource,
    id,
    stored: null,
    draftName: `${resource.table} ${tenantId ?? ''} in a picker`,
    guarded: false,
    onSaved() {
      onCreated(id)
      onClose()
    },
  })
  const { noun, essentials } = resource
  const others = Object.keys(form.formState.errors).filter((name) => !essentials.includes(name))

  function cancel() {
    if (unsaved) draft.forget()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={`New ${noun}`}
      description="You can fill in the rest later, on its own page."
      dismissable={!saving}
      zIndex={70}
      footer={
        <>
          <Button onClick={cancel} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Create {noun}
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
            // The form is nested in another form's React tree, although not in its DOM.
            event.stopPropagation()
            void save(event)
          }}
        >
          <DraftNotice {...draft} />
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
          {others.length > 0 ? (
            <Alert tone="danger">
              Create it on its own page: it needs{' '}
              {others.map((name) => columnLabel(resource, name)).join(', ')}.
            </Alert>
          ) : null}
          {essentials.map((name) => {
            const field = fieldOf(resource, name)
            if (!field || field.kind === 'secret') return null
            return <PlainField key={name} field={field} picker={picker} />
          })}
        </form>
      </FormProvider>
    </Dialog>
  )
}
