import { FormProvider } from 'react-hook-form'
import { FormDialog } from '@/components/common/form-dialog'
import { PlainField, type PlainFieldProps } from '@/components/records/plain-field'
import { Alert } from '@/components/ui/alert'
import { FailureAlert } from '@/components/ui/failure-alert'
import { useRecordForm } from '@/hooks/use-record-form'
import { useTenantId } from '@/hooks/use-tenant'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'

interface CreateRecordProps {
  resource: Resource
  /** For essential fields that are destinations themselves. */
  picker: PlainFieldProps['picker']
  onClose: () => void
  onCreated: (id: string) => void
}

/** Creates a record from a picker, with its essential fields. */
export function CreateRecord({ resource, picker, onClose, onCreated }: CreateRecordProps) {
  const { table, noun, essentials } = resource
  const tenantId = useTenantId()
  const { id, form, unsaved, draft, save, failure } = useRecordForm({
    resource,
    stored: null,
    draftName: `${table} ${tenantId ?? ''} in a picker`,
    guarded: false,
    onSaved: () => onCreated(id),
  })
  const others = Object.keys(form.formState.errors).filter((name) => !essentials.includes(name))
  return (
    <FormDialog
      title={`New ${noun}`}
      description="You can fill in the rest later, on its own page."
      submitLabel={`Create ${noun}`}
      dirty={unsaved}
      draft={draft}
      zIndex={70}
      onSave={save}
      onClose={onClose}
    >
      <FormProvider {...form}>
        {others.length > 0 ? (
          <Alert tone="danger">
            Create it on its own page: it needs {others.map((name) => columnLabel(resource, name)).join(', ')}
            .
          </Alert>
        ) : null}
        {essentials.map((name) => {
          const field = fieldOf(resource, name)
          if (!field || field.kind === 'secret') return null
          return <PlainField key={name} field={field} picker={picker} />
        })}
      </FormProvider>
      <FailureAlert text={failure} />
    </FormDialog>
  )
}
