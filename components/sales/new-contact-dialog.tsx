import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { FormDialog } from '@/components/common/form-dialog'
import { Fields } from '@/components/records/fields'
import { recordResolver } from '@/hooks/record-resolver'
import { useWrite } from '@/hooks/use-write'
import type { RecordValues } from '@/lib/records/field'
import { blankOf, fieldsOf, formOf } from '@/lib/records/resource'
import { contact } from '@/lib/resources/customer'
import { createContact } from '@/lib/sales/create-records'

const CONTACT = { fields: fieldsOf(contact) }
const schema = formOf(contact)

/** Creates a contact of a company from a picker. */
export function NewContactDialog({
  companyId,
  onClose,
  onMade,
}: {
  companyId: string
  onClose: () => void
  onMade: (id: string) => void
}) {
  const write = useWrite()
  const [id] = useState(() => crypto.randomUUID())
  const [resolver] = useState(() => recordResolver(schema))
  const form = useForm<RecordValues>({ defaultValues: { ...blankOf(contact), id }, resolver })

  async function save() {
    let saved = false
    await form.handleSubmit(async (values) => {
      const row = schema.parse(values)
      await write((supabase) => createContact(supabase, { ...row, id, company_id: companyId }))
      onMade(id)
      saved = true
    })()
    return saved
  }

  return (
    <FormDialog
      title="New contact"
      submitLabel="Create contact"
      size="sm"
      dirty={form.formState.isDirty}
      draft={null}
      onSave={save}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Fields of={CONTACT} />
      </FormProvider>
    </FormDialog>
  )
}
